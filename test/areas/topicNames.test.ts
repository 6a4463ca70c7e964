import { randomUUID } from 'node:crypto';

import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { addArrangement } from '../../dev/areas/Arrangements/events';
import { addRecord } from '../../dev/areas/Records/events';
import { uid } from '../../dev/contract/choices';
import { pollNode } from '../../dev/engine/pollNode';
import { overrideLimits } from '../../nodes/shared/limits';
import { jsonOf, toldRows, useService } from '../support/useService';

/**
 * Records and tasks say by name in which topic they are: `topic` beside `topic_uid`, and Group By Topic in texts. The list
 * of topics is read once, and only if it is needed.
 */

const NOW = Date.parse('2026-06-15T12:00:00Z');
const fixture = useService({ now: NOW, size: { records: 0, arrangements: 0 } });
const account = () => fixture.service.account('a');
const LIST = 'listRecordContainers';

let restore: () => void;
beforeEach(() => (restore = overrideLimits({ patientCall: 3_000, firstBackoff: 0 })));
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

	it.each(shown)('have the names of their topics as %s', async (_what, parameters, rowsOf) => {
		usual();
		const { items: output, hints } = await run(kind, parameters(kind));
		expect(namesIn(kind, rowsOf(kind)(output))).toEqual(USUAL);
		expect(fixture.asked(LIST)).toHaveLength(1);
		expect(hints).toEqual([]);
	});

	it.each(HIDDEN)('read no topics as %s', async (_what, parameters, rowsOf) => {
		usual();
		const { items: output } = await run(kind, parameters(kind));
		for (const row of rowsOf(kind)(output)) expect(row).not.toHaveProperty('topic');
		expect(fixture.asked(LIST)).toEqual([]);
	});

	it.each(shown)('read no topics as %s if none is in one', async (_what, parameters, rowsOf) => {
		fill([null, null]);
		const { items: output } = await run(kind, parameters(kind));
		expect(namesIn(kind, rowsOf(kind)(output))).toEqual([null, null]);
		expect(fixture.asked(LIST)).toEqual([]);
	});

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

	it.each(GROUPED)('has the headings of %s', async (_what, topics, of, text) => {
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

it('records whose topic is not known have neither identifier nor name', async () => {
	usual();
	fixture.service.settings.records.containers = 'none';
	fixture.service.faults.add({ operation: 'batchGetRecords', status: 400, times: Infinity });
	const { items: output } = await run(KINDS.records, {});
	for (const { json } of output) {
		expect(json).not.toHaveProperty('topic_uid');
		expect(json).not.toHaveProperty('topic');
	}
	expect(fixture.asked(LIST)).toEqual([]);
});

it('a filter on the topic needs the list for its name alone', async () => {
	usual();
	fixture.service.settings.records.containers = 'none';
	const filter = { container: 'topic', topic: uid('top_soil_2') };
	const { items: output } = await run(KINDS.records, filter);
	expect(output.map(({ json }) => json.topic)).toEqual(['Kitchen / Soil']);
	expect(fixture.asked('batchGetRecords')).toEqual([]);
});
