import axios from 'axios';

import { startService } from '..';
import { createClient } from './client';
import { useFakeService } from '../fakeService';

const { service, a } = useFakeService();

const profile = '/profile/get';
const note = {
	items: [{ item_id: '1', idempotency_key: 'k', text_content: 'Hello', send_at: 1000 }],
};
const written = () =>
	[...service.account('a').records.values()].filter((row) => row.send_at === 1000);

describe('faults', () => {
	it('affect the given number of requests of an operation, after skipping some', async () => {
		service.faults.add({ operation: 'getCurrentUserProfile', status: 503, after: 1, times: 2 });
		const statuses = [];
		for (const path of [profile, '/account-bindings/get', profile, profile, profile]) {
			statuses.push((await a.post(path)).status);
		}
		expect(statuses).toEqual([200, 200, 503, 503, 200]);
		expect(service.violations).toEqual([]);
		expect(service.log[2]).toMatchObject({ injected: 'status', status: 503 });
	});

	it('affect matching requests until they are cleared', async () => {
		service.faults.add({ match: ({ body }) => body?.limit === 3, status: 502, times: Infinity });
		const ask = async (limit: number) =>
			(await a.post('/record/containers/list', { limit })).status;
		expect([await ask(3), await ask(4), await ask(3)]).toEqual([502, 200, 502]);
		service.faults.clear();
		expect(await ask(3)).toBe(200);
	});

	it('answer with the error envelope, a 429 with Retry-After unless that is turned off', async () => {
		service.faults.add(
			{ status: 429 },
			{ status: 429, retryAfter: 7 },
			{ status: 503, retryAfter: 'Wed, 21 Oct 2037 07:28:00 GMT' },
			{ status: 429, retryAfter: false },
		);
		const headers = [];
		for (let i = 0; i < 4; i++) {
			const answer = await a.post(profile);
			expect(answer.data).toMatchObject({ request_id: service.log[i].requestId });
			headers.push(answer.headers['retry-after']);
		}
		expect(headers).toEqual(['1', '7', 'Wed, 21 Oct 2037 07:28:00 GMT', undefined]);
	});

	it('can answer with any body', async () => {
		service.faults.add(
			{ status: 502, body: '<html>Bad Gateway</html>', headers: { 'content-type': 'text/html' } },
			{ status: 200, body: '{"code":200,"data":{"user' },
			{ status: 200, body: '' },
		);
		const html = await a.post(profile);
		expect([html.status, html.data, html.headers['content-type']]).toEqual([
			502,
			'<html>Bad Gateway</html>',
			'text/html',
		]);
		expect((await a.post(profile)).data).toBe('{"code":200,"data":{"user');
		expect((await a.post(profile)).data).toBe('');
	});

	it('can drop the connection before the write: nothing is written', async () => {
		service.faults.add({ drop: 'before' });
		await expect(a.post('/record/records/create', note)).rejects.toThrow(/hang up|ECONNRESET/);
		expect(written()).toHaveLength(0);
		expect(service.log[0]).toMatchObject({ injected: 'drop before', endedAt: expect.any(Number) });
		expect(service.log[0].status).toBeUndefined();
	});

	it('can drop the connection after the write: a repeated request finds the record, once', async () => {
		service.faults.add({ drop: 'after' }, { status: 502, processFirst: true });
		await expect(a.post('/record/records/create', note)).rejects.toThrow(/hang up|ECONNRESET/);
		expect(written()).toHaveLength(1);
		expect((await a.post('/record/records/create', note)).status).toBe(502);
		const { items } = await a.data('/record/records/create', note);
		expect(items[0].record_uid).toBe(written()[0].record_uid);
		expect(written()).toHaveLength(1);
	});

	it('can delay answers, in combination with other faults', async () => {
		service.faults.add({ delayMs: 30, times: 2 }, { delayMs: 30 }, { status: 503, after: 1 });
		expect((await a.post('/record/records/create', note)).status).toBe(200);
		expect((await a.post(profile)).status).toBe(503);
		const [first, second] = service.log.map(({ startedAt, endedAt }) => endedAt! - startedAt);
		expect(first).toBeGreaterThanOrEqual(58);
		expect(second).toBeGreaterThanOrEqual(28);
		expect(service.log[0].injected).toBe('delay');
	});

	it('can send the body of an answer in parts', async () => {
		service.faults.add({ bodyMs: 90 });
		const { data: body } = await axios.post<AsyncIterable<Buffer>>(
			`${service.url}/api/v1${profile}`,
			{},
			{
				headers: { authorization: `Bearer ${service.keys.a}` },
				responseType: 'stream',
			},
		);
		const parts: Buffer[] = [];
		for await (const part of body) parts.push(part);
		expect(parts.length).toBeGreaterThan(1);
		expect(JSON.parse(Buffer.concat(parts).toString())).toMatchObject({ code: 200 });
	});

	it('carry out a delayed request at once, even if the caller gives up', async () => {
		service.faults.add({ delayMs: 60_000 });
		const abort = new AbortController();
		const answer = axios.post(`${service.url}/api/v1/record/records/create`, note, {
			headers: { authorization: `Bearer ${service.keys.a}` },
			signal: abort.signal,
		});
		await service.waitFor(({ processed }) => processed);
		expect(written()).toHaveLength(1);
		abort.abort();
		await expect(answer).rejects.toThrow('canceled');
		await service.waitFor(({ endedAt }) => endedAt !== undefined);
		expect(written()).toHaveLength(1);
	});

	it('end with a reset, including delays without end', async () => {
		service.faults.add({ delayMs: Infinity });
		const held = a.post(profile);
		await service.waitFor(({ processed }) => processed);
		service.reset();
		await expect(held).rejects.toThrow(/hang up|ECONNRESET/);
		expect(service.log).toEqual([]);
		expect((await a.post(profile)).status).toBe(200);
		expect(service.log[0].inFlight).toBe(1);
	});

	it('do not keep the service from closing', async () => {
		const other = await startService();
		other.faults.add({ delayMs: 60_000 });
		const held = createClient(other).post(profile);
		await other.waitFor(() => true);
		await Promise.all([other.close(), expect(held).rejects.toThrow()]);
	});
});

describe('limits', () => {
	it('refuse requests beyond the number in flight, by account', async () => {
		service.limits = { maxInFlight: 2, retryAfter: 3 };
		service.faults.add({ delayMs: Infinity, times: Infinity });
		const b = createClient(service, 'b');
		const sent = Promise.allSettled(
			[1, 2, 3, 4].map(() => a.post(profile)).concat(b.post(profile)),
		);
		const held = () => service.log.filter(({ processed }) => processed);
		const refused = () => service.log.filter(({ status }) => status === 429);
		// All have come, and those that are not refused are held until then
		await service.waitFor(() => held().length + refused().length === 5);
		expect(
			held()
				.map(({ account }) => account)
				.sort(),
		).toEqual(['a', 'a', 'b']);
		expect(refused().map(({ account }) => account)).toEqual(['a', 'a']);
		expect(Math.max(...service.log.map(({ inFlight }) => inFlight))).toBe(3);
		service.faults.clear();
		service.faults.release();
		const answers = (await sent).filter((each) => each.status === 'fulfilled');
		expect(answers.map(({ value }) => value.headers['retry-after'])).toEqual(['3', '3']);
		expect((await a.post(profile)).status).toBe(200);
		expect(service.log[5].inFlight).toBe(1);
	});

	it('refuse requests beyond the number in a second', async () => {
		service.limits = { perSecond: 3 };
		const statuses = [];
		for (let i = 0; i < 5; i++) statuses.push((await a.post(profile)).status);
		expect(statuses).toEqual([200, 200, 200, 429, 429]);
		expect(service.log[4]).toMatchObject({ injected: 'limit', violation: false });
	});
});
