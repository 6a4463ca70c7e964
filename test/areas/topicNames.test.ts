import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import { rowsOf } from '../../dev/engine/toolRows';
import { overrideLimits } from '../../nodes/shared/limits';
import { jsonOf, useService } from '../support/useService';

/** `topic`, the name of a topic beside its ID, in records, tasks and their events. */

const fixture = useService();
const account = () => fixture.service.account('a');
const LIST = 'listRecordContainers';

/** Records and tasks of these topics; undefined for none. */
function places(...topics: Array<string | undefined>) {
	const own = [...account().records.values()].filter(
		({ state, creator_user_ref }) =>
			state === 'available' && creator_user_ref === account().profile.user_ref,
	);
	account().records.clear();
	const tasks = [...account().arrangements.values()];
	account().arrangements.clear();
	topics.forEach((topic_uid, i) => {
		const container = topic_uid ? { kind: 'topic', topic_uid } : { kind: 'unclassified' };
		const record = {
			...own[i],
			title: `Note ${i}`,
			container,
			send_at: own[0].send_at - i * 1000,
		} as never;
		account().records.set(own[i].record_uid, record);
		const task = { ...tasks[i], topic_uid, status: 'following', updated_at: Date.now() - i * 1000 };
		account().arrangements.set(tasks[i].arrangement_uid, task as never);
	});
}

/** Topics of the account with these titles and paths; returns their IDs. */
function topics(...entries: Array<[title: string, path: string]>): string[] {
	const [[, model]] = account().topics;
	account().topics.clear();
	return entries.map(([title, display_path], i) => {
		const topic_uid = `top_${i}`;
		account().topics.set(topic_uid, { ...model, topic_uid, title, display_path } as never);
		return topic_uid;
	});
}

const KINDS: Record<string, { node: string; list: INodeParameters; order: string }> = {
	records: {
		node: 'svcRecords',
		list: { resource: 'record', operation: 'getAll', period: 'anyTime' },
		order: 'record_uid',
	},
	tasks: {
		node: 'svcArrangements',
		list: { resource: 'arrangement', operation: 'getAll' },
		order: 'arrangement_uid',
	},
};

describe.each(Object.entries(KINDS))('%s', (_kind, { node, list }) => {
	const rowsWith = async (more: INodeParameters = {}, tool = '') => {
		const parameters = { ...list, ...more };
		const { items, hints, error } = await fixture.run({ node: `${node}${tool}`, parameters });
		if (error) throw new Error(error.message);
		return { rows: rowsOf(jsonOf(items) as IDataObject[]), hints, items };
	};
	const topicsOf = (rows: IDataObject[]) => rows.map(({ topic }) => topic);

	it('have the name of their topic, with one list of topics for all', async () => {
		const [clay, glaze] = topics(['Clay', 'Clay'], ['Glaze', 'Glaze']);
		places(clay, undefined, glaze, clay);
		const { rows } = await rowsWith();
		expect(topicsOf(rows)).toEqual(['Clay', null, 'Glaze', 'Clay']);
		expect(fixture.asked(LIST)).toHaveLength(1);
	});

	it('have the path where two topics have one title, and an ID where they have one path', async () => {
		const all = topics(
			['Clay', 'Studio / Clay'],
			['Clay', 'Fair / Clay'],
			['Log', 'A / Log'],
			['Log', 'A / Log'],
		);
		places(...all);
		expect(topicsOf((await rowsWith()).rows)).toEqual([
			'Studio / Clay',
			'Fair / Clay',
			'A / Log (top_2)',
			'A / Log (top_3)',
		]);
	});

	it('have no name of a topic that the service does not list', async () => {
		topics(['Clay', 'Clay']);
		places('top_gone', 'top_0');
		const { rows } = await rowsWith();
		expect(rows.map(({ topic, topic_uid }) => [topic, topic_uid])).toEqual([
			[null, 'top_gone'],
			['Clay', 'top_0'],
		]);
	});

	it('find the name on the second page of topics', async () => {
		const all = topics(
			...Array.from({ length: 130 }, (_, i): [string, string] => [`T ${i}`, `T ${i}`]),
		);
		places(all[129], all[0]);
		const names = topicsOf((await rowsWith()).rows);
		expect(new Set(names)).toEqual(new Set(['T 129', 'T 0']));
		expect(fixture.asked(LIST).length).toBeGreaterThan(1);
	});

	it.each<[string, INodeParameters, string]>([
		['no row has a topic', {}, ''],
		['rows are as the service answers them', { simplify: false }, ''],
		['a text does not show topics', { outputAs: 'text', textFields: ['title'] }, ''],
		['a tool returns other fields', { toolOutput: 'selected', outputFields: 'title' }, 'Tool'],
	])('ask for no topics if %s', async (what, more, tool) => {
		const [clay] = topics(['Clay', 'Clay']);
		places(what === 'no row has a topic' ? undefined : clay, undefined);
		await rowsWith(more, tool);
		expect(fixture.asked(LIST)).toEqual([]);
	});

	it('leave the field out, with a hint, if topics cannot be listed', async () => {
		const [clay] = topics(['Clay', 'Clay']);
		places(clay, undefined);
		fixture.service.faults.add({ operation: LIST, status: 403, times: Infinity });
		const { rows, hints } = await rowsWith();
		expect(rows).toHaveLength(2);
		expect(rows.filter((row) => 'topic' in row)).toEqual([]);
		expect(hints.join()).toContain("The names of topics could not be read, so 'topic' is missing.");
	});

	it('come without names in a call of a model that has no time left for them', async () => {
		const [clay] = topics(['Clay', 'Clay']);
		places(clay, undefined);
		const restore = overrideLimits({ patientCall: 2_000, firstPause: 1_000 });
		fixture.service.faults.add({ operation: LIST, delayMs: Infinity, times: Infinity });
		const { rows } = await rowsWith({}, 'Tool');
		fixture.service.faults.release();
		restore();
		expect(rows.filter((row) => 'title' in row)).toHaveLength(2);
		expect(JSON.stringify(rows)).not.toContain('Clay');
	});

	it('have topics in a tool, and in a table', async () => {
		const [clay, glaze] = topics(['Clay', 'Clay'], ['Glaze', 'Glaze']);
		places(clay, glaze, undefined);
		expect(topicsOf((await rowsWith({}, 'Tool')).rows)).toEqual(['Clay', 'Glaze', undefined]);
		const { items } = await rowsWith({ outputAs: 'csvPrograms' });
		const text = Buffer.from(items[0].binary!.data.data, 'base64').toString();
		const [header, ...lines] = text.trim().split('\r\n');
		expect(header.split(',')).toContain('topic');
		expect(lines.join()).toContain('Glaze');
	});

	it('make a text with a heading for each topic', async () => {
		const [clay, glaze] = topics(['Clay', 'Clay'], ['Glaze', 'Glaze']);
		places(clay, glaze, undefined, clay, 'top_gone');
		const { items } = await rowsWith({ outputAs: 'text', groupBy: 'topic', textFields: ['title'] });
		const text = String(items[0].json.text);
		const headings = text
			.split('\n')
			.filter((line) => line !== '' && !line.startsWith('-') && !line.startsWith(' '));
		expect([...headings].sort()).toEqual(['Clay', 'Glaze', 'No topic', 'top_gone']);
		const block = text.split('\n\n').find((each) => each.startsWith('Clay'))!;
		expect(block.split('\n')).toHaveLength(3);
	});
});

it.each([
	['svcRecords', 'record', 'record'],
	['svcArrangements', 'arrangement', 'arrangement'],
])('%s: a single one has the name too', async (node, resource, locator) => {
	const [clay] = topics(['Clay', 'Clay']);
	places(clay);
	const [key] = resource === 'record' ? account().records.keys() : account().arrangements.keys();
	const { items } = await fixture.run({
		node,
		parameters: { resource, operation: 'get', [locator]: uid(key) },
	});
	expect(jsonOf(items)).toMatchObject([{ topic: 'Clay', topic_uid: clay }]);
});
