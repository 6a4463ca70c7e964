import axios from 'axios';

import { startService } from '..';
import { useFakeService } from '../fakeService';
import { createClient } from './client';

const { service, a, b } = useFakeService();

const profile = 'getCurrentUserProfile';
const note = { item_id: '1', idempotency_key: 'k', text_content: 'Hello', send_at: 1000 };
const create = () => a.post('createRecords', { items: [note] });
const written = () =>
	[...service.account('a').records.values()].filter((row) => row.send_at === 1000).length;
const lost = /hang up|ECONNRESET/;
/** The answers to some requests, one after the other. */
async function answersTo(...operations: string[]) {
	const answers = [];
	for (const operation of operations) answers.push(await a.post(operation));
	return answers;
}
const statusesOf = async (...operations: string[]) =>
	(await answersTo(...operations)).map(({ status }) => status);

describe('faults', () => {
	it('affect the given number of requests of an operation, after skipping some', async () => {
		service.faults.add({ operation: profile, status: 503, after: 1, times: 2 });
		const asked = [profile, 'getCurrentUserAccountBindings', profile, profile, profile];
		expect(await statusesOf(...asked)).toEqual([200, 200, 503, 503, 200]);
		expect(service.violations).toEqual([]);
		expect(service.log[2]).toMatchObject({ injected: 'status', status: 503 });
	});

	it('affect matching requests until they are cleared', async () => {
		service.faults.add({ match: ({ body }) => body?.limit === 3, status: 502, times: Infinity });
		const ask = async (limit: number) => (await a.post('listRecordContainers', { limit })).status;
		expect([await ask(3), await ask(4), await ask(3)]).toEqual([502, 200, 502]);
		service.faults.clear();
		expect(await ask(3)).toBe(200);
	});

	it('answer with the error envelope, a 429 with Retry-After unless that is turned off', async () => {
		const date = 'Wed, 21 Oct 2037 07:28:00 GMT';
		service.faults.add(
			{ status: 429 },
			{ status: 429, retryAfter: 7 },
			{ status: 503, retryAfter: date },
			{ status: 429, retryAfter: false },
		);
		const answers = await answersTo(profile, profile, profile, profile);
		expect(answers.map(({ headers }) => headers['retry-after'])).toEqual([
			'1',
			'7',
			date,
			undefined,
		]);
		expect(answers.map(({ data }) => data.request_id)).toEqual(
			service.log.map(({ requestId }) => requestId),
		);
	});

	it('can answer with any body', async () => {
		const headers = { 'content-type': 'text/html' };
		service.faults.add(
			{ status: 502, body: '<html>', headers },
			{ status: 200, body: '{"code":200,"data":{"user' },
			{ status: 200, body: () => '' },
		);
		const [html, cut, empty] = await answersTo(profile, profile, profile);
		expect(html).toMatchObject({ status: 502, data: '<html>', headers });
		expect([cut.data, empty.data]).toEqual(['{"code":200,"data":{"user', '']);
	});

	it('can drop the connection before the write: nothing is written', async () => {
		service.faults.add({ drop: 'before' });
		await expect(create()).rejects.toThrow(lost);
		expect(written()).toBe(0);
		expect(service.log[0]).toMatchObject({ injected: 'drop before', endedAt: expect.any(Number) });
		expect(service.log[0].status).toBeUndefined();
	});

	it('can drop the connection after the write: a repeated request finds the record, once', async () => {
		service.faults.add({ drop: 'after' }, { status: 502, processFirst: true });
		await expect(create()).rejects.toThrow(lost);
		expect(written()).toBe(1);
		expect((await create()).status).toBe(502);
		expect((await create()).status).toBe(200);
		expect(written()).toBe(1);
	});

	it('can delay answers, in combination with other faults', async () => {
		service.faults.add({ delayMs: 30, times: 2 }, { delayMs: 30 }, { status: 503, after: 1 });
		expect(await statusesOf(profile, profile)).toEqual([200, 503]);
		const [first, second] = service.log.map(({ startedAt, endedAt }) => endedAt! - startedAt);
		expect(first).toBeGreaterThanOrEqual(58);
		expect(second).toBeGreaterThanOrEqual(28);
		expect(service.log[0].injected).toBe('delay');
	});

	const url = () => `${service.url}/api/v1/record/records/create`;
	const headers = () => ({ authorization: `Bearer ${service.keys.a}` });

	it('can send the body of an answer in parts', async () => {
		service.faults.add({ bodyMs: 90 });
		const config = { headers: headers(), responseType: 'stream' } as const;
		const { data: body } = await axios.post(url(), { items: [note] }, config);
		const parts: Buffer[] = [];
		for await (const part of body) parts.push(part);
		expect(parts.length).toBeGreaterThan(1);
		expect(JSON.parse(Buffer.concat(parts).toString())).toMatchObject({ code: 200 });
	});

	it('carry out a delayed request at once, even if the caller gives up', async () => {
		service.faults.add({ delayMs: 60_000 });
		const abort = new AbortController();
		const config = { headers: headers(), signal: abort.signal };
		const answer = axios.post(url(), { items: [note] }, config);
		await service.waitFor(({ processed }) => processed);
		expect(written()).toBe(1);
		abort.abort();
		await expect(answer).rejects.toThrow('canceled');
		await service.waitFor(({ endedAt }) => endedAt !== undefined);
		expect(written()).toBe(1);
	});

	it('end with a reset, including delays without end', async () => {
		service.faults.add({ delayMs: Infinity });
		const held = a.post(profile);
		await service.waitFor(({ processed }) => processed);
		service.reset();
		await expect(held).rejects.toThrow(lost);
		expect(service.log).toEqual([]);
		expect(await statusesOf(profile)).toEqual([200]);
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
		const sent = Promise.allSettled([a, a, a, a, b].map((client) => client.post(profile)));
		const held = () => service.log.filter(({ processed }) => processed);
		const refused = () => service.log.filter(({ status }) => status === 429);
		// All have come, and those that are not refused are held until then
		await service.waitFor(() => held().length + refused().length === 5);
		const accounts = held().map(({ account }) => account);
		expect(accounts.sort()).toEqual(['a', 'a', 'b']);
		expect(refused().map(({ account }) => account)).toEqual(['a', 'a']);
		expect(Math.max(...service.log.map(({ inFlight }) => inFlight))).toBe(3);
		service.faults.clear();
		service.faults.release();
		const answers = (await sent).filter((each) => each.status === 'fulfilled');
		expect(answers.map(({ value }) => value.headers['retry-after'])).toEqual(['3', '3']);
		expect(await statusesOf(profile)).toEqual([200]);
		expect(service.log[5].inFlight).toBe(1);
	});

	it('refuse requests beyond the number in a second', async () => {
		service.limits = { perSecond: 3 };
		const asked = [profile, profile, profile, profile, profile];
		expect(await statusesOf(...asked)).toEqual([200, 200, 200, 429, 429]);
		expect(service.log[4]).toMatchObject({ injected: 'limit', violation: false });
	});
});
