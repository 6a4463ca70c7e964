import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import { anything } from '../../dev/contract/sample';
import type { Outcome } from '../../dev/engine/runNode';
import type { StoredRecord } from '../../dev/areas/Records/data';
import { DECLARED, titleOf, type Declared } from '../../dev/engine/operations';
import { callTool } from '../../dev/engine/runTool';
import { share } from '../support/effort';
import { jsonOf, linksOf, useService } from '../support/useService';
import { writeCases, type Write } from '../support/cases';
import { read } from '../support/repository';

/** Validate Only: a write shows its requests, and sends none of them. */

const fixture = useService();
const account = () => fixture.service.account('a');
const CASES = writeCases(fixture);

const previewed = DECLARED.filter(({ operation }) => operation.endpoint.preview);
const pathsOfWrites: string[] = previewed.map(({ operation }) => operation.routing.request.url);

/** A request as the output has it. */
interface Shown {
	method: string;
	path: string;
	body: Record<string, unknown>;
}

const shownIn = (items: Parameters<typeof jsonOf>[0]) =>
	jsonOf(items).flatMap(({ requests }) => requests as Shown[]);
const written = () =>
	fixture.requests
		.filter(({ path }) => pathsOfWrites.includes(path))
		.map(({ path, body }) => ({ method: 'POST', path, body }));

/** Requests without what is another in every run: keys that the node makes, and times that are now. */
function comparable(requests: unknown): unknown {
	return JSON.parse(
		JSON.stringify(requests, (key, value: unknown) => {
			if (key === 'idempotency_key' && /^[0-9a-f-]{36}-/.test(String(value))) return 'own key';
			const isNow = typeof value === 'number' && Math.abs(value - Date.now()) < 3_600_000;
			return key.endsWith('_at') && isNow ? 'now' : value;
		}),
	);
}

function withOption(parameters: INodeParameters): INodeParameters {
	return { ...parameters, options: { ...(parameters.options as object), validateOnly: true } };
}

const records = () =>
	[...account().records.values()].filter(
		({ state, locked, creator_user_ref }) =>
			state === 'available' && !locked && creator_user_ref === account().profile.user_ref,
	);

it('is an option of all writes and of no read', () => {
	const offering = DECLARED.filter(({ operation }) =>
		operation.fields.some(
			({ name, options = [] }) =>
				name === 'options' &&
				options.some((option) => 'name' in option && option.name === 'validateOnly'),
		),
	).map(titleOf);
	expect(offering).toEqual(expect.arrayContaining(Object.keys(CASES)));
	expect(offering).toEqual(previewed.map(titleOf));
	const others = DECLARED.map(titleOf).filter((title) => !offering.includes(title));
	expect(others.filter((title) => !/> (Get|Find|Search)/.test(title))).toEqual([]);
	expect(offering.filter((title) => /> (Get|Find|Search)/.test(title))).toEqual([]);
});

/** A write of which the contract shows no fields, with any body. */
const rawCase = ({ area, resource, operation }: Declared) => ({
	node: `svc${area}`,
	resource: resource.value,
	operation: operation.value,
	parameters: anything.parameters,
	made: () => 0,
});

describe.each(share(previewed).map((declared) => [titleOf(declared), declared] as const))(
	'%s',
	(title, declared) => {
		it('shows what it sends without the option, to the letter, and changes nothing', async () => {
			const run = async (withIt: boolean) => {
				fixture.service.reset();
				const { node, resource, operation, parameters, made }: Write = (
					CASES[title] ?? (() => rawCase(declared))
				)();
				const all = { resource, operation, ...parameters } as INodeParameters;
				const { items } = await fixture.run({
					node,
					parameters: withIt ? withOption(all) : all,
					settings: { onError: 'continueErrorOutput' },
				});
				return { items, made: made() };
			};
			const { items, made } = await run(true);
			expect(written()).toEqual([]);
			expect(made).toBe(0);
			expect(jsonOf(items)).toEqual([{ validated: true, requests: expect.any(Array) as unknown }]);
			const shown = shownIn(items);
			await run(false);
			expect(written()).not.toEqual([]);
			expect(comparable(shown)).toEqual(comparable(written()));
		});
	},
);

describe('shows in their order the requests of', () => {
	it('a status that takes two steps: the first one, and nothing for a task that has the status', async () => {
		const task = (status: string) =>
			[...account().arrangements.values()].find((row) => row.status === status)!;
		const [one, other] = [task('identified'), task('completed')];
		const setStatus = {
			resource: 'arrangement',
			operation: 'setStatus',
			arrangement: uid('={{ $json.uid }}'),
			status: 'completed',
		};
		const setup = {
			node: 'svcArrangements',
			items: [one, other].map(({ arrangement_uid }) => ({ uid: arrangement_uid })),
		};
		const { items } = await fixture.run({ ...setup, parameters: withOption(setStatus) });
		expect(jsonOf(items)[1]).toEqual({ validated: true, requests: [] });
		expect([one.status, other.status]).toEqual(['identified', 'completed']);
		const shown = shownIn(items);
		expect(fixture.requests).toHaveLength(1);
		await fixture.run({ ...setup, parameters: setStatus });
		expect(shown).toEqual([written()[0]]);
	});

	it('messages to people: the private chat once for each, then each message', async () => {
		const people = [...account().people.values()]
			.filter(({ relationships }) => relationships.includes('contact'))
			.map(({ user_ref }) => user_ref);
		const send = {
			resource: 'message',
			operation: 'send',
			sendTo: 'person',
			person: uid('={{ $json.who }}'),
			text: '={{ $json.text }}',
		};
		const setup = {
			node: 'svcChat',
			items: [0, 1, 0].map((i, n) => ({ who: people[i], text: `note ${n}` })),
		};
		const { items } = await fixture.run({ ...setup, parameters: withOption(send) });
		expect(fixture.requests).toEqual([]);
		expect(jsonOf(items).map(({ requests }) => (requests as Shown[]).map(itemOf))).toMatchObject([
			[{ target_user_ref: people[0] }, { text_content: 'note 0' }],
			[{ target_user_ref: people[1] }, { text_content: 'note 1' }],
			[{ text_content: 'note 2' }],
		]);
		const shown = shownIn(items).map(itemOf);
		await fixture.run({ ...setup, parameters: send });
		const sent = written().flatMap(({ body }) => (body as { items: IDataObject[] }).items);
		// The private chat is known only when it is there
		const known = (each: IDataObject) => ({
			...each,
			...(each.chat_session_uid && { chat_session_uid: 'known' }),
		});
		const sorted = (list: IDataObject[]) =>
			(comparable(list.map(known)) as IDataObject[]).map((each) => JSON.stringify(each)).sort();
		expect(sorted(shown)).toEqual(sorted(sent));
	});
});

function itemOf({ body }: Shown): IDataObject {
	const [item, ...others] = body.items as IDataObject[];
	expect(others).toEqual([]);
	return item;
}

describe('of 25 updates', () => {
	const update = (options: IDataObject = {}) => ({
		node: 'svcRecords',
		parameters: withOption({
			resource: 'record',
			operation: 'update',
			record: uid('={{ $json.uid }}'),
			updateFields: { title: '={{ $json.title }}' },
			options: options as INodeParameters,
		}),
	});

	it('reads the versions together, and gives each item its own request', async () => {
		const some = records().slice(0, 25);
		const { items } = await fixture.run({
			...update(),
			items: some.map(({ record_uid }, i) => ({ uid: record_uid, title: `t${i}` })),
		});
		expect(fixture.requests.map(({ operation }) => operation)).toEqual(
			Array(3).fill('batchGetRecords'),
		);
		expect(linksOf(items)).toEqual(some.map((_record, i) => i));
		expect(shownIn(items).map(itemOf)).toMatchObject(
			some.map(({ record_uid, version }, i) => ({
				item_id: String(i),
				record_uid,
				expected_version: version,
				title: `t${i}`,
				idempotency_key: expect.stringMatching(/^[A-Za-z0-9._:-]{1,128}$/) as string,
			})),
		);
	});

	it('fails those that would fail, and remembers nothing of them', async () => {
		const [good] = records();
		const { items, errors, run } = await fixture.run({
			...update(),
			items: [
				{ uid: 'nobody', title: 'x' },
				{ uid: good.record_uid, title: 'x' },
				{ uid: good.record_uid, title: '' },
			],
			settings: { onError: 'continueErrorOutput' },
		});
		expect(linksOf(items)).toEqual([1]);
		expect(jsonOf(errors).map(({ error }) => error)).toEqual([
			'The record "nobody" does not exist or is not readable with this key [item 1 of 3]',
			"'Title' is empty [item 3 of 3]",
		]);
		expect(JSON.stringify(run.data.executionData?.contextData)).not.toContain('svc');
	});

	it('sends those of the other items, where an expression decides', async () => {
		const [one, other] = records();
		const { items } = await fixture.run({
			...update({ validateOnly: '={{ $json.only }}' }),
			parameters: {
				...update().parameters,
				options: { validateOnly: '={{ $json.only }}' },
			},
			items: [
				{ uid: one.record_uid, title: 'shown', only: true },
				{ uid: other.record_uid, title: 'sent', only: false },
			],
		});
		expect(jsonOf(items)).toMatchObject([
			{ validated: true },
			{ record_uid: other.record_uid, status: 'succeeded' },
		]);
		expect(one.title).not.toBe('shown');
		expect(other.title).toBe('sent');
	});
});

describe('refuses what the reads show that the service would refuse:', () => {
	const stored = (wanted: (record: StoredRecord) => boolean) =>
		[...account().records.values()].find(wanted)!;
	const somebodyElses = () =>
		stored(
			({ state, creator_user_ref }) =>
				state === 'available' && creator_user_ref !== account().profile.user_ref,
		);
	const changes: Array<[string, INodeParameters]> = [
		['update', { updateFields: { title: 'x' } }],
		['appendText', { text: 'x' }],
		['move', { destination: 'unclassified' }],
		['delete', {}],
	];
	const change = async (operation: string, record_uid: string, more: INodeParameters) => {
		const parameters = { resource: 'record', operation, record: uid(record_uid), ...more };
		const run = async (all: INodeParameters) =>
			await fixture.run({
				node: 'svcRecords',
				parameters: all,
				settings: { onError: 'continueErrorOutput' },
			});
		return { before: await run(withOption(parameters)), after: () => run(parameters) };
	};
	const told = ({ errors }: Outcome) =>
		jsonOf(errors).map(({ error, details }) => [error, (details as IDataObject).reason]);

	it.each(changes)('Record > %s of a record of somebody else', async (operation, more) => {
		const { before, after } = await change(operation, somebodyElses().record_uid, more);
		expect(told(before)).toEqual([['The record was created by somebody else', 'not_self_created']]);
		expect(written()).toEqual([]);
		expect(told(await after())).toEqual(told(before));
	});

	it.each(changes)('Record > %s of a protected or deleted record', async (operation, more) => {
		for (const [state, reason] of [
			['protected', 'protected'],
			['deleted', 'not_active'],
		] as const) {
			const record = records()[0];
			record.state = state;
			const { before } = await change(operation, record.record_uid, more);
			expect(told(before)).toEqual([[expect.any(String), reason]]);
			record.state = 'available';
		}
	});

	it.each(changes)('Record > %s gives its outcome if that is wanted', async (operation, more) => {
		const { record_uid } = somebodyElses();
		const options = { ifRejected: 'output' };
		const { before, after } = await change(operation, record_uid, { ...more, options });
		const outcome = { record_uid, status: 'rejected', reason: 'not_self_created' };
		expect(jsonOf(before.items)).toEqual([outcome]);
		expect(jsonOf((await after()).items)).toMatchObject([outcome]);
	});

	it('reads the account once for a key, and tells nothing if it cannot be read', async () => {
		const credential = { ...fixture.credential, apiKey: fixture.service.addKey('a') };
		const parameters = withOption({
			resource: 'record',
			operation: 'delete',
			record: uid(somebodyElses().record_uid),
		});
		const run = async () =>
			await fixture.run({
				node: 'svcRecords',
				parameters,
				credential,
				settings: { onError: 'continueErrorOutput' },
			});
		fixture.service.faults.add({ operation: 'getCurrentUserProfile', status: 401, times: 1 });
		expect(jsonOf((await run()).items)).toMatchObject([{ validated: true }]);
		expect(told(await run())).toHaveLength(1);
		expect(told(await run())).toHaveLength(1);
		const asked = fixture.requests.map(({ operation }) => operation);
		expect(asked.filter((operation) => operation === 'getCurrentUserProfile')).toHaveLength(2);
	});

	it('a publication of a record of somebody else, and of one that is not available', async () => {
		const publish = async (record_uid: string) =>
			await fixture.run({
				node: 'svcWorld',
				parameters: withOption({
					resource: 'post',
					operation: 'publish',
					record: uid(record_uid),
				}),
				settings: { onError: 'continueErrorOutput' },
			});
		expect(told(await publish(somebodyElses().record_uid))).toEqual([
			[expect.any(String), 'unavailable'],
		]);
		const [record] = records();
		record.state = 'protected';
		expect(told(await publish(record.record_uid))).toEqual([
			[expect.any(String), 'source_unavailable'],
		]);
	});

	it('a withdrawal of a post of somebody else, and of none', async () => {
		const theirs = [...account().world.posts.values()].find(
			({ state, author_user_ref }) =>
				state === 'published' && author_user_ref !== account().profile.user_ref,
		)!;
		for (const record_uid of [theirs.record_uid, 'nothing']) {
			const { errors } = await fixture.run({
				node: 'svcWorld',
				parameters: withOption({
					resource: 'post',
					operation: 'unpublish',
					post: uid(record_uid),
				}),
				settings: { onError: 'continueErrorOutput' },
			});
			expect(jsonOf(errors)).toMatchObject([{ details: { reason: 'unavailable' } }]);
		}
	});

	it('any change of a deleted task', async () => {
		const task = [...account().arrangements.values()].find(({ status }) => status !== 'deleted')!;
		task.status = 'deleted';
		for (const [operation, more] of [
			['update', { updateFields: { title: 'x' } }],
			['setStatus', { status: 'following' }],
			['delete', {}],
		] as const) {
			const { errors } = await fixture.run({
				node: 'svcArrangements',
				parameters: withOption({
					resource: 'arrangement',
					operation,
					arrangement: uid(task.arrangement_uid),
					...more,
				}),
				settings: { onError: 'continueErrorOutput' },
			});
			expect(jsonOf(errors)).toMatchObject([{ details: { reason: 'not_active' } }]);
		}
		expect(written()).toEqual([]);
	});
});

it('looks names up, and leaves the numbers of a request as they are with Simplify', async () => {
	const topic = [...account().topics.values()].find(({ valid }) => valid)!;
	const { items } = await fixture.run({
		node: 'svcRecords',
		parameters: withOption({
			resource: 'record',
			operation: 'create',
			text: 'Glaze',
			container: 'topic',
			topic: { __rl: true, mode: 'name', value: topic.display_path },
			additionalFields: { sendAt: '2026-01-01T00:00:00Z' },
		}),
	});
	expect(shownIn(items).map(itemOf)).toMatchObject([
		{ container: { topic_uid: topic.topic_uid }, send_at: 1767225600000 },
	]);
	expect(written()).toEqual([]);
});

it('shows a request as docs/write-safety.md does', async () => {
	const [, sample] = /```json\n([^`]*)```/.exec(read('docs/write-safety.md'))!;
	const [{ record_uid, version }] = records();
	const { items } = await fixture.run({
		node: 'svcRecords',
		parameters: withOption({ resource: 'record', operation: 'delete', record: uid(record_uid) }),
	});
	const shown = JSON.parse(sample) as { requests: Shown[] };
	Object.assign(itemOf(shown.requests[0]), { record_uid, expected_version: version });
	expect(jsonOf(items)).toEqual([shown]);
});

describe('as a tool of an agent', () => {
	const note = withOption({ resource: 'record', operation: 'create', text: 'Water the kale' });

	it('from version 3 on, shows the request', async () => {
		const { items } = await fixture.run({ node: 'svcRecordsTool', parameters: note });
		expect(shownIn(items).map(itemOf)).toMatchObject([{ text_content: 'Water the kale' }]);
		expect(fixture.requests).toEqual([]);
	});

	it('before version 3, shows the request if the model wants it, and sends it otherwise', async () => {
		const options = { validateOnly: "={{ $fromAI('only', '', 'boolean') }}" };
		const [shown, sent] = await callTool({
			node: 'svcRecordsTool',
			parameters: { ...note, options },
			credential: fixture.credential,
			calls: [{ only: true }, { only: false }],
		});
		expect(shown.result).toMatchObject([{ validated: true }]);
		expect(sent.result).toMatchObject([{ record_uid: expect.any(String) as string }]);
		expect(written()).toHaveLength(1);
	});

	it('sends nothing of a call that names several objects', async () => {
		const [{ record_uid: first }, { record_uid: second }] = records();
		const [{ result }] = await callTool({
			node: 'svcRecordsTool',
			parameters: withOption({
				resource: 'record',
				operation: 'delete',
				record: uid("={{ $fromAI('record') }}"),
			}),
			credential: fixture.credential,
			calls: [{ record: `${first}, ${second}` }],
		});
		expect(result).toMatchObject([{ validated: true }, { validated: true }]);
		expect(written()).toEqual([]);
	});
});
