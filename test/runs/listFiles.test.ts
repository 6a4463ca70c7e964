import { parse } from 'csv-parse/sync';
import { fc } from '../support/random';
import { DateTime } from 'luxon';
import {
	Expression,
	type IDataObject,
	type INodeExecutionData,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { chatsById } from '../../dev/contract/choices';
import { nodeNamed } from '../../dev/engine/types';
import { csvHeader, csvLine, FOR_PROGRAMS, forSpreadsheets } from '../../nodes/shared/rows/csv';
import { isoTimeIn } from '../../nodes/shared/rows/isoTime';
import { overrideLimits } from '../../dev/limits';
import { omit } from '../../nodes/shared/objects';
import { takesPart } from '../../dev/areas/Chat/handlers/access';
import { messageOutput } from '../../nodes/Chat/shared/outputs';
import { recordOutput } from '../../nodes/Records/shared/outputs';
import { leaveOutDetails } from '../../nodes/shared/rows/output';
import { jsonOf, linesOf, linksOf, nodeOf, useService } from '../support/useService';

const fixture = useService();
const records = (parameters: IDataObject) => ({
	node: 'svcRecords',
	parameters: { resource: 'record', operation: 'getAll', returnAll: true, ...parameters } as never,
});

/** The content of an item's file, as n8n keeps it. */
function textOf({ binary }: INodeExecutionData, field = 'data'): string {
	return Buffer.from(binary![field].data, 'base64').toString();
}

const parsed = (text: string): Array<Record<string, string>> =>
	parse(text, { columns: true, bom: true, record_delimiter: '\r\n', relax_column_count: false });

/** The value of an output item as it stands in a table for spreadsheets. */
function cellOf(value: unknown): string {
	if (value === null || value === undefined) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}(Z|[+-]\d\d:\d\d)$/, '$1 $2');
}

/** Name of a file that the user has not named. */
const DATED = expect.stringMatching(/^records-\d{4}-\d\d-\d\d\.csv$/) as string;

describe('Output As', () => {
	it('puts every row of a list into one CSV file whose columns are the fields of the items', async () => {
		const { items } = await fixture.run(records({}));
		const { items: files } = await fixture.run(records({ outputAs: 'csv' }));
		expect(jsonOf(files)).toEqual([
			{ file_name: DATED, rows: items.length, file: 1, files: 1, has_more: false },
		]);
		expect(linksOf(files)).toEqual([0]);
		expect(files[0].binary!.data).toMatchObject({
			fileName: files[0].json.file_name,
			mimeType: 'text/csv',
			fileExtension: 'csv',
		});
		const rows = parsed(textOf(files[0]));
		expect(rows.map((row) => row.record_uid)).toEqual(items.map(({ json }) => json.record_uid));
		for (const [i, row] of rows.entries()) {
			expect(row).not.toHaveProperty('version');
			for (const [field, value] of Object.entries(omit(items[i].json, 'version'))) {
				// A text that looks like a formula has an apostrophe
				expect(row[field].replace(/^'/, '')).toBe(cellOf(value));
			}
		}
	});

	it('says which forms take all rows, as Return All then does', () => {
		const { properties } = nodeNamed('svcCalls').description;
		const { options } = properties.find(({ hint }) => hint?.startsWith('Talk Time'))!;
		const forms = (options as INodePropertyOptions[])
			.filter(({ description }) => description!.includes('all rows'))
			.map(({ value }) => value);
		const all = properties.find(({ name, default: on }) => name === 'returnAll' && on === true)!;
		expect(forms.sort()).toEqual([...all.displayOptions!.show!.outputAs!].sort());
	});

	it.each(['svcCalls', 'svcRecordings'])('tells who asks who spoke most: %s', (name) => {
		const { description, properties } = nodeNamed(name).description;
		const [list] = properties.flatMap(({ name, options = [] }) =>
			name === 'operation' ? (options as INodePropertyOptions[]) : [],
		);
		const hints = properties.map(({ name, hint }) => `${name}: ${hint}`);
		expect(hints).toContain('outputAs: Talk Time tells who spoke most');
		expect(description).toContain('talk times');
		expect(list.description).toContain('who spoke how long');
	});

	it('writes JSON Lines with the rows of which the items show the fields for people', async () => {
		for (const simplify of [true, false]) {
			const { items } = await fixture.run(records({ simplify }));
			const { items: files } = await fixture.run(records({ simplify, outputAs: 'jsonLines' }));
			const lines = textOf(files[0]).split('\n');
			expect(lines.pop()).toBe('');
			const rows = lines.map((line) => JSON.parse(line) as IDataObject);
			expect(simplify ? leaveOutDetails(rows, recordOutput) : rows).toEqual(jsonOf(items));
			expect(files[0].binary!.data.fileName).toMatch(/^records-[\d-]{10}\.jsonl$/);
		}
	});

	it('keeps the columns in the order in which people read them, whatever the first row has', async () => {
		const { items: files } = await fixture.run(records({ outputAs: 'csv' }));
		const header = textOf(files[0]).slice(1).split('\r\n')[0].split(',');
		expect(header.slice(0, 3)).toEqual(['title', 'text_content', 'send_at']);
		expect(header).toContain('record_uid');
		expect(new Set(header).size).toBe(header.length);
	});

	it('begins another file before one has more rows than it may, and numbers the names', async () => {
		const { items } = await fixture.run(records({}));
		const restore = overrideLimits({ maxFileRows: 100 });
		const { items: files } = await fixture
			.run(
				records({
					outputAs: 'csv',
					binaryPropertyName: 'table',
					options: { fileName: 'my notes.csv' },
				}),
			)
			.finally(restore);
		const count = Math.ceil(items.length / 100);
		expect(count).toBeGreaterThan(2);
		expect(files.map(({ json }) => json.file_name)).toEqual(
			files.map((_file, i) => (i === 0 ? 'my notes.csv' : `my notes-${i + 1}.csv`)),
		);
		expect(files.map(({ json }) => [json.file, json.files])).toEqual(
			files.map((_file, i) => [i + 1, count]),
		);
		expect(
			files.flatMap((file) => parsed(textOf(file, 'table')).map((row) => row.record_uid)),
		).toEqual(items.map(({ json }) => json.record_uid));
	});

	it('begins another file before one has more bytes than it may', async () => {
		const restore = overrideLimits({ maxFileBytes: 20_000, fileBlockBytes: 3_000 });
		try {
			const { items } = await fixture.run(records({}));
			const { items: files } = await fixture.run(records({ outputAs: 'jsonLines' }));
			expect(files.length).toBeGreaterThan(2);
			expect(Math.max(...files.map((file) => textOf(file).length))).toBeLessThanOrEqual(20_000);
			expect(leaveOutDetails(linesOf(files), recordOutput)).toEqual(jsonOf(items));
		} finally {
			restore();
		}
	});

	it('begins a CSV file with a byte order mark for spreadsheets alone', async () => {
		for (const [outputAs, begins] of [
			['csvPrograms', false],
			['csv', true],
		] as const) {
			const { items } = await fixture.run(records({ outputAs }));
			expect(textOf(items[0]).startsWith('\uFEFF')).toBe(begins);
		}
	});

	it('has exactly the values of the rows in a CSV file for programs', async () => {
		const { items: files } = await fixture.run(records({ outputAs: 'csvPrograms' }));
		const plain = (value: unknown) =>
			value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
		const rows = linesOf((await fixture.run(records({ outputAs: 'jsonLines' }))).items);
		const columns = [...new Set(rows.flatMap((row) => Object.keys(row))), 'other'];
		// A record that is protected has no field with its topic
		expect(parsed(textOf(files[0]))).toEqual(
			rows.map((row) =>
				Object.fromEntries(columns.map((name) => [name, plain(row[name] ?? null)])),
			),
		);
	});

	it('gives each input item a file of its own, and no file where there are no rows', async () => {
		const { items } = await fixture.run({
			...records({ outputAs: 'csv', period: 'custom', after: '={{ $json.after }}' }),
			items: [{ after: '2000-01-01' }, { after: '2190-01-01' }, { after: '2000-01-01' }],
		});
		expect(linksOf(items)).toEqual([0, 2]);
	});

	it('names a file after the day in the zone of the workflow, so that those of each week differ', async () => {
		for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
			const { items } = await fixture.run({ ...records({ outputAs: 'csv' }), timezone });
			const day = DateTime.now().setZone(timezone).toISODate()!;
			expect(items[0].json.file_name).toBe(`records-${day}.csv`);
		}
	});

	it.each([
		['de', '2026-11-23 09:30:00;;0,5'],
		['pt-BR', '2026-11-23 09:30:00;;0,5'],
		['ja', '2026-11-23 09:30:00,,0.5'],
		['de-CH', '2026-11-23 09:30:00;;0.5'],
		['it-CH', '2026-11-23 09:30:00;;0.5'],
		['fr-CH', '2026-11-23 09:30:00;;0,5'],
	])('has a table that opens in columns in the language %s', async (language, line) => {
		const row = { started_at: '2026-11-23T09:30:00Z', with: null, share: 0.5 };
		const style = forSpreadsheets(isoTimeIn('UTC'), { language });
		const columns = new Set(Object.keys(row));
		const sign = line[19];
		expect(csvLine(row, columns, style)).toBe(`${line}${sign}\r\n`);
		const { items } = await fixture.run(records({ outputAs: 'csv', options: { language } }));
		expect(textOf(items[0])).toMatch(new RegExp(`^\uFEFFtitle${sign}text_content${sign}`));
	});

	it('adds the extension to a name without one', async () => {
		const { items } = await fixture.run(
			records({ outputAs: 'csv', options: { fileName: 'notes' } }),
		);
		expect(jsonOf(items)).toMatchObject([{ file_name: 'notes.csv', files: 1 }]);
	});

	it('names a file as the user wrote it, with no folder in front', async () => {
		const { items } = await fixture.run(
			records({ outputAs: 'csv', options: { fileName: '../Plans A/B\\C\n' } }),
		);
		expect(items[0].json.file_name).toBe('..-Plans A-B-C.csv');
		expect(items[0].binary!.data.fileName).toBe('..-Plans A-B-C.csv');
		expect(items[0].binary!.data.directory).toBeUndefined();
	});

	it('reads File Name once for an input item, not for each row', async () => {
		const evaluated = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
		const { items } = await fixture.run(
			records({ outputAs: 'csv', options: { fileName: '={{ "notes" }}' } }),
		);
		expect(items[0].json.rows).toBeGreaterThan(100);
		const times = evaluated.mock.calls.filter(([value]) => value === '={{ "notes" }}').length;
		expect(times).toBeGreaterThan(0);
		expect(times).toBeLessThan(10);
	});

	it('reads the lists of a few input items at once, so that few files are in memory', async () => {
		const { items } = await fixture.run({
			...records({ outputAs: 'csv' }),
			items: Array.from({ length: 12 }, () => ({})),
		});
		expect(linksOf(items)).toEqual(Array.from({ length: 12 }, (_item, i) => i));
		const begun = fixture
			.asked('queryRecordTimeline')
			.slice(0, 12)
			.filter(({ page_cursor }) => page_cursor === undefined);
		expect(begun.length).toBeLessThan(8);
	});

	it('gives no file when the list fails half-way', async () => {
		fixture.service.faults.add({ operation: 'queryRecordTimeline', status: 400, after: 2 });
		const { items, error } = await fixture.run(records({ outputAs: 'csv' }));
		expect(error).toBeDefined();
		expect(items).toEqual([]);
	});

	it('holds what the options add to each row', async () => {
		const calls = nodeOf('svcCalls')('call', 'getAll', {
			returnAll: false,
			limit: 60,
			period: 'anyTime',
			outputAs: 'csv',
			options: { includeTranscript: 'text' },
		});
		const { items } = await fixture.run(calls);
		const rows = parsed(textOf(items[0]));
		expect(rows).toHaveLength(60);
		expect(rows.some(({ transcript }) => transcript.length > 20)).toBe(true);
	});

	it('holds the messages of many conversations in the order of the items', async () => {
		const { conversations, profile } = fixture.service.account('a');
		const uids = [...conversations.values()]
			.filter((chat) => takesPart(chat, profile.user_ref))
			.map(({ chat_session_uid }) => chat_session_uid);
		const messages = (parameters: IDataObject) =>
			nodeOf('svcChat')('message', 'getAll', {
				conversations: chatsById(...uids),
				period: 'custom',
				after: Date.now() - 300 * 86_400_000,
				...parameters,
			});
		const oldestFirst = { options: { order: 'session_time_asc' } };
		const { items, error } = await fixture.run(messages({ returnAll: true, ...oldestFirst }));
		if (error) throw error;
		const { items: files } = await fixture.run(
			messages({ returnAll: true, outputAs: 'jsonLines' }),
		);
		expect(items.length).toBeGreaterThan(100);
		expect(leaveOutDetails(linesOf(files), messageOutput)).toEqual(jsonOf(items));
	});
});

/** Beginnings of texts that spreadsheet programs would run, also behind what readers of files drop. */
const FORMULA = /^([\t\r\n]|[\p{White_Space}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u;

describe('CSV', () => {
	const sheet = forSpreadsheets(isoTimeIn('UTC'));

	it.each([
		['spreadsheets', sheet],
		['programs', FOR_PROGRAMS],
	])('for %s comes back from a CSV reader as it was written', (_name, style) => {
		const isSheet = style === sheet;
		const text = fc.string({ unit: 'grapheme', maxLength: 20 });
		const risky = fc.constantFrom('a,b', 'a"b', '"', 'a\r\nb', ' a ', '\ta', 'ä;ö', "it's");
		fc.assert(
			fc.property(
				fc.array(fc.array(fc.oneof(text, risky), { minLength: 3, maxLength: 3 }), { minLength: 1 }),
				(table) => {
					const columns = new Set(['one', 'the second, "quoted"', 'three']);
					const lines = table.map((cells) =>
						csvLine(
							Object.fromEntries([...columns].map((name, i) => [name, cells[i]])),
							columns,
							style,
						),
					);
					const rows = parsed([csvHeader(columns, style), ...lines].join(''));
					expect(rows.map((row) => [...columns].map((name) => row[name]))).toEqual(
						table.map((cells) =>
							cells.map((cell) => (isSheet && FORMULA.test(cell) ? `'${cell}` : cell)),
						),
					);
				},
			),
		);
	});

	it.each([
		['a formula', '=1+1', "'=1+1"],
		['a command', '@SUM(A1)', "'@SUM(A1)"],
		['a negative text', '-2+3', "'-2+3"],
		['a formula behind a tab', '\t=1', '"\'\t=1"'],
		['a wide formula', '＝1', "'＝1"],
		['a negative number', -5, '-5'],
		['a switch', false, 'false'],
		['nothing', null, ''],
		['a list of texts', ['a', 'b'], '"a, b"'],
		['a list of texts with commas', ['a,b', 'c'], '"[""a,b"",""c""]"'],
		['a list whose first text is a formula', ['=1', 'b'], '"\'=1, b"'],
		['an object', { a: 1 }, '"{""a"":1}"'],
		['an empty list', [], ''],
	])('writes %s so that a spreadsheet program shows it and runs nothing', (_name, value, cell) => {
		expect(csvLine({ a: value as never }, new Set(['a']), sheet)).toBe(`${cell},\r\n`);
	});
});
