import { overrideLimits } from '../../dev/limits';
import type { IDataObject } from 'n8n-workflow';

import { jsonOf, nodeOf, useService } from '../support/useService';
import type { StoredRecord } from '../../dev/areas/Records/data';
import { uid } from '../../dev/contract/choices';

/** Answers that no service should give: nothing is written twice, and no wrong outcome is reported. */

const fixture = useService();

beforeAll(() => overrideLimits({ firstBackoff: 10 }));
beforeEach(() => fixture.expectViolations());

const account = () => fixture.service.account('a');
const records = () => [...account().records.values()];
const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const record = (operation: string, parameters: IDataObject = {}) => ({
	node: 'svcRecords',
	parameters: { resource: 'record', operation, ...parameters } as never,
});
const written = (start: string) =>
	records().filter(({ text_content }) => text_content.startsWith(start));
/** Records that the account may change. */
const own = (): StoredRecord[] =>
	records().filter(
		({ state, locked, creator_user_ref }) =>
			state === 'available' && !locked && creator_user_ref === account().profile.user_ref,
	);
/** The next answer of an operation. */
const answer = (operation: string, data: object, more: object = {}) => {
	const body = JSON.stringify({ code: 200, message: 'ok', request_id: 'r', data });
	fixture.service.faults.add({ operation, status: 200, body, ...more });
};
const asked = (operation: string) =>
	fixture.requests.filter((entry) => entry.operation === operation);
const itemsOf = (body?: IDataObject) => body!.items as IDataObject[];
const deleteOf = (list: StoredRecord[]) => ({
	...record('delete', { record: uid('={{ $json.uid }}') }),
	items: list.map(({ record_uid }) => ({ uid: record_uid })),
});

/** A text that differs at each try, like an expression with the current time. */
const changing = (text: string) => `={{ '${text} ' + $json.n + ' ' + $now.toMillis() }}`;

describe('an answer to a write that does not tell the outcome', () => {
	it.each([
		['no items', {}],
		['items that are no list', { items: null }],
		['a row that is no object', { items: [null] }],
		['no row for the item', { items: [] }],
		['a row without outcome', { items: [{ item_id: '0' }] }],
		['a status that is none', { items: [{ item_id: '0', status: 'maybe' }] }],
		['success without UID', { items: [{ item_id: '0', status: 'succeeded' }] }],
	])('leaves the outcome unknown, and no second write follows: %s', async (_what, data) => {
		answer('createRecords', data, { processFirst: true });
		const create = record('create', { text: changing('unsaid') });
		const { error } = await fixture.run({ ...create, items: [{ n: 1 }], settings: retry });
		expect(error?.message).toContain('with other values and may have succeeded');
		expect(written('unsaid')).toHaveLength(1);
	});

	it('is resolved by repeating the request if the content is the same', async () => {
		const [one] = own();
		answer('deleteRecords', {}, { processFirst: true });
		const { error, items } = await fixture.run({ ...deleteOf([one]), settings: retry });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(one.state).toBe('deleted');
	});
});

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
	"fails only one item with the reason '%s'",
	async (reason) => {
		const [one, two] = own();
		answer('deleteRecords', {
			items: [
				{ item_id: '0', record_uid: one.record_uid, status: 'succeeded', state: 'deleted' },
				{ item_id: '1', record_uid: two.record_uid, status: 'rejected', reason },
			],
		});
		const { items, errors } = await fixture.run({
			...deleteOf([one, two]),
			settings: { onError: 'continueErrorOutput' },
		});
		expect(items).toHaveLength(1);
		expect(jsonOf(errors)).toMatchObject([
			{ error: 'The service rejected the change [item 2 of 2]', details: { reason } },
		]);
	},
);

it('does not show the key if the service repeats it as request ID, reason or content', async () => {
	const key = fixture.credential.apiKey as string;
	const [one] = own();
	const failing = { settings: { onError: 'continueErrorOutput' as const } };
	fixture.service.faults.add({
		operation: 'deleteRecords',
		status: 400,
		body: JSON.stringify({ code: 1, message: key, request_id: key }),
	});
	const refused = await fixture.run({ ...deleteOf([one]), ...failing });
	answer('deleteRecords', { items: [{ item_id: '0', status: 'rejected', reason: key }] });
	const rejected = await fixture.run({ ...deleteOf([one]), ...failing });
	for (const { errors } of [refused, rejected]) {
		expect(errors).toHaveLength(1);
		expect(JSON.stringify(errors)).toContain('***');
		expect(JSON.stringify(errors)).not.toContain(key);
	}
	one.text_content = `It is ${key}.`;
	const { items } = await fixture.run(record('get', { record: uid(one.record_uid) }));
	expect(items[0].json.text_content).toBe('It is ***.');
});

it.each([{ target_user_ref: 'somebody_else' }, { chat_session_uid: '' }])(
	'sends nothing to the private chat %o',
	async (others) => {
		const target_user_ref = [...account().people.keys()].at(-1)!;
		const made = { target_user_ref, status: 'succeeded', chat_session_uid: 'chat_1', ...others };
		answer('createPrivateChats', { items: [{ item_id: '0', ...made }] });
		const to = { sendTo: 'person', person: uid(target_user_ref), text: 'Tea?' };
		const { error } = await fixture.run(nodeOf('svcChat')('message', 'send', to));
		expect(error?.message).toContain('did not return the private chat');
		expect(error?.description).toContain('The message was not sent.');
		expect(asked('sendChatMessages')).toEqual([]);
	},
);

it('does not explain a refused bot with the ID of a conversation', async () => {
	const { chat_session_uid } = [...account().conversations.values()].find(
		({ kind }) => kind === 'group',
	)!;
	fixture.service.faults.add({ operation: 'sendChatMessages', status: 400, times: Infinity });
	const to = { conversation: uid(chat_session_uid), text: '@Kiln now' };
	const mention = [{ botUid: 'bot_1', mentionText: '@Kiln' }];
	const bots = { botMentions: { mention } };
	const send = async (options: IDataObject) =>
		(await fixture.run(nodeOf('svcChat')('message', 'send', { ...to, options }))).error;
	expect((await send({}))?.description).toContain("the ID of a person goes into 'Person'");
	expect((await send(bots))?.description).not.toContain("goes into 'Person'");
});

it('changes no task whose status is not known', async () => {
	const [[task]] = account().arrangements;
	const arrangement = { ...account().arrangements.get(task), status: 'paused' };
	answer('batchGetArrangements', { items: [{ arrangement_uid: task, found: true, arrangement }] });
	const change = { arrangement: uid(task), targetStatus: 'following' };
	const { error } = await fixture.run(
		nodeOf('svcArrangements')('arrangement', 'setStatus', change),
	);
	expect(error?.message).toBe('The task has a status that is not known: paused');
	expect(asked('transitionArrangements')).toEqual([]);
});

it('tells the status of a task, not of the change, where the service leaves the task out', async () => {
	const [[task]] = account().arrangements;
	answer('updateArrangements', { items: [{ item_id: '0', status: 'succeeded' }] });
	const change = { arrangement: uid(task), updateFields: { title: 'Fire the kiln' } };
	const { items } = await fixture.run(nodeOf('svcArrangements')('arrangement', 'update', change));
	expect(items[0].json).toMatchObject({ arrangement_uid: task, status: null });
});

it('changes no task whose version cannot be read', async () => {
	const [[task]] = account().arrangements;
	const arrangement = { ...account().arrangements.get(task), version: undefined };
	const items = [{ arrangement_uid: task, found: true, arrangement }];
	answer('batchGetArrangements', { items });
	const change = { arrangement: uid(task), updateFields: { title: 'Fire the kiln' } };
	const { error } = await fixture.run(nodeOf('svcArrangements')('arrangement', 'update', change));
	expect(error?.message).toContain("has no whole number 'version'");
	expect(asked('updateArrangements')).toEqual([]);
});

it('gives up on Set Status if every step succeeds but the status is never reached', async () => {
	const task = [...account().arrangements.values()].find(({ status }) => status === 'identified')!;
	const items = [{ item_id: '0', status: 'succeeded', arrangement: task }];
	answer('transitionArrangements', { items }, { times: 100 });
	const { error } = await fixture.run(
		nodeOf('svcArrangements')('arrangement', 'setStatus', {
			arrangement: uid(task.arrangement_uid),
			status: 'completed',
		}),
	);
	expect(error?.message).toMatch(/^The task now has the status 'identified', but then: /);
	expect(asked('transitionArrangements')).toHaveLength(6);
});

describe('an unknown outcome', () => {
	it('does not follow from an unanswered read before the write', async () => {
		fixture.service.faults.add({ operation: 'batchGetRecords', drop: 'after', times: 5 });
		const [one] = own();
		const { error } = await fixture.run(deleteOf([one]));
		expect(error?.message).toContain('closed the connection without an answer');
		expect(error?.message).not.toContain('may have been');
		expect(asked('deleteRecords')).toEqual([]);
	});

	it('remains after a try that the service refused with 429', async () => {
		const restore = overrideLimits({ maxRefusals: 5 });
		const [one] = own();
		fixture.service.faults.add(
			{ operation: 'deleteRecords', drop: 'after', times: 5 },
			{ operation: 'deleteRecords', status: 429, retryAfter: 0, times: 5 },
		);
		const settings = { ...retry, maxTries: 3 };
		const { error, items } = await fixture.run({ ...deleteOf([one]), settings });
		restore();
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});

	it('remains if the object cannot be read after the retry', async () => {
		const [one] = own();
		fixture.service.faults.add(
			{ operation: 'deleteRecords', drop: 'after', times: 5 },
			{ operation: 'batchGetRecords', after: 1, status: 400 },
		);
		const settings = { ...retry, maxTries: 3 };
		const { error, items } = await fixture.run({ ...deleteOf([one]), settings });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});

	it('remains for every item if the repeated request is refused', async () => {
		const operation = 'createRecords';
		fixture.service.faults.add({ operation, drop: 'after' }, { operation, status: 400, times: 3 });
		const { error } = await fixture.run({
			...record('create', { text: changing('pair') }),
			items: [{ n: 1 }, { n: 2 }],
			settings: { ...retry, maxTries: 3 },
		});
		expect(error?.message).toContain('0 of 2 items were written, 2 more may have been');
		expect(written('pair 1')).toHaveLength(1);
		expect(written('pair 2')).toHaveLength(1);
	});
});

describe('times of writes', () => {
	it('of many creates are in input order and not in the future', async () => {
		const items = Array.from({ length: 300 }, (_, n) => ({ n }));
		// No time is before those of earlier writes, of which this account has none
		const credential = { ...fixture.credential, apiKey: fixture.service.keys.b };
		const create = record('create', { text: '={{ "timed " + $json.n }}' });
		await fixture.run({ ...create, items, credential });
		const times = [...fixture.service.account('b').records.values()]
			.filter(({ text_content }) => text_content.startsWith('timed '))
			.map(({ send_at, text_content }) => [Number(text_content.slice(6)), send_at]);
		expect(times).toHaveLength(300);
		times.sort(([a], [b]) => a - b);
		times.slice(1).forEach(([, at], i) => expect(at).toBeGreaterThan(times[i][1]));
		expect(times.at(-1)![1]).toBeLessThanOrEqual(
			Math.min(...asked('createRecords').map(({ startedAt }) => startedAt)),
		);
	});

	it('and keys stay the same after a try that the service refused with 429', async () => {
		const restore = overrideLimits({ maxRefusals: 5 });
		const busy = { operation: 'createRecords', status: 429, retryAfter: 0, times: 5 };
		fixture.service.faults.add(busy);
		const { error } = await fixture.run({ ...record('create', { text: 'busy' }), settings: retry });
		restore();
		expect(error).toBeUndefined();
		const sent = asked('createRecords').map(({ body }) => itemsOf(body)[0]);
		expect(sent).toHaveLength(6);
		expect(new Set(sent.map(({ idempotency_key }) => idempotency_key)).size).toBe(1);
		expect(new Set(sent.map(({ send_at }) => send_at)).size).toBe(1);
	});

	it('and keys are new after a rejection, so that the next try can succeed', async () => {
		const [{ record_uid }] = own();
		const rejected = { item_id: '0', record_uid, status: 'rejected', reason: 'revision_conflict' };
		answer('updateRecords', { items: [rejected] });
		const { error } = await fixture.run({
			...record('update', { record: uid(record_uid), updateFields: { title: 'Later' } }),
			settings: { ...retry, waitBetweenTries: 5 },
		});
		expect(error).toBeUndefined();
		const [[first], [second]] = asked('updateRecords').map(({ body }) => itemsOf(body));
		expect(second.edit_at).toBeGreaterThan(first.edit_at as number);
		expect(second.idempotency_key).not.toBe(first.idempotency_key);
	});
});

it('reports with Batching the items of earlier groups too', async () => {
	fixture.service.faults.add({
		operation: 'createRecords',
		match: ({ body }) => itemsOf(body)[0].item_id === '2',
		status: 400,
	});
	const { error } = await fixture.run({
		...record('create', {
			text: '={{ "group " + $json.n }}',
			requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 40 } } },
		}),
		items: [0, 1, 2].map((n) => ({ n })),
	});
	expect(error?.message).toContain('2 of 3 items were written');
});

it('sends no request of the key while the service asks for a longer pause than the node waits', async () => {
	fixture.service.faults.add({ status: 429, retryAfter: 181, times: Infinity });
	const { errors } = await fixture.run({
		...record('getAll', { limit: 1 }),
		items: Array.from({ length: 20 }, () => ({})),
		settings: { onError: 'continueErrorOutput' },
	});
	expect(errors).toHaveLength(20);
	expect(fixture.requests.length).toBeLessThanOrEqual(4);
	expect(JSON.stringify(errors[19].json)).toMatch(/a pause until 20\d\d-/);
});

it.each(["={{ 'true' }}", 'true'])(
	'accepts the text %s for Return All and Simplify',
	async (on) => {
		const all = await fixture.run(record('getAll', { returnAll: on }));
		expect(all.items.length).toBeGreaterThan(50);
		const calls = { resource: 'call', operation: 'getAll', simplify: on, limit: 1 };
		const { items } = await fixture.run({ node: 'svcCalls', parameters: calls as never });
		expect(items[0].json).toHaveProperty('with');
		expect(items[0].json).not.toHaveProperty('participants');
	},
);
