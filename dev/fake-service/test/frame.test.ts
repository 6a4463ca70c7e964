import axios from 'axios';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { startService } from '..';
import { handlers } from '../dispatch';
import { loadContract } from '../contract';
import { useFakeService } from '../fakeService';
import { createClient } from './client';

/** Requests and answers of any operation, keys, the log, and the service as a whole. */

const { service, a, b } = useFakeService();

const profile = 'getCurrentUserProfile';
const json = 'application/json; charset=utf-8';
const send = (config: object, headers: object = {}) =>
	axios.request({
		url: `${service.url}/api/v1/profile/get`,
		method: 'POST',
		data: '{}',
		headers: { authorization: `Bearer ${service.keys.a}`, 'content-type': json, ...headers },
		validateStatus: () => true,
		transformRequest: (data: unknown) => data,
		...config,
	});
const request_id = expect.any(String);

describe('answers', () => {
	it('have a code, a message, data and a unique request_id', async () => {
		const [first, second] = [await send({}), await send({})];
		const data = service.account('a').profile;
		expect(first.data).toEqual({ code: 200, message: 'ok', request_id, data });
		expect(first.data.request_id).not.toBe(second.data.request_id);
	});

	it('have a code, a message and the request_id of the log if they are failures', async () => {
		const { status, data } = await a.post('queryRecordTimeline', { limit: 151 });
		const { requestId } = service.log[0];
		expect([status, data]).toEqual([
			400,
			{ code: expect.any(Number), message: 'limit must be <= 150', request_id: requestId },
		]);
	});
});

describe('requests', () => {
	it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('are not %s', async (method) => {
		const { status, data, headers } = await send({ method, data: undefined });
		expect([status, headers.allow, data.request_id]).toEqual([405, 'POST', request_id]);
	});

	it.each(['/nothing', '/profile/get/', '/Profile/get', '/'])('to %s are 404', async (url) => {
		const { status, data } = await send({ url: `${service.url}/api/v1${url}` });
		expect([status, data.request_id]).toEqual([404, request_id]);
	});

	it.each([undefined, 'text/plain', 'application/json5', 'application/x-www-form-urlencoded'])(
		'with Content-Type %s are refused',
		async (type) => {
			const { status, data } = await send({ data: Buffer.from('{}') }, { 'content-type': type });
			expect([status, data.message]).toEqual([400, expect.stringMatching('Content-Type')]);
		},
	);

	it.each(['', '{', '[]', '"x"', 'null', '7'])('with the body %j are refused', async (data) => {
		const answer = await send({ data });
		expect([answer.status, answer.data.message]).toEqual([400, expect.stringMatching('body')]);
	});

	it('may not have undocumented fields, in particular user_id', async () => {
		for (const operation of loadContract().operations.values()) {
			expect(await a.refusal(operation, { user_id: 'x' })).toMatch(/./);
		}
		expect(await a.refusal('queryRecordTimeline', { limt: 5 })).toMatch(/^limt /);
		expect(service.violations).toHaveLength(loadContract().operations.size + 1);
		expect((await a.post('queryBots', { anything: 1 })).status).toBe(200);
	});

	const note = { item_id: '1', idempotency_key: 'k', text_content: 'x', send_at: 1 };
	const create = (...items: object[]) => ({ items: items.map((facts) => ({ ...note, ...facts })) });
	const task = { item_id: '1', arrangement_uid: 'x', expected_status: 'identified' };
	it.each([
		['queryRecordTimeline', { order: 'up' }, 'order must be one of asc, desc'],
		['queryRecordTimeline', { start_at: '1' }, 'start_at must be integer'],
		['queryRecordTimeline', { start_at: null }, 'start_at must be integer'],
		['queryRecordTimeline', { container: { kind: 'topic' } }, 'container.topic_uid is required'],
		[
			'queryRecordTimeline',
			{ container: { kind: 'unclassified', topic_uid: 'x' } },
			'container.topic_uid is not a field of this operation',
		],
		['createRecords', create(), 'items must NOT have fewer than 1 items'],
		['createRecords', create({ idempotency_key: 'a b' }), 'items[0].idempotency_key must match'],
		['createRecords', create({ item_id: '釉'.repeat(22) }), 'items[0].item_id is longer than 64'],
		['createRecords', create({}, {}), 'items[1].item_id must be unique'],
		['searchRecords', { keyword: 'x', start_date: '2026-02-30' }, 'start_date must match format'],
		['searchRecords', { keyword: 'x', start_date: '2026-02-20' }, 'timezone must be given'],
		[
			'transitionArrangements',
			{ items: [{ ...task, target_status: 'completed' }] },
			'items[0].target_status completed cannot follow',
		],
	])('to %s with %j are refused: %s', async (operation, body, message) => {
		expect(`${operation}: ${await a.refusal(operation, body)}`).toMatch(`${operation}: ${message}`);
	});

	it('have lengths in code points, so that an emoji counts as one', async () => {
		const query = (length: number) => ({ items: [{ item_id: '1', query: '🎶'.repeat(length) }] });
		expect((await a.post('resolvePeople', query(100))).status).toBe(200);
		expect((await a.post('resolvePeople', query(101))).status).toBe(400);
	});

	it('have a handler for every operation, and a table of its tests', () => {
		const operations = [...loadContract().operations.values()];
		expect(Object.keys(handlers).sort()).toEqual(operations.sort());
		const folder = path.join(__dirname, 'areas');
		const tables = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
		const named = operations.filter((operation) =>
			RegExp(`\\b${operation}\\b`).test(tables.join()),
		);
		expect(named).toEqual(operations);
	});
});

describe('keys', () => {
	const statusWith = async (authorization?: string) => (await send({}, { authorization })).status;

	it('have a prefix, an id and a secret', () => {
		expect(service.keys.a).toMatch(/^svc_[0-9a-z]+_[0-9a-z]+$/);
		expect(service.keys.a).not.toBe(service.keys.b);
	});

	it('must be present and valid', async () => {
		const key = service.keys.a;
		expect(await statusWith(`Bearer ${key}`)).toBe(200);
		for (const wrong of [undefined, '', key, `Basic ${key}`, `Bearer ${key}x`, 'Bearer ']) {
			expect([wrong, await statusWith(wrong)]).toEqual([wrong, 401]);
		}
	});

	it('stop working at once when deleted, without effect on other accounts', async () => {
		service.deleteKey('a');
		expect((await a.post(profile, { user_id: 1 })).status).toBe(401);
		expect(service.violations).toEqual([]);
		expect((await b.post(profile)).status).toBe(200);
		service.restoreKey('a');
		expect((await a.post(profile)).status).toBe(200);
	});

	it('give access to one account only', async () => {
		expect(await a.data(profile)).toEqual(service.account('a').profile);
		expect(await b.data(profile)).toEqual(service.account('b').profile);
	});
});

describe('the log', () => {
	it('has requests and answers, and never a key', async () => {
		const body = { keyword: 'kiln', user_id: 'x' };
		await a.post('searchRecords', body);
		await b.post(profile);
		expect(service.log).toMatchObject([
			{
				sequence: 1,
				operation: 'searchRecords',
				path: '/api/v1/record/search',
				account: 'a',
				body,
				rawBody: JSON.stringify(body),
				status: 400,
				error: 'user_id is not a field of this operation',
				violation: true,
				inFlight: 1,
				headers: { contentType: 'application/json', userAgent: expect.stringMatching('axios') },
			},
			{ sequence: 2, operation: profile, account: 'b', status: 200, violation: false },
		]);
		expect(service.log[0].endedAt).toBeGreaterThanOrEqual(service.log[0].startedAt);
		expect(JSON.stringify(service.log)).not.toMatch(/svc_[0-9a-f]+_/);
		expect(service.violations).toEqual([service.log[0]]);
	});

	it('can be awaited, for past and for future requests', async () => {
		const answered = service.waitFor((entry) => entry.status === 200);
		await a.post(profile);
		expect((await answered).sequence).toBe(1);
		expect(await service.waitFor((entry) => entry.sequence === 1)).toBe(service.log[0]);
		await expect(service.waitFor(() => false, 5)).rejects.toThrow('5 ms');
	});
});

describe('the service', () => {
	it('starts afresh on reset', async () => {
		const [{ record_uid, text_content }] = service.account('a').records.values();
		service.account('a').records.clear();
		service.faults.add({ status: 503 });
		service.deleteKey('a');
		service.limits = { maxInFlight: 0 };
		service.paging = 'irregular';
		service.settings.search.minKeyword = 9;
		service.advance(5_000_000);
		await a.post(profile);
		service.reset();
		expect(service.log).toEqual([]);
		expect((await a.post(profile)).status).toBe(200);
		expect(service.account('a').records.get(record_uid)).toMatchObject({ text_content });
		expect([service.paging, service.settings.search.minKeyword]).toEqual(['plain', 2]);
		expect(Math.abs(service.now() - Date.now())).toBeLessThan(10_000);
	});

	it('reports its own violations of the contract', async () => {
		const broken = await startService();
		broken.account('a').profile.nickname = undefined as never;
		expect((await createClient(broken).post(profile)).status).toBe(500);
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
