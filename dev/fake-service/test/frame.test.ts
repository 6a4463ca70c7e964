import { handlers } from '../dispatch';
import axios from 'axios';

import { startService } from '..';
import { createClient } from './client';
import { useFakeService } from '../fakeService';
import { loadContract } from '../contract';

const { service, a } = useFakeService();

const send = (config: object) =>
	axios.request({
		baseURL: `${service.url}/api/v1`,
		url: '/profile/get',
		method: 'POST',
		data: '{}',
		headers: {
			authorization: `Bearer ${service.keys.a}`,
			'content-type': 'application/json; charset=utf-8',
		},
		validateStatus: () => true,
		...config,
	});

describe('envelopes', () => {
	it('have a code, a message, data and a unique request_id', async () => {
		const [first, second] = [await send({}), await send({})];
		expect(first.data).toEqual({
			code: 200,
			message: 'ok',
			request_id: expect.any(String),
			data: service.account('a').profile,
		});
		expect(first.data.request_id).not.toBe(second.data.request_id);
	});

	it('of failures have a code, a message and the request_id of the log', async () => {
		const { status, data } = await a.post('/record/timeline/query', { limit: 151 });
		expect(status).toBe(400);
		expect(data).toEqual({
			code: expect.any(Number),
			message: 'limit must be <= 150',
			request_id: service.log[0].requestId,
		});
	});
});

describe('requests', () => {
	it('are POST only', async () => {
		for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
			const { status, data, headers } = await send({ method, data: undefined });
			expect([method, status]).toEqual([method, 405]);
			expect(data.request_id).toEqual(expect.any(String));
			expect(headers.allow).toBe('POST');
		}
	});

	it.each(['/nothing', '/profile/get/', '/Profile/get', '/'])('to %s are 404', async (url) => {
		const { status, data } = await send({ url });
		expect(status).toBe(404);
		expect(data.request_id).toEqual(expect.any(String));
	});

	it.each([undefined, 'text/plain', 'application/json5', 'application/x-www-form-urlencoded'])(
		'with Content-Type %s are refused',
		async (type) => {
			const headers = { authorization: `Bearer ${service.keys.a}`, 'content-type': type };
			const { status, data } = await send({ headers, data: Buffer.from('{}') });
			expect(status).toBe(400);
			expect(data.message).toMatch('Content-Type');
		},
	);

	it.each(['', '{', '[]', '"x"', 'null', '7'])('with the body %j are refused', async (data) => {
		const answer = await send({ data, transformRequest: (text: string) => text });
		expect(answer.status).toBe(400);
		expect(answer.data.message).toMatch(/body/);
	});

	it('may not have undocumented fields, in particular user_id', async () => {
		expect(await a.refusal('/record/timeline/query', { limt: 5 })).toMatch(/^limt /);
		for (const [path] of loadContract().operations) {
			const message = await a.refusal(path.slice('/api/v1'.length), { user_id: 'x' });
			expect([path, message]).toEqual([path, expect.stringMatching(/\w/)]);
		}
		expect(service.violations).toHaveLength(81);
	});

	it.each([
		['/record/timeline/query', { order: 'up' }, 'order must be one of asc, desc'],
		['/record/timeline/query', { start_at: '1' }, 'start_at must be integer'],
		['/record/timeline/query', { start_at: null }, 'start_at must be integer'],
		['/record/timeline/query', { container: { kind: 'topic' } }, 'container.topic_uid is required'],
		[
			'/record/timeline/query',
			{ container: { kind: 'unclassified', topic_uid: 'x' } },
			'container.topic_uid is not a field of this operation',
		],
		['/record/records/create', { items: [] }, 'items must NOT have fewer than 1 items'],
		[
			'/record/records/create',
			{ items: [{ item_id: 'x', idempotency_key: 'a b', text_content: 'x', send_at: 1 }] },
			'items[0].idempotency_key must match pattern',
		],
		[
			'/record/records/create',
			{
				items: [{ item_id: '釉'.repeat(22), idempotency_key: 'k', text_content: 'x', send_at: 1 }],
			},
			'items[0].item_id is longer than 64 bytes',
		],
		[
			'/record/search',
			{ keyword: 'x', start_date: '2026-02-30', timezone: 'UTC' },
			'start_date must match format "date"',
		],
		['/record/search', { keyword: 'x', start_date: '2026-02-20' }, 'timezone must be given'],
		[
			'/arrangement/transition',
			{
				items: [
					{
						item_id: '1',
						arrangement_uid: 'x',
						expected_status: 'identified',
						target_status: 'completed',
					},
				],
			},
			'items[0].target_status completed cannot follow',
		],
		[
			'/people/resolve',
			{
				items: [
					{ item_id: '1', query: 'x' },
					{ item_id: '1', query: 'y' },
				],
			},
			'items[1].item_id must be unique',
		],
	])('to %s with %j are answered with: %s', async (path, body, message) => {
		expect(await a.refusal(path, body)).toMatch(message);
	});

	it('have lengths in code points, so that an emoji counts as one', async () => {
		const query = (length: number) => ({ items: [{ item_id: '1', query: '🎶'.repeat(length) }] });
		expect((await a.post('/people/resolve', query(100))).status).toBe(200);
		expect((await a.post('/people/resolve', query(101))).status).toBe(400);
	});

	it('of operations whose fields are not shown may have any fields except user_id', async () => {
		expect((await a.post('/bots/query', { user_id: 'x' })).status).toBe(400);
		expect((await a.post('/bots/query', { anything: 1 })).status).toBe(200);
	});

	it('have a handler for every operation', () => {
		const operations = [...loadContract().operations.values()];
		expect(Object.keys(handlers).sort()).toEqual(operations.sort());
	});
});

describe('keys', () => {
	const profileWith = async (authorization?: string) =>
		(await send({ headers: { authorization, 'content-type': 'application/json' } })).status;

	it('have a prefix, an id and a secret', () => {
		expect(service.keys.a).toMatch(/^svc_[0-9a-z]+_[0-9a-z]+$/);
		expect(service.keys.a).not.toBe(service.keys.b);
	});

	it('must be present and valid', async () => {
		const key = service.keys.a;
		expect(await profileWith(`Bearer ${key}`)).toBe(200);
		for (const wrong of [undefined, '', key, `Basic ${key}`, `Bearer ${key}x`, 'Bearer ']) {
			expect([wrong, await profileWith(wrong)]).toEqual([wrong, 401]);
		}
	});

	it('stop working at once when deleted, without effect on other accounts', async () => {
		service.deleteKey('a');
		expect(await profileWith(`Bearer ${service.keys.a}`)).toBe(401);
		expect(await profileWith(`Bearer ${service.keys.b}`)).toBe(200);
		service.restoreKey('a');
		expect(await profileWith(`Bearer ${service.keys.a}`)).toBe(200);
	});

	it('are checked before the body', async () => {
		service.deleteKey('a');
		expect((await a.post('/profile/get', { user_id: 1 })).status).toBe(401);
		expect(service.violations).toEqual([]);
	});

	it('give access to one account only', async () => {
		const b = createClient(service, 'b');
		const [mine] = service.account('a').records.keys();
		const { items } = await b.data('/record/records/batch-get', { record_uids: [mine] });
		expect(items).toEqual([{ record_uid: mine, state: 'missing' }]);
		expect(await b.data('/profile/get')).toEqual(service.account('b').profile);
	});
});

describe('the log', () => {
	it('has requests and answers, and never a key', async () => {
		await a.post('/record/search', { keyword: 'kiln', user_id: 'x' });
		await createClient(service, 'b').post('/profile/get');
		expect(service.log).toMatchObject([
			{
				sequence: 1,
				operation: 'searchRecords',
				path: '/api/v1/record/search',
				account: 'a',
				body: { keyword: 'kiln', user_id: 'x' },
				rawBody: '{"keyword":"kiln","user_id":"x"}',
				status: 400,
				error: 'user_id is not a field of this operation',
				violation: true,
				inFlight: 1,
				headers: { contentType: 'application/json', userAgent: expect.stringMatching('axios') },
			},
			{
				sequence: 2,
				operation: 'getCurrentUserProfile',
				account: 'b',
				status: 200,
				violation: false,
			},
		]);
		expect(service.log[0].endedAt).toBeGreaterThanOrEqual(service.log[0].startedAt);
		expect(JSON.stringify(service.log)).not.toMatch(/svc_[0-9a-f]+_/);
		expect(service.violations).toEqual([service.log[0]]);
	});

	it('can be awaited, for past and for future requests', async () => {
		const answered = service.waitFor((entry) => entry.status === 200);
		await a.post('/profile/get');
		expect((await answered).sequence).toBe(1);
		expect(await service.waitFor((entry) => entry.sequence === 1)).toBe(service.log[0]);
		await expect(service.waitFor(() => false, 5)).rejects.toThrow('5 ms');
	});
});

describe('the service', () => {
	it('starts afresh on reset', async () => {
		const [record] = service.account('a').records.values();
		service.account('a').records.clear();
		service.faults.add({ status: 503 });
		service.deleteKey('a');
		service.limits = { maxInFlight: 0 };
		service.paging = 'irregular';
		service.settings.search.minKeyword = 9;
		service.advance(5_000_000);
		await a.post('/profile/get');
		service.reset();
		expect(service.log).toEqual([]);
		expect((await a.post('/profile/get')).status).toBe(200);
		expect(service.account('a').records.get(record.record_uid)).toMatchObject({
			text_content: record.text_content,
		});
		expect(service.paging).toBe('plain');
		expect(service.settings.search.minKeyword).toBe(2);
		expect(Math.abs(service.now() - Date.now())).toBeLessThan(10_000);
	});

	it('reports its own violations of the contract', async () => {
		const broken = await startService();
		broken.account('a').profile.nickname = undefined as never;
		const { status } = await createClient(broken).post('/profile/get');
		expect(status).toBe(500);
		await expect(broken.close()).rejects.toThrow('data.nickname is required');
	});

	it('keeps a given time until it is changed', async () => {
		const still = await startService({ now: 1_000_000_000_000 });
		expect(still.now()).toBe(1_000_000_000_000);
		still.advance(60_000);
		expect(still.now()).toBe(1_000_000_060_000);
		still.setTime(5);
		expect(still.now()).toBe(5);
		await still.close();
	});
});
