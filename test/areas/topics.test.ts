import { randomUUID } from 'node:crypto';

import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { addArrangement } from '../../dev/areas/Arrangements/events';
import { addRecord } from '../../dev/areas/Records/events';
import { uid } from '../../dev/contract/choices';
import { pollNode } from '../../dev/engine/pollNode';
import type { LogEntry, Settings } from '../../dev/fake-service/index';
import { overrideLimits } from '../../dev/limits';
import { jsonOf, toldRows, useService } from '../support/useService';
import { share } from '../support/effort';

/**
 * Records and tasks say in which topic they are: `topic_uid`, its name in `topic`, and Group By Topic in texts. Queries may
 * leave out the container of a record (contract, Record): it is read where the topic decides the output, or where the option
 * Topics asks for it. `topic_uid: null` means that a record is in no topic. The list of topics is read once, and only if it
 * is needed.
 */

const NOW = Date.parse('2026-06-15T12:00:00Z');
const fixture = useService({ now: NOW, size: { records: 0, arrangements: 0 } });
const account = () => fixture.service.account('a');
const LIST = 'listRecordContainers';
const READ = 'batchGetRecords';
const TOPIC = 'top_garden';
const show = (containers: Settings['records']['containers']) =>
	(fixture.service.settings.records.containers = containers);
const exactReads = () => fixture.asked(READ).map(({ record_uids }) => record_uids as string[]);

let restore: () => void;
beforeEach(() => {
	restore = overrideLimits({ patientCall: 3_000, firstBackoff: 0 });
	show('all');
});
afterEach(() => {
	restore();
	fixture.service.faults.release();
});

type Topic = [topic_uid: string, title: string, path: string];
const GARDEN: Topic = ['top_garden', 'Garden', 'Garden'];
const SOIL: Topic = ['top_soil_1', 'Soil', 'Garden / Soil'];
const OTHER_SOIL: Topic = ['top_soil_2', 'Soil', 'Kitchen / Soil'];
const SNAKE: Topic = ['top_snake', 'to_do_list', 'to_do_list'];
/** A topic that was deleted: nothing names it any more */
const GONE: Topic = ['top_gone', 'Gone', 'Gone'];

function addTopics(topics: Topic[], valid = true): void {
	for (const [topic_uid, title, display_path] of topics)
		account().topics.set(topic_uid, { topic_uid, title, display_path, valid });
}

/** Puts one record and one task into each of these topics, the newest into the first; null for none. */
function fill(topic_uids: Array<string | null>): void {
	topic_uids.forEach((topic_uid, i) => {
		const title = `No. ${i}`;
		addRecord(account(), {
			record_uid: `rec_${i}`,
			send_at: NOW - 1000 - i,
			title,
			text_content: 'The kiln',
			container: topic_uid ? { kind: 'topic', topic_uid } : { kind: 'unclassified' },
		});
		const task = { arrangement_uid: `arr_${i}`, updated_at: NOW - 1000 - i, title };
		addArrangement(account(), { ...task, topic_uid: topic_uid ?? undefined });
	});
}

/** Two topics of one title, one whose name looks like a word of the contract, no topic, and one that is gone. */
function usual(): void {
	account().topics.clear();
	addTopics([GARDEN, SOIL, OTHER_SOIL, SNAKE]);
	addTopics([GONE], false);
	fill(['top_garden', 'top_soil_1', null, 'top_soil_2', 'top_gone', 'top_snake', 'top_garden']);
}
const USUAL = ['Garden', 'Garden / Soil', null, 'Kitchen / Soil', null, 'to_do_list', 'Garden'];

type Row = Record<string, unknown>;
interface Kind {
	node: string;
	resource: string;
	id: 'record_uid' | 'arrangement_uid';
	event: string;
	get: (row: string) => IDataObject;
}
const KINDS: Record<string, Kind> = {
	records: {
		node: 'svcRecords',
		resource: 'record',
		id: 'record_uid',
		event: 'newRecord',
		get: (row) => ({ record: uid(row) }),
	},
	tasks: {
		node: 'svcArrangements',
		resource: 'arrangement',
		id: 'arrangement_uid',
		event: 'updated',
		get: (row) => ({ arrangement: uid(row) }),
	},
};

interface Ran {
	items: INodeExecutionData[];
	hints: string[];
	/** Static data of a trigger after the poll */
	poll?: () => ReturnType<typeof pollNode>;
}

/** Runs an operation as a node or tool, or polls a trigger that has all events since yesterday. */
async function run({ node, resource }: Kind, parameters: IDataObject, more = {}): Promise<Ran> {
	const { as, event, ...own } = parameters;
	if (event === undefined) {
		const suffix = as === 'tool' ? 'Tool' : '';
		const given = { resource, operation: 'getAll', ...own } as never;
		const { items, error, hints } = await fixture.run({
			node: node + suffix,
			parameters: given,
			...more,
		});
		if (error) throw error;
		return { items, hints };
	}
	const given = { event, startFrom: 'date', startDate: '2026-06-14', ...own } as never;
	const setup = {
		workflow: randomUUID(),
		node: `${node}Trigger`,
		parameters: given,
		credential: fixture.credential,
		budget: 3000,
		...more,
	};
	const { items, error, stored } = await pollNode(setup);
	if (error) throw error;
	const warned = items.flatMap(({ json }) => (json._event as IDataObject).warnings ?? []);
	const poll = async () => await pollNode({ ...setup, stored });
	// The clock of the service is another one here
	const hints = new Set((warned as string[]).filter((words) => words.includes('topic')));
	return { items, hints: [...hints], poll };
}

const fileOf = (items: INodeExecutionData[]) =>
	Buffer.from(items[0].binary!.data.data, 'base64').toString();
const csvIn = (items: INodeExecutionData[]): Row[] =>
	parse<Row>(fileOf(items), { columns: true, bom: true });
const linesIn = (items: INodeExecutionData[]): Row[] =>
	fileOf(items)
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as Row);
const textIn =
	({ id }: Kind) =>
	(items: INodeExecutionData[]): Row[] =>
		String(items[0].json.text)
			.split('\n')
			.map((line) => {
				const [, name, topic] = /^- (\S+)(?: · (.+))?$/.exec(line)!;
				return { [id]: name, topic };
			});

/** The names by the numbers of the rows; a table and a text have nothing for null. */
function namesIn({ id }: Kind, rows: Row[]): unknown[] {
	const ours = rows.filter((row) => row[id]);
	ours.sort((a, b) => (String(a[id]) < String(b[id]) ? -1 : 1));
	return ours.map(({ topic = null }) => topic || null);
}

type Reads = (kind: Kind) => (items: INodeExecutionData[]) => Row[];
const items: Reads = () => jsonOf;
const told: Reads = () => toldRows;
const csv: Reads = () => csvIn;
const lines: Reads = () => linesIn;
const idAnd = ({ id }: Kind) => ({ outputAs: 'text', textFields: [id, 'topic'] });
type Case = [what: string, parameters: (kind: Kind) => IDataObject, rows: Reads];
const SHOWN: Case[] = [
	['items', () => ({}), items],
	['CSV for spreadsheets', () => ({ outputAs: 'csv' }), csv],
	['CSV for programs', () => ({ outputAs: 'csvPrograms' }), csv],
	['JSON Lines', () => ({ outputAs: 'jsonLines' }), lines],
	['a text with the field', idAnd, textIn],
	['a tool', () => ({ as: 'tool', limit: 50 }), told],
	[
		'a tool with chosen fields',
		({ id }) => ({
			as: 'tool',
			limit: 50,
			toolOutput: 'selected',
			outputFields: `${id},topic`,
		}),
		told,
	],
	['events', ({ event }) => ({ event }), items],
	['events as CSV', ({ event }) => ({ event, outputAs: 'csv' }), csv],
	['events as a text with the field', (kind) => ({ event: kind.event, ...idAnd(kind) }), textIn],
];
const SEARCHED: Case[] = SHOWN.filter(([what]) => !what.startsWith('events')).map(
	([what, parameters, rows]) => [
		`a search as ${what}`,
		(kind) => ({ ...parameters(kind), operation: 'search', keyword: 'kiln' }),
		rows,
	],
);
const HIDDEN: Case[] = [
	['items without Simplify', () => ({ simplify: false }), items],
	['raw JSON Lines', () => ({ outputAs: 'jsonLines', simplify: false }), lines],
	['a text without the field', () => ({ outputAs: 'text' }), () => () => []],
	['a text by day', () => ({ outputAs: 'text', groupBy: 'day' }), () => () => []],
	['a tool with raw rows', () => ({ as: 'tool', toolOutput: 'raw' }), told],
	[
		'a tool with other fields',
		({ id }) => ({ as: 'tool', toolOutput: 'selected', outputFields: `${id},title` }),
		told,
	],
	['events without Simplify', ({ event }) => ({ event, simplify: false }), items],
	['events as a text', ({ event }) => ({ event, outputAs: 'text' }), () => () => []],
];

describe.each(Object.entries(KINDS))('%s', (things, kind) => {
	const shown = things === 'records' ? [...SHOWN, ...SEARCHED] : SHOWN;

	it.each(share(shown))(
		'have the names of their topics as %s',
		async (_what, parameters, rowsOf) => {
			usual();
			const { items: output, hints } = await run(kind, parameters(kind));
			expect(namesIn(kind, rowsOf(kind)(output))).toEqual(USUAL);
			expect(fixture.asked(LIST)).toHaveLength(1);
			expect(hints).toEqual([]);
		},
	);

	it.each(share(HIDDEN))('read no topics as %s', async (_what, parameters, rowsOf) => {
		usual();
		const { items: output } = await run(kind, parameters(kind));
		for (const row of rowsOf(kind)(output)) expect(row).not.toHaveProperty('topic');
		expect(fixture.asked(LIST)).toEqual([]);
	});

	it.each(share(shown))(
		'read no topics as %s if none is in one',
		async (_what, parameters, rowsOf) => {
			fill([null, null]);
			const { items: output } = await run(kind, parameters(kind));
			expect(namesIn(kind, rowsOf(kind)(output))).toEqual([null, null]);
			expect(fixture.asked(LIST)).toEqual([]);
		},
	);

	it('have them in the read of one, once for all input items', async () => {
		usual();
		const get = { ...kind.get('={{ $json.uid }}'), operation: 'get' };
		const inputs = USUAL.map((_name, i) => ({ uid: `${kind.id.slice(0, 3)}_${i}` }));
		const { items: output } = await run(kind, get, { items: inputs });
		expect(namesIn(kind, jsonOf(output))).toEqual(USUAL);
		expect(fixture.asked(LIST)).toHaveLength(1);
	});

	it('read the list once for all lists of a run', async () => {
		usual();
		const inputs = Array.from({ length: 8 }, () => ({}));
		const { items: output } = await run(kind, {}, { items: inputs });
		expect(output).toHaveLength(8 * USUAL.length);
		for (const { json } of output)
			expect(json.topic).toBe(USUAL[Number(String(json[kind.id]).slice(4))]);
		expect(fixture.asked(LIST)).toHaveLength(1);
	});

	it.each([
		['all pages that it takes', 'top_z', 3, 'Last'],
		['no more pages than a bound', 'top_z', 2, undefined],
	])('read %s', async (_what, topic_uid, pages, name) => {
		if (name === undefined) overrideLimits({ maxNamePages: 2 });
		account().topics.clear();
		addTopics(
			Array.from({ length: 250 }, (_v, i): Topic => {
				const title = `Topic ${i}`;
				return [`top_${String(i).padStart(3, '0')}`, title, title];
			}),
		);
		addTopics([['top_z', 'Last', 'Last']]);
		fill([topic_uid]);
		const { items: output, hints } = await run(kind, {});
		expect(output[0].json.topic).toBe(name);
		expect(fixture.asked(LIST)).toHaveLength(pages);
		expect(hints.join()).toContain(name === undefined ? 'more than the 2 pages' : '');
	});
});

describe.each(Object.entries(KINDS))('%s of which the topics cannot be listed', (_things, kind) => {
	it.each([
		['refused', { status: 400 }, 'refused'],
		['of a service that fails', { status: 500 }, 'status 500'],
		['of a key that is refused', { status: 401 }, 'API key'],
		['slow', { delayMs: Infinity }, /in time|too long/],
		['broken', { rewrite: () => ({ code: 0, data: { items: [{}] } }) }, ''],
	])('have no names if the list is %s', async (_what, rule, reason) => {
		for (const parameters of [{}, { as: 'tool', limit: 50 }, { event: kind.event }]) {
			if ('delayMs' in rule && !('as' in parameters || 'event' in parameters)) continue;
			fixture.service.reset();
			show('all');
			usual();
			fixture.service.faults.add({ operation: LIST, times: Infinity, ...rule } as never);
			const { items: output, hints, poll } = await run(kind, parameters);
			const rows = 'as' in parameters ? toldRows(output) : jsonOf(output);
			const ours = rows.filter((row) => row[kind.id]);
			expect(ours).toHaveLength(USUAL.length);
			for (const row of ours)
				if (row.topic_uid) expect(row).not.toHaveProperty('topic');
				else if (!('as' in parameters)) expect(row.topic).toBeNull();
			const said = [...hints, ...rows.map(({ hint = '' }) => hint)].join(' ');
			expect(said).toContain("The names of topics could not be read, so 'topic' is missing.");
			expect(said).toMatch(reason);
			fixture.service.faults.clear();
			// Nothing is lost, and nothing comes twice
			if (poll) expect((await poll()).items).toEqual([]);
		}
	});
});

/** Topics, the topics of the newest to the oldest row, and the text by topic. */
const GROUPED: Array<
	[what: string, topics: Topic[], of: Array<string | null>, text: Array<[string, number[]]>]
> = [
	['their titles', [GARDEN], ['top_garden', 'top_garden'], [['Garden', [0, 1]]]],
	[
		'none, which comes last',
		[GARDEN],
		[null, 'top_garden', null],
		[
			['Garden', [1]],
			['No topic', [0, 2]],
		],
	],
	['nothing but none', [GARDEN], [null, null], [['No topic', [0, 1]]]],
	[
		'paths where titles are equal',
		[GARDEN, SOIL, OTHER_SOIL],
		['top_soil_1', 'top_soil_2', 'top_garden', 'top_soil_1'],
		[
			['Garden / Soil', [0, 3]],
			['Kitchen / Soil', [1]],
			['Garden', [2]],
		],
	],
	[
		'a path although the other topic of that title has no row',
		[SOIL, OTHER_SOIL],
		['top_soil_1'],
		[['Garden / Soil', [0]]],
	],
	[
		'identifiers where paths are equal, too',
		[SOIL, ['top_soil_3', 'Soil', 'Garden / Soil']],
		['top_soil_1', 'top_soil_3'],
		[
			['Garden / Soil (top_soil_1)', [0]],
			['Garden / Soil (top_soil_3)', [1]],
		],
	],
	[
		'identifiers where a path is the title of another one',
		[SOIL, OTHER_SOIL, ['top_odd', 'Garden / Soil', 'Garden / Soil']],
		['top_soil_1', 'top_odd'],
		[
			['Garden / Soil (top_soil_1)', [0]],
			['Garden / Soil (top_odd)', [1]],
		],
	],
	[
		'titles that differ in blanks alone',
		[GARDEN, ['top_b', ' Garden', 'Home / Garden']],
		['top_garden', 'top_b'],
		[
			['Garden', [0]],
			['Home / Garden', [1]],
		],
	],
	['a topic that is gone', [GARDEN], ['top_gone'], [['top_gone', [0]]]],
	[
		'a topic that is called so beside none',
		[['top_none', 'No topic', 'No topic']],
		['top_none', null],
		[
			['No topic', [0]],
			['No topic', [1]],
		],
	],
	['a name like a word of the contract', [SNAKE], ['top_snake'], [['to_do_list', [0]]]],
	['a topic without a title', [['top_empty', '', 'Home / ']], ['top_empty'], [['Home /', [0]]]],
];

describe.each(Object.entries(KINDS))('a text of %s by topic', (_things, kind) => {
	const byTopic = { outputAs: 'text', groupBy: 'topic', textFields: ['title', 'topic'] };
	const written = (groups: Array<[string, number[]]>) =>
		groups
			.map(([heading, of]) => [heading, ...of.map((i) => `- No. ${i}`)].join('\n'))
			.join('\n\n');
	const put = (topics: Topic[], of: Array<string | null>) => {
		account().topics.clear();
		addTopics(topics);
		fill(of);
	};

	it.each(share(GROUPED))('has the headings of %s', async (_what, topics, of, text) => {
		put(topics, of);
		const { items: output, hints } = await run(kind, byTopic);
		expect(output[0].json.text).toBe(written(text));
		expect(hints).toEqual([]);
	});

	it('has them in events, too', async () => {
		put([GARDEN, SOIL, OTHER_SOIL], ['top_soil_1', null, 'top_soil_2', 'top_soil_1']);
		const { items: output } = await run(kind, { event: kind.event, ...byTopic });
		const text = written([
			['Garden / Soil', [3, 0]],
			['Kitchen / Soil', [2]],
			['No topic', [1]],
		]);
		expect(output[0].json.text).toBe(text);
	});

	it('has the identifiers as headings if the list cannot be read, and says so', async () => {
		put([GARDEN, SOIL], ['top_soil_1', 'top_garden', null, 'top_soil_1']);
		fixture.service.faults.add({ operation: LIST, status: 400 });
		const { items: output, hints } = await run(kind, byTopic);
		const text = written([
			['top_soil_1', [0, 3]],
			['top_garden', [1]],
			['No topic', [2]],
		]);
		expect(output[0].json.text).toBe(text);
		expect(hints.join()).toContain("The names of topics could not be read, so 'topic' is missing.");
	});
});

/** Adds available records with the word "kiln", every third one in no topic, and one that is protected. */
function add(count: number, state: 'protected' | 'available' = 'available') {
	addTopics([GARDEN]);
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

/** A table has an empty cell for null: only a record with a container is known to be in no topic. */
const placesIn: Reads = (kind) => (output) =>
	csv(kind)(output).map(({ topic_uid, topic: _topic, ...row }) => ({
		...row,
		...(row.container === '' ? {} : { topic_uid: topic_uid || null }),
	}));
const placesInText: Reads = () => (output) =>
	String(output[0].json.text)
		.split('\n')
		.map((line) => {
			const [, record_uid, kind, topic_uid] = /^- (\S+)(?: · (\w+))?(?: · (\S+))?$/.exec(line)!;
			return { record_uid, ...(kind && { topic_uid: topic_uid ?? null }) };
		});
/** A tool leaves a value null out of its rows. */
const placesTold: Reads = () => (output) =>
	toldRows(output)
		.filter(({ record_uid }) => record_uid)
		.map((row) => (row.container ? { topic_uid: null, ...row } : row));
const FIELDS = ['record_uid', 'container', 'topic_uid'];
const search = { operation: 'search', keyword: 'kiln' };
const tool = { as: 'tool', limit: 50 };

type Asked = 'option' | 'event' | 'tool' | 'fields';
/** Records by what shows them, and what asks for their topics: an option of the list, an event, a tool, or chosen fields. */
const PLACED: Array<[what: string, asked: Asked, parameters: IDataObject, rows: Reads]> = [
	['Get Many', 'option', { returnAll: true }, items],
	['Get Many as CSV for spreadsheets', 'option', { returnAll: true, outputAs: 'csv' }, placesIn],
	[
		'Get Many as CSV for programs',
		'option',
		{ returnAll: true, outputAs: 'csvPrograms' },
		placesIn,
	],
	['Get Many as JSON Lines', 'option', { returnAll: true, outputAs: 'jsonLines' }, lines],
	[
		'Get Many as a text',
		'fields',
		{ returnAll: true, outputAs: 'text', textFields: FIELDS },
		placesInText,
	],
	['Search', 'option', { ...search, returnAll: true }, items],
	['Search as CSV', 'option', { ...search, returnAll: true, outputAs: 'csv' }, placesIn],
	[
		'Search as a text',
		'fields',
		{ ...search, returnAll: true, outputAs: 'text', textFields: FIELDS },
		placesInText,
	],
	['a tool that lists', 'tool', tool, placesTold],
	['a tool that searches', 'tool', { ...tool, ...search }, placesTold],
	[
		'a tool with chosen fields',
		'fields',
		{ ...tool, toolOutput: 'selected', outputFields: FIELDS.join() },
		placesTold,
	],
	['New Record', 'event', { event: 'newRecord' }, items],
	['New Record as CSV', 'event', { event: 'newRecord', outputAs: 'csv' }, placesIn],
	['New Record as JSON Lines', 'event', { event: 'newRecord', outputAs: 'jsonLines' }, lines],
	[
		'New Record as a text',
		'event',
		{ event: 'newRecord', outputAs: 'text', textFields: FIELDS },
		placesInText,
	],
];
const ALL_TOPICS = { options: { topics: 'all' } };
/** With the option Topics, where there is one: only Get Many and Search have it. */
const withAll = (asked: Asked, parameters: IDataObject) =>
	asked === 'option' ? { ...parameters, ...ALL_TOPICS } : parameters;
/** Hints about topics, beside the rows or in the rows of a tool. */
const saidOf = ({ items: output, hints }: Ran, { as }: IDataObject): string[] => {
	const said = as
		? toldRows(output).flatMap(({ hint }) => (hint ? [String(hint)] : []))
		: hints.filter((hint) => hint.includes('topic'));
	return said.filter((hint) => !hint.includes('names of topics'));
};

/** Containers that queries show, exact reads of 40 records with the sizes of their requests, and records without. */
const GIVEN: Array<['none' | 'some' | 'all', sizes: number[], missing: number]> = [
	['none', [10, 10, 10, 10], 40],
	['some', [10, 10], 20],
	['all', [], 0],
];

describe.each(GIVEN)('if queries show %s of the containers', (shown, sizes, missing) => {
	beforeEach(() => {
		account().topics.clear();
		show(shown);
		add(40, 'protected');
	});

	describe.each(share(PLACED))('%s', (what, asked, parameters, rowsOf) => {
		it('says where each record is if something asks for it', async () => {
			const ran = await run(KINDS.records, withAll(asked, parameters));
			const rows = rowsOf(KINDS.records)(ran.items);
			expect(rows.length).toBeGreaterThanOrEqual(40);
			for (const { record_uid, ...row } of rows) {
				// Nobody says where a protected record is
				if (record_uid === 'rec_locked_b') expect(row).not.toHaveProperty('topic_uid');
				else expect([record_uid, row.topic_uid]).toEqual([record_uid, topicOf(record_uid)]);
			}
			expect(exactReads().map(({ length }) => length)).toEqual(sizes);
			expect(fixture.asked(LIST)).toHaveLength(asked === 'fields' || what.includes('text') ? 0 : 1);
			expect(saidOf(ran, parameters)).toEqual([]);
		});

		it('says it of the records that came with it otherwise, and what the rest takes', async () => {
			if (asked !== 'option') return;
			const ran = await run(KINDS.records, parameters);
			const rows = rowsOf(KINDS.records)(ran.items);
			const known = rows.filter((row) => Object.hasOwn(row, 'topic_uid'));
			expect(known).toHaveLength(40 - missing);
			for (const { record_uid, topic_uid } of known) expect(topic_uid).toBe(topicOf(record_uid));
			expect(exactReads()).toEqual([]);
			expect(fixture.asked(LIST)).toHaveLength(missing < 40 ? 1 : 0);
			// A search finds no protected record
			const all = parameters.operation === 'search' ? 40 : 41;
			const told = `${missing} of ${all} records came without their topic. For them, set the option Topics to All (up to ${missing / 10} more requests).`;
			expect(saidOf(ran, parameters)).toEqual(missing === 0 ? [] : [told]);
		});
	});

	it.each(share(HIDDEN))('reads nothing more as %s', async (_what, parameters, rowsOf) => {
		const ran = await run(KINDS.records, { ...ALL_TOPICS, ...parameters(KINDS.records) });
		for (const row of rowsOf(KINDS.records)(ran.items)) expect(row).not.toHaveProperty('topic_uid');
		expect(exactReads()).toEqual([]);
	});

	it.each([
		['a topic', { container: 'topic', topic: uid(TOPIC) }, TOPIC, 'Garden'],
		['no topic', { container: 'unclassified' }, null, null],
	])('a filter on %s decides it', async (_what, filter, topic_uid, topic) => {
		for (const [what, , parameters, rowsOf] of PLACED) {
			if (what.includes('earch')) continue;
			const { items: output } = await run(KINDS.records, { ...parameters, ...filter });
			const all = rowsOf(KINDS.records)(output);
			expect(all.length).toBeGreaterThan(10);
			for (const row of all) expect([what, row.topic_uid]).toEqual([what, topic_uid]);
			if (what === 'Get Many') for (const row of all) expect(row.topic).toBe(topic);
		}
		expect(exactReads()).toEqual([]);
	});
});

/** Faults of the exact read of the first ten records, the number of records without topic then, and the reason that is told. */
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
const SOME = PLACED.filter(([what]) => !/spreadsheets|text|Lines|fields|New Record as/.test(what));
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

	it.each(share(SOME))('%s does not say where the record is, and tells it', async (...listed) => {
		const [, asked, parameters, rowsOf] = listed;
		const places = new Map([...account().records.keys()].map((key) => [key, topicOf(key)]));
		// On a busy machine, a list may be read again in a short poll, and then shows that the record has changed
		const more = reason.startsWith('no longer') ? { budget: 20_000 } : {};
		const ran = await run(KINDS.records, withAll(asked, parameters), more);
		const rows = rowsOf(KINDS.records)(ran.items);
		expect(rows).toHaveLength(40);
		const known = rows.filter((row) => Object.hasOwn(row, 'topic_uid'));
		expect(known).toHaveLength(40 - unread);
		for (const { record_uid, topic_uid } of known)
			expect(topic_uid).toBe(places.get(String(record_uid)));
		for (const row of rows)
			if (!known.includes(row)) expect(row.topic || undefined).toBeUndefined();
		const whose = unread === 1 ? 'The topic of 1 record' : `The topics of ${unread} records`;
		const told = saidOf(ran, parameters);
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
	const { items: output } = await run(KINDS.records, { returnAll: true, ...ALL_TOPICS });
	expect(output).toHaveLength(20);
	for (const { json } of output)
		expect(json).toMatchObject({ text_content: 'The kiln', title: null, version: 1 });
	expect(output.map(({ json }) => json.topic_uid)).toContain(TOPIC);
});

it.each([
	[ALL_TOPICS, [10, 10], []],
	[{}, [], ['240 of 240 records came without their topic.']],
])('reads and counts once for all lists of a run with %j', async (own, sizes, told) => {
	show('none');
	add(20);
	const inputs = { items: Array.from({ length: 12 }, () => ({})) };
	const { items: output, hints } = await run(KINDS.records, { returnAll: true, ...own }, inputs);
	expect(output).toHaveLength(12 * 20);
	if (sizes.length > 0)
		for (const { json } of output) expect(json.topic_uid).toBe(topicOf(json.record_uid));
	expect(exactReads().map(({ length }) => length)).toEqual(sizes);
	expect(hints).toEqual(told.map((words) => expect.stringContaining(words) as string));
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
		const list = { returnAll: true, outputAs, ...ALL_TOPICS };
		const { items: output } = await run(KINDS.records, list);
		if (outputAs === 'items') expect(output).toHaveLength(count);
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
	const { items: output, poll } = await run(
		KINDS.records,
		{ event: 'newRecord' },
		{ budget: 2000 },
	);
	expect(output).toHaveLength(15);
	for (const { json } of output) {
		expect(json).not.toHaveProperty('topic_uid');
		const { warnings } = json._event as IDataObject;
		expect(warnings).toContainEqual(expect.stringContaining('The topics of 15 records'));
	}
	fixture.service.faults.clear();
	expect((await poll!()).items).toEqual([]);
});

it('does not say of a container that the contract does not have whether it is a topic', async () => {
	show('all');
	add(3);
	fixture.service.faults.add({
		operation: 'queryRecordTimeline',
		rewrite: (envelope: IDataObject) => {
			const { items: records } = envelope.data as { items: IDataObject[] };
			const odd = records.map((record) => ({ ...record, container: { kind: 'shelf' } }));
			return { ...envelope, data: { ...(envelope.data as object), items: odd } };
		},
	});
	const { items: output } = await run(KINDS.records, {});
	for (const { json } of output) {
		expect(json.container).toBe('shelf');
		expect(json).not.toHaveProperty('topic');
		expect(json).not.toHaveProperty('topic_uid');
	}
});
