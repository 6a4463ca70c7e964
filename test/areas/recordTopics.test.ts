import { randomUUID } from 'node:crypto';

import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { addRecord } from '../../dev/areas/Records/events';
import { uid } from '../../dev/contract/choices';
import { pollNode } from '../../dev/engine/pollNode';
import type { LogEntry, Settings } from '../../dev/fake-service/index';
import { jsonOf, toldRows, useService } from '../support/useService';

/**
 * Queries may leave out the container of a record (contract, Record). Every list says in which topic each record is, or
 * does not say it: `topic_uid: null` means that the record is in no topic.
 */

const NOW = Date.parse('2026-06-15T12:00:00Z');
const fixture = useService({ now: NOW, size: { records: 0 } });
const account = () => fixture.service.account('a');
const READ = 'batchGetRecords';
const TOPIC = 'top_garden';
const show = (containers: Settings['records']['containers']) =>
	(fixture.service.settings.records.containers = containers);
const exactReads = () => fixture.asked(READ).map(({ record_uids }) => record_uids as string[]);

/** Adds available records with the word "kiln", every third one in no topic, and one that is protected. */
function add(count: number, state: 'protected' | 'available' = 'available') {
	const { topics } = account();
	topics.set(TOPIC, { topic_uid: TOPIC, title: 'Garden', display_path: 'Garden', valid: true });
	for (let i = 0; i < count; i++) {
		addRecord(account(), {
			record_uid: `rec_${i.toString(16).padStart(8, '0')}`,
			send_at: NOW - 1000 - i,
			text_content: 'The kiln',
			container: i % 3 === 0 ? { kind: 'unclassified' } : { kind: 'topic', topic_uid: TOPIC },
		});
	}
	const locked = { record_uid: 'rec_locked_b', send_at: NOW - 500, state } as const;
	if (state === 'protected') addRecord(account(), locked);
}

/** The topic of a record as the account has it. */
function topicOf(record_uid: unknown): string | null {
	const { container } = account().records.get(String(record_uid))!;
	return container.kind === 'topic' ? container.topic_uid : null;
}

type Row = Record<string, unknown>;
const fileOf = (items: INodeExecutionData[]) =>
	Buffer.from(items[0].binary!.data.data, 'base64').toString();
const rowsIn = (items: INodeExecutionData[]): Row[] => jsonOf(items);
const csvIn = (items: INodeExecutionData[]): Row[] =>
	parse<Row>(fileOf(items), { columns: true, bom: true }).map(({ topic_uid, ...row }) => ({
		...row,
		...(row.container === '' ? {} : { topic_uid: topic_uid || null }),
	}));
const linesIn = (items: INodeExecutionData[]): Row[] =>
	fileOf(items)
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as Row);
const textIn = (items: INodeExecutionData[]): Row[] =>
	String(items[0].json.text)
		.split('\n')
		.map((line) => {
			const [, record_uid, kind, topic_uid] = /^- (\S+)(?: · (\w+))?(?: · (\S+))?$/.exec(line)!;
			return { record_uid, ...(kind && { topic_uid: topic_uid ?? null }) };
		});
/** What a tool leaves out of its rows: a value null. */
const toolRowsIn = (items: INodeExecutionData[]): Row[] =>
	toldRows(items)
		.filter(({ record_uid }) => record_uid)
		.map((row) => (row.container ? { topic_uid: null, ...row } : row));
const FIELDS = ['record_uid', 'container', 'topic_uid'];

type Shape = [what: string, parameters: IDataObject, rows: (items: INodeExecutionData[]) => Row[]];
const SHAPES: Shape[] = [
	['items', {}, rowsIn],
	['CSV for spreadsheets', { outputAs: 'csv' }, csvIn],
	['CSV for programs', { outputAs: 'csvPrograms' }, csvIn],
	['JSON Lines', { outputAs: 'jsonLines' }, linesIn],
	['a text with topics', { outputAs: 'text', textFields: FIELDS }, textIn],
];
const LISTS: Shape[] = [
	...SHAPES.map(([what, own, rows]): Shape => {
		return [`Get Many as ${what}`, { operation: 'getAll', returnAll: true, ...own }, rows];
	}),
	...SHAPES.map(([what, own, rows]): Shape => {
		const search = { operation: 'search', keyword: 'kiln', returnAll: true };
		return [`Search as ${what}`, { ...search, ...own }, rows];
	}),
	['a tool that lists', { operation: 'getAll', limit: 50 }, toolRowsIn],
	['a tool that searches', { operation: 'search', keyword: 'kiln', limit: 50 }, toolRowsIn],
	[
		'a tool with chosen fields',
		{ operation: 'getAll', limit: 50, toolOutput: 'selected', outputFields: FIELDS.join() },
		toolRowsIn,
	],
	...SHAPES.map(([what, own, rows]): Shape => {
		return [`New Record as ${what}`, { event: 'newRecord', ...own }, rows];
	}),
];
/** Outputs that do not show topics. */
const WITHOUT: Shape[] = [
	['Get Many without Simplify', { operation: 'getAll', simplify: false }, rowsIn],
	['Get Many as text', { operation: 'getAll', outputAs: 'text' }, () => []],
	[
		'Get Many as raw JSON Lines',
		{ operation: 'getAll', returnAll: true, outputAs: 'jsonLines', simplify: false },
		linesIn,
	],
	['Search without Simplify', { operation: 'search', keyword: 'kiln', simplify: false }, rowsIn],
	['a tool with raw rows', { operation: 'getAll', toolOutput: 'raw' }, toldRows],
	[
		'a tool with other fields',
		{ operation: 'getAll', toolOutput: 'selected', outputFields: 'record_uid,title' },
		toolRowsIn,
	],
	['New Record without Simplify', { event: 'newRecord', simplify: false }, rowsIn],
	['New Record as text', { event: 'newRecord', outputAs: 'text' }, () => []],
];

/** Runs an operation, as a tool or as a node, or polls a trigger that has all events of the last week. */
async function run([what, parameters]: Shape) {
	if (parameters.event === undefined) {
		const node = what.startsWith('a tool') ? 'svcRecordsTool' : 'svcRecords';
		const own = { resource: 'record', ...parameters } as never;
		return await fixture.run({ node, parameters: own });
	}
	const own = { startFrom: 'date', startDate: '2026-06-14', ...parameters };
	const setup = { workflow: randomUUID(), node: 'svcRecordsTrigger', parameters: own as never };
	const { items, error } = await pollNode({ ...setup, credential: fixture.credential } as never);
	const warnings = items.flatMap(({ json }) => {
		const { warnings = [] } = json._event as { warnings?: string[] };
		return warnings;
	});
	return { items, error, hints: [...new Set(warnings)] };
}

describe.each(['none', 'some', 'all'] as const)('if queries show %s of the containers', (shown) => {
	beforeEach(() => {
		show(shown);
		add(40, 'protected');
	});

	it.each(LISTS)('%s says in which topic each record is', async (...list) => {
		const { items, error, hints } = await run(list);
		if (error) throw error;
		const rows = list[2](items);
		expect(rows.length).toBeGreaterThanOrEqual(40);
		for (const row of rows) {
			// Nobody says where a protected record is
			if (row.record_uid === 'rec_locked_b') expect(row).not.toHaveProperty('topic_uid');
			else
				expect([row.record_uid, row.topic_uid]).toEqual([row.record_uid, topicOf(row.record_uid)]);
		}
		expect(exactReads().map(({ length }) => length)).toEqual(
			{ none: [10, 10, 10, 10], some: [10, 10], all: [] }[shown],
		);
		expect(hints.filter((hint) => hint.includes('topic'))).toEqual([]);
	});

	it.each(WITHOUT)('%s reads nothing more', async (...list) => {
		const { items, error } = await run(list);
		if (error) throw error;
		for (const row of list[2](items)) expect(row).not.toHaveProperty('topic_uid');
		expect(exactReads()).toEqual([]);
	});

	it.each([
		['a topic', { container: 'topic', topic: uid(TOPIC) }, TOPIC],
		['no topic', { container: 'unclassified' }, null],
	])('a filter on %s decides it', async (_what, filter, topic_uid) => {
		for (const list of LISTS) {
			if (list[0].includes('earch')) continue;
			const [what, parameters, rows] = list;
			const { items, error } = await run([
				what + String(topic_uid),
				{ ...parameters, ...filter },
				rows,
			]);
			if (error) throw error;
			const all = rows(items);
			expect(all.length).toBeGreaterThan(10);
			for (const row of all) expect([what, row.topic_uid]).toEqual([what, topic_uid]);
		}
		expect(exactReads()).toEqual([]);
	});
});

/** What happens to the exact read of the first ten records, how many records have no topic then, and what is said. */
const FAULTS: Array<[what: string, happen: () => void, unread: number, reason: string]> = [
	[
		'a record is gone',
		() => account().records.delete('rec_00000001'),
		1,
		'no longer shows this record',
	],
	[
		'a record is protected now',
		() => (account().records.get('rec_00000001')!.state = 'protected'),
		1,
		'no longer shows this record',
	],
	[
		'all of a request are hidden now',
		() => {
			for (let i = 0; i < 10; i++)
				account().records.get(`rec_0000000${i.toString(16)}`)!.state = 'hidden';
		},
		10,
		'no longer shows this record',
	],
	[
		'a record is refused',
		() => {
			const match = ({ body }: LogEntry) => String(body?.record_uids).includes('rec_00000001');
			refuse({ status: 400, times: Infinity, match });
		},
		1,
		'refused',
	],
	['every request is refused', () => refuse({ status: 400, times: Infinity }), 40, 'refused'],
	['the service fails', () => refuse({ status: 500, times: Infinity }), 40, 'status 500'],
	[
		'an answer lacks a record',
		() => rewrite((record) => (record.record_uid === 'rec_00000001' ? [] : [record])),
		1,
		'lacks "rec_00000001"',
	],
	[
		'an answer lacks a container',
		() =>
			rewrite(({ container, ...record }) =>
				record.record_uid === 'rec_00000001' ? [record] : [{ ...record, container }],
			),
		1,
		"without 'container'",
	],
	[
		'a container is null',
		() => rewrite((record) => [{ ...record, container: null }]),
		40,
		"without 'container'",
	],
	[
		'a topic has no ID',
		() => rewrite((record) => [{ ...record, container: { kind: 'topic' } }]),
		40,
		"without 'container'",
	],
];
const SOME = LISTS.filter(([what]) => !/spreadsheets|text|Lines|fields/.test(what));
const refuse = (rule: object) => fixture.service.faults.add({ operation: READ, ...rule });
const rewrite = (change: (record: IDataObject) => IDataObject[]) =>
	refuse({
		times: Infinity,
		rewrite: (envelope: IDataObject) => {
			const { items } = envelope.data as { items: IDataObject[] };
			return { ...envelope, data: { items: items.flatMap(change) } };
		},
	});

describe.each(FAULTS)('if %s', (_what, happen, unread, reason) => {
	beforeEach(() => {
		show('none');
		add(40);
		const stop = fixture.service.listen(({ operation, processed }) => {
			if (operation === READ || !processed || operation?.startsWith('getCurrent')) return;
			stop();
			happen();
		});
	});

	it.each(SOME)('%s does not say where the record is, and tells it', async (...list) => {
		const [what, , rowsOf] = list;
		const places = new Map([...account().records.keys()].map((key) => [key, topicOf(key)]));
		const { items, error, hints } = await run(list);
		if (error) throw error;
		const rows = rowsOf(items);
		expect(rows).toHaveLength(40);
		const known = rows.filter((row) => Object.hasOwn(row, 'topic_uid'));
		expect(known).toHaveLength(40 - unread);
		for (const { record_uid, topic_uid } of known)
			expect(topic_uid).toBe(places.get(String(record_uid)));
		const told = what.startsWith('a tool')
			? toldRows(items).flatMap(({ hint }) => (hint ? [String(hint)] : []))
			: hints.filter((hint) => hint.includes('topic'));
		const whose = unread === 1 ? 'The topic of 1 record' : `The topics of ${unread} records`;
		expect(told).toEqual([expect.stringContaining(`${whose} could not be read`)]);
		expect(told[0]).toContain(reason);
	});
});

it('takes nothing else from exact reads: text and version stay those of the list', async () => {
	show('none');
	add(20);
	const stop = fixture.service.listen(({ operation, processed }) => {
		if (operation !== 'queryRecordTimeline' || !processed) return;
		stop();
		for (const record of account().records.values())
			Object.assign(record, { text_content: 'Changed', title: 'Changed', version: 9 });
	});
	const { items } = await run(['Get Many', { operation: 'getAll', returnAll: true }, rowsIn]);
	expect(items).toHaveLength(20);
	for (const { json } of items)
		expect(json).toMatchObject({ text_content: 'The kiln', title: null, version: 1 });
	expect(rowsIn(items).map(({ topic_uid }) => topic_uid)).toContain(TOPIC);
});

it('reads a record once for all lists of a run', async () => {
	show('none');
	add(20);
	const { items } = await fixture.run({
		node: 'svcRecords',
		parameters: { resource: 'record', operation: 'getAll', returnAll: true } as never,
		items: Array.from({ length: 12 }, () => ({})),
	});
	expect(items).toHaveLength(12 * 20);
	for (const { json } of items) expect(json.topic_uid).toBe(topicOf(json.record_uid));
	expect(exactReads().map(({ length }) => length)).toEqual([10, 10]);
});

/** Number of records of which queries show no container, exact reads, and whether these have one. */
const COUNTS: Array<[records: number, requests: number, has: boolean]> = [
	[0, 0, true],
	[1, 1, true],
	[100, 10, true],
	[1000, 100, true],
	// What one request does not have, the next ones do not have either: only those in flight are sent
	[100, 4, false],
	[1000, 4, false],
];

describe.each(['items', 'csv'])('as %s', (outputAs) => {
	it.each(COUNTS)('%i records take %i more requests (containers in them: %s)', async (...of) => {
		const [count, requests, has] = of;
		show('none');
		add(count);
		if (!has) rewrite(({ container: _container, ...record }) => [record]);
		const list = { operation: 'getAll', returnAll: true, outputAs };
		const { items, error } = await run(['Get Many', list, rowsIn]);
		if (error) throw error;
		if (outputAs === 'items') expect(items).toHaveLength(count);
		const lists = fixture.asked('queryRecordTimeline').length;
		expect(exactReads()).toHaveLength(requests);
		expect(new Set(exactReads().flat()).size).toBe(exactReads().flat().length);
		expect(lists).toBe(Math.max(1, Math.ceil(count / 150)));
	});
});

it.each([
	['fails', { status: 500, times: Infinity }],
	['never answers', { delayMs: Infinity, times: Infinity }],
	['refuses the key', { status: 401, times: Infinity }],
])('a poll whose exact read %s emits its events once', async (_what, rule) => {
	show('none');
	add(15);
	refuse(rule);
	const own = { event: 'newRecord', startFrom: 'date', startDate: '2026-06-14' };
	const setup = {
		workflow: randomUUID(),
		node: 'svcRecordsTrigger',
		parameters: own as never,
		credential: fixture.credential,
		budget: 2000,
	};
	const first = await pollNode(setup as never);
	if (first.error) throw first.error;
	expect(first.items).toHaveLength(15);
	for (const { json } of first.items) {
		expect(json).not.toHaveProperty('topic_uid');
		const { warnings } = json._event as IDataObject;
		expect(warnings).toContainEqual(expect.stringContaining('The topics of 15 records'));
	}
	fixture.service.faults.clear();
	const second = await pollNode({ ...setup, stored: first.stored } as never);
	expect(second.items).toEqual([]);
});
