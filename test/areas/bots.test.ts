import { overrideLimits } from '../../dev/limits';
import type { IDataObject } from 'n8n-workflow';
import { DECLARED } from '../../dev/engine/operations';
import { jsonOf, linksOf, nodeOf, useService } from '../support/useService';

const fixture = useService();

// These tests are about the retried requests, not about the backoff
beforeAll(() => overrideLimits({ firstBackoff: 10 }));

const account = () => fixture.service.account('a');
const bots = () => [...account().bots.values()];
const own = () => bots().filter((bot) => bot.own);
const chats = () => [...account().conversations.values()];
const group = () => chats().find(({ name }) => name === 'Studio team')!.chat_session_uid;
const dedicated = () => chats().find(({ bot_uid }) => account().bots.get(bot_uid ?? '')?.own)!;
const free = () => bots().find((bot) => !account().botBindings.of(group(), bot.bot_uid))!.bot_uid;
const installed = () => account().botBindings.botsOf(group())[0];
const node = nodeOf('svcBots');
const withBody = (resource: string, operation: string, body: unknown, more: IDataObject = {}) =>
	node(resource, operation, { body: JSON.stringify(body), ...more });
const items = (...elements: object[]) => ({
	items: elements.map((element, i) => ({ item_id: String(i), ...element })),
});

/** A body for each operation, by its resource and value, and the expected output. */
const CASES: Record<string, () => { body: object; output: object }> = {
	'bot getAll': () => ({ body: { limit: 1 }, output: { bot_uid: expect.any(String) as string } }),
	'bot get': () => ({
		body: { bot_uids: [own()[0].bot_uid] },
		output: { bot_uid: own()[0].bot_uid, found: true, bot: { name: own()[0].name } },
	}),
	'bot create': () => ({
		body: items({ name: 'Heron' }),
		output: { item_id: '0', status: 'succeeded', bot: { name: 'Heron' } },
	}),
	'bot updateProfile': () => ({
		body: items({ bot_uid: own()[0].bot_uid, name: 'Crane' }),
		output: { status: 'succeeded', bot: { name: 'Crane' } },
	}),
	'bot delete': () => ({
		body: items({ bot_uid: own()[0].bot_uid }),
		output: { status: 'succeeded', bot_uid: own()[0].bot_uid },
	}),
	'groupBinding getAll': () => ({
		body: { chat_session_uid: group(), limit: 1 },
		output: { chat_session_uid: group() },
	}),
	'groupBinding install': () => ({
		body: items({ chat_session_uid: group(), bot_uid: free() }),
		output: { status: 'succeeded', chat_session_uid: group(), bot_uid: free() },
	}),
	'groupBinding remove': () => ({
		body: items({ chat_session_uid: group(), bot_uid: installed() }),
		output: { status: 'succeeded', bot_uid: installed() },
	}),
	'groupBinding setContextPermission': () => ({
		body: items({ chat_session_uid: group(), bot_uid: installed(), allowed: false }),
		output: { status: 'succeeded', context_allowed: false },
	}),
	'conversation find': () => ({
		body: items({ bot_uid: dedicated().bot_uid }),
		output: { found: true, chat_session_uid: dedicated().chat_session_uid },
	}),
	'conversation getAllMessages': () => ({
		body: { bot_uid: dedicated().bot_uid, limit: 1 },
		output: { chat_session_uid: dedicated().chat_session_uid, sequence: 1 },
	}),
	'request send': () => ({
		body: items({ bot_uid: own()[0].bot_uid, text_content: 'How hot is the kiln?' }),
		output: { status: 'succeeded', request_uid: expect.any(String) as string },
	}),
	'request getResult': () => ({
		body: { request_uid: 'req_none' },
		output: { request_uid: 'req_none', state: 'not_found' },
	}),
	'message publish': () => ({
		body: items({ bot_uid: dedicated().bot_uid, text_content: 'The kiln is cold.' }),
		output: { status: 'succeeded', chat_session_uid: dedicated().chat_session_uid },
	}),
	'webhookSecurity get': () => ({
		body: { bot_uid: own()[0].bot_uid },
		output: { found: true, mode: own()[0].webhook.mode },
	}),
	'webhookSecurity set': () => ({
		body: { bot_uid: own()[0].bot_uid, mode: 'signed', allowed_sources: ['192.0.2.7'] },
		output: { status: 'succeeded', mode: 'signed', allowed_sources: ['192.0.2.7'] },
	}),
};

const declared = DECLARED.filter(({ area }) => area === 'Bots').map(({ resource, operation }) => ({
	resource: resource.value,
	operation: operation.value,
	title: `${resource.value} ${operation.value}`,
	path: operation.routing.request.url,
}));

describe('the sixteen operations', () => {
	it('all have a test case', () => {
		expect(declared.map(({ title }) => title).sort()).toEqual(Object.keys(CASES).sort());
		expect(declared).toHaveLength(16);
	});

	it.each(declared)('$title sends the body unchanged, and returns one item', async (operation) => {
		const { body, output } = CASES[operation.title]();
		const { items: out, error } = await fixture.run(
			withBody(operation.resource, operation.operation, body),
		);
		expect(error).toBeUndefined();
		expect(jsonOf(out)).toMatchObject([output]);
		expect(linksOf(out)).toEqual([0]);
		expect(fixture.requests.map(({ path }) => path)).toEqual([operation.path]);
		expect(fixture.bodies).toEqual([body]);
	});
});

describe('lists', () => {
	it('return one page without Return All', async () => {
		const { items: out } = await fixture.run(withBody('bot', 'getAll', { limit: 2 }));
		expect(out).toHaveLength(2);
		expect(fixture.requests).toHaveLength(1);
	});

	it('follow has_more over irregular pages under Return All, with the filters on every page', async () => {
		fixture.service.paging = 'irregular';
		const body = { bot_uid: dedicated().bot_uid, limit: 3 };
		const { items: out } = await fixture.run(
			withBody('conversation', 'getAllMessages', body, { returnAll: true }),
		);
		const { chat_session_uid } = dedicated();
		const sequences = jsonOf(out).map(({ sequence }) => Number(sequence));
		expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
		expect(sequences.length).toBeGreaterThan(3);
		expect(jsonOf(out).every((row) => row.chat_session_uid === chat_session_uid)).toBe(true);
		expect(fixture.requests.length).toBeGreaterThan(sequences.length / 3);
		for (const sent of fixture.bodies) expect(sent).toMatchObject(body);
		const plain = await fixture.run(
			withBody('conversation', 'getAllMessages', { ...body, limit: 100 }),
		);
		expect(jsonOf(out).length).toBeGreaterThanOrEqual(plain.items.length);
	});

	it('end under Return All if the answer has no list', async () => {
		const { items: out } = await fixture.run(
			withBody('request', 'getResult', { request_uid: 'none' }, { returnAll: true }),
		);
		expect(out).toHaveLength(1);
		expect(fixture.requests).toHaveLength(1);
	});
});

describe('elements that the service rejects', () => {
	const two = () => items({ name: 'Heron' }, { description: 'nameless' });

	it('fail on their own; the others succeed', async () => {
		const { items: out, errors } = await fixture.run({
			...withBody('bot', 'create', two()),
			settings: { onError: 'continueErrorOutput' },
		});
		expect(jsonOf(out)).toMatchObject([{ item_id: '0', status: 'succeeded' }]);
		expect(jsonOf(errors)).toMatchObject([
			{
				error: 'The service rejected the change (item_id 1)',
				details: { reason: 'invalid_name' },
			},
		]);
		expect([linksOf(out), linksOf(errors)]).toEqual([[0], [0]]);
	});

	it('are output items with If Rejected = Output Outcome', async () => {
		const { items: out } = await fixture.run(
			withBody('bot', 'create', two(), { options: { ifRejected: 'output' } }),
		);
		expect(jsonOf(out)).toMatchObject([
			{ item_id: '0', status: 'succeeded' },
			{ item_id: '1', status: 'rejected', reason: 'invalid_name' },
		]);
	});
});

describe('the body', () => {
	it('may be an object from an expression, one for each item', async () => {
		const { items: out } = await fixture.run({
			...node('bot', 'create', { body: '={{ $json.request }}' }),
			items: ['Heron', 'Crane'].map((name) => ({ request: items({ name }) })),
		});
		expect(jsonOf(out)).toMatchObject([{ bot: { name: 'Heron' } }, { bot: { name: 'Crane' } }]);
		expect(linksOf(out)).toEqual([0, 1]);
	});

	it('may be empty', async () => {
		await fixture.run(node('bot', 'getAll'));
		expect(fixture.bodies).toEqual([{}]);
	});

	it.each([
		['text that is no JSON', 'bots: all', /^'Body' is not JSON: .*$/],
		['broken JSON', '{"items": [}', /^'Body' is not JSON: .*$/],
		['a list', '[]', /^'Body' must be a JSON object, not \[\]$/],
		['a number', '7', /^'Body' must be a JSON object, not 7$/],
		['null', 'null', /^'Body' must be a JSON object, not null$/],
		['a user_id', '{"user_id": "u"}', /^'Body' must not contain 'user_id'/],
		['a user_id from an expression', '={{ { user_id: 1 } }}', /^'Body' must not contain 'user_id'/],
	])('is not sent with %s', async (_what, body, message) => {
		const { error } = await fixture.run(node('bot', 'create', { body }));
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(/^Nothing was sent\. /);
		expect(fixture.requests).toEqual([]);
	});
});

describe('repetition', () => {
	const create = () => withBody('bot', 'create', items({ name: 'Heron' }));
	const herons = () => bots().filter(({ name }) => name === 'Heron');

	it.each([
		['a lost connection', { drop: 'after' }],
		['a connection that was lost early', { drop: 'before' }],
		['HTTP 502', { status: 502, processFirst: true }],
		['HTTP 503', { status: 503 }],
	] as const)(
		'of a write does not happen after %s, since its effect is not documented',
		async (_what, fault) => {
			fixture.service.faults.add({ operation: 'createBots', ...fault });
			const { error } = await fixture.run(create());
			expect(error).toBeDefined();
			expect(fixture.requests).toHaveLength(1);
			expect(herons().length).toBeLessThanOrEqual(1);
		},
	);

	it('of a write happens after HTTP 429, since nothing was written', async () => {
		fixture.service.faults.add({ operation: 'createBots', status: 429, retryAfter: 0 });
		const { items: out } = await fixture.run(create());
		expect(out).toHaveLength(1);
		expect(herons()).toHaveLength(1);
	});

	it('of a read happens after temporary errors', async () => {
		fixture.service.faults.add({ operation: 'queryBots', drop: 'before' });
		fixture.service.faults.add({ operation: 'queryBots', status: 503 });
		const { items: out } = await fixture.run(node('bot', 'getAll'));
		expect(out).toHaveLength(own().length);
		expect(fixture.requests).toHaveLength(3);
	});
});
