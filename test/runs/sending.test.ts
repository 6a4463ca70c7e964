import { HaltedError } from '../../nodes/shared/errors/failure';
import { LIMITS, overrideLimits } from '../../dev/limits';
import { searchTopics } from '../../nodes/shared/form/locators/topic';
import { connect } from '../../nodes/shared/transport/connection';
import { send } from '../../nodes/shared/transport/send';
import { loadOptionsContext } from '../../dev/engine/loadOptions';
import { pollNode } from '../../dev/engine/pollNode';
import { jsonOf, linksOf, useService } from '../support/useService';
import { peopleById } from '../../dev/contract/choices';

const fixture = useService({ size: { records: 1000 } });

const profile = { node: 'svcAccount', parameters: { resource: 'profile', operation: 'get' } };
const records = (parameters: object = {}) => ({
	node: 'svcRecords',
	parameters: { resource: 'record', operation: 'getAll', ...parameters },
});
const newRecords = {
	node: 'svcRecordsTrigger',
	parameters: { event: 'newRecord', startFrom: 'last', itemCount: 1 },
};
const gaps = () =>
	fixture.requests.slice(1).map((entry, i) => entry.startedAt - fixture.requests[i].endedAt!);

describe('a request that the service refuses', () => {
	it('explains what to check about a wrong key, once, and does not show the key', async () => {
		const apiKey = 'svc_wrong_0123456789abcdef';
		const credential = { ...fixture.credential, apiKey };
		const { error, run } = await fixture.run({ ...profile, credential });
		expect(error).toMatchObject({
			message: 'The service did not accept the API key: The API key is missing, wrong or deleted',
			description: expect.stringContaining("Check 'API Key' in the credential") as string,
			httpCode: '401',
		});
		expect(error?.description).toContain(`Request ID: ${fixture.requests[0].requestId}`);
		expect(JSON.stringify(run)).not.toContain(apiKey);
		expect(fixture.requests).toHaveLength(1);
	});

	it('hides the key even if the service repeats it, and invisible characters were copied with it', async () => {
		const { apiKey } = fixture.credential;
		const body = JSON.stringify({ code: 1, message: `bad ${apiKey}`, request_id: 'r1' });
		fixture.service.faults.add({ status: 400, body });
		const credential = { ...fixture.credential, apiKey: `\u2060${apiKey}\u200B` };
		const { error, run } = await fixture.run({ ...profile, credential });
		expect(error?.message).toBe('The service refused the request: bad ***');
		expect(JSON.stringify(run)).not.toContain(apiKey);
	});

	it('shows the service’s message about an invalid request, with its request ID, and does not retry', async () => {
		const body = JSON.stringify({ code: 17, message: 'limit is odd', request_id: 'req-7' });
		fixture.service.faults.add({ status: 400, body });
		const { error } = await fixture.run(profile);
		expect(error?.message).toBe('The service refused the request: limit is odd');
		expect(error?.description).toContain('Request ID: req-7');
		expect(error?.httpCode).toBe('400');
		expect(fixture.requests).toHaveLength(1);
	});

	it('waits as long as a 429 asks, then succeeds', async () => {
		fixture.service.faults.add({ status: 429, retryAfter: 1 });
		const { items } = await fixture.run(profile);
		expect(items).toHaveLength(1);
		expect(fixture.requests.map(({ status }) => status)).toEqual([429, 200]);
		expect(gaps()[0]).toBeGreaterThanOrEqual(990);
	});

	it('pauses all items if one is told to wait', async () => {
		fixture.service.faults.add({ status: 429, retryAfter: 1 });
		const { items } = await fixture.run({
			...profile,
			items: Array(12).fill({}) as object[] as never,
		});
		expect(items).toHaveLength(12);
		const told = fixture.requests.find(({ status }) => status === 429)!;
		const after = fixture.requests.filter(({ startedAt }) => startedAt > told.endedAt!);
		const early = after.filter(({ startedAt }) => startedAt < told.endedAt! + 990);
		expect(after.length).toBeGreaterThanOrEqual(8);
		// Those that were sent before
		expect(early.length).toBeLessThan(LIMITS.maxInFlight);
	});

	it.each([408, 425, 502, 503, 504])('retries after a temporary %i', async (status) => {
		fixture.service.faults.add({ status });
		expect((await fixture.run(profile)).items).toHaveLength(1);
		expect(fixture.requests.map((entry) => entry.status)).toEqual([status, 200]);
		expect(gaps()[0]).toBeGreaterThanOrEqual(240);
	});

	it('gives up on a 503 that stays, after a bounded number of tries, with the request ID', async () => {
		const restore = overrideLimits({ firstBackoff: 1 });
		fixture.service.faults.add({ status: 503, times: Infinity });
		const { error } = await fixture.run(profile);
		restore();
		expect(error?.message).toMatch(/^The service is not available for now/);
		expect(error?.description).toContain('The node tried 5 times');
		expect(error?.description).toContain(`Request ID: ${fixture.requests[4].requestId}`);
		expect(fixture.requests).toHaveLength(5);
	});

	it('gives up if its waits are too long in total', async () => {
		// Two waits of at least 250 ms fit, a third does not
		const restore = overrideLimits({ longestBackoff: 500, maxRequestTime: 700 });
		fixture.service.faults.add({ status: 503, times: Infinity });
		await fixture.run(profile);
		restore();
		expect(fixture.requests.length).toBeGreaterThan(1);
		expect(fixture.requests.length).toBeLessThan(4);
	});

	it('includes the time of answers in the time limit of a request', async () => {
		const restore = overrideLimits({ answerTimeout: 2_000, maxRequestTime: 2_100 });
		fixture.service.faults.add({ delayMs: Infinity, times: Infinity });
		const { error } = await fixture.run(profile);
		restore();
		expect(error?.message).toContain('did not answer in time');
		// Waits alone leave room for all tries. Time in which the process could not run leaves room for a second one
		expect(fixture.requests.length).toBeLessThan(3);
	});

	it('does not count a 429 as a try', async () => {
		const restore = overrideLimits({ firstBackoff: 1, longestBackoff: 1 });
		fixture.service.faults.add({ status: 429, retryAfter: 0, times: 20 });
		fixture.service.faults.add({ status: 503, times: 3 });
		const { items } = await fixture.run(profile);
		restore();
		expect(items).toHaveLength(1);
		expect(fixture.requests).toHaveLength(24);
	});

	it('gives up on a service that always answers 429', async () => {
		const restore = overrideLimits({ firstBackoff: 1, longestBackoff: 1, maxRefusals: 7 });
		fixture.service.faults.add({ status: 429, retryAfter: 0, times: Infinity });
		const { error } = await fixture.run(profile);
		restore();
		expect(error?.message).toMatch(/^The service accepts no more requests for now: Injected/);
		expect(error?.description).toContain('The node tried 7 times');
		expect(fixture.requests).toHaveLength(7);
	});

	it('completes all items with a limit on requests a second', async () => {
		const restore = overrideLimits({ maxTries: 1 });
		fixture.service.limits = { perSecond: 6 };
		const { items } = await fixture.run({ ...profile, items: Array(24).fill({}) as never });
		restore();
		expect(linksOf(items)).toEqual(Array.from({ length: 24 }, (_, i) => i));
		expect(fixture.requests.length).toBeGreaterThan(24);
	});

	it('retries a refused request before all others', async () => {
		fixture.service.faults.add({ status: 429, retryAfter: 0, after: 1 });
		await fixture.run({
			...records({ limit: 1, period: 'custom', after: '={{ $json.from }}' }),
			items: Array.from({ length: 30 }, (_, n) => ({ from: Date.UTC(2026, 0, 1 + n) })),
		});
		const at = fixture.requests.findIndex(({ status }) => status === 429);
		const { rawBody } = fixture.requests[at];
		const again = fixture.requests.findIndex((entry, i) => i > at && entry.rawBody === rawBody);
		// At most the requests that were already in flight are in between
		expect(again - at).toBeLessThanOrEqual(4);
	});

	it('ignores Retry-After of a wrong host', async () => {
		fixture.service.faults.add({ status: 404, headers: { 'retry-after': '3600' } });
		expect((await fixture.run(profile)).error?.message).toContain('HTTP status 404');
		expect((await fixture.run(profile)).items).toHaveLength(1);
	});

	it('names the answer that asked for a long pause, its start and its end', async () => {
		fixture.service.faults.add({ status: 503, retryAfter: 900 });
		const { error } = await fixture.run(profile);
		expect(error?.message).toMatch(/^The service is not available for now/);
		const next = await fixture.run(profile);
		expect(next.error?.message).toBe(error?.message);
		const words = (text = '') => text.replace(/ Request ID: .*/, '').replace(/20\d\d-\S+Z/g, '…');
		expect(words(next.error?.description ?? '')).toBe(words(error?.description ?? ''));
		const [, since, until] =
			/^The service answered with HTTP status 503 at (\S+) and asked for a pause until (\S+)\. /.exec(
				error!.description!,
			)!;
		expect(Date.parse(until) - Date.parse(since)).toBeGreaterThan(899_000);
		expect(Date.parse(until) - Date.parse(since)).toBeLessThan(910_000);
		expect(fixture.requests).toHaveLength(1);
	});

	it('compares a date in Retry-After with the clock of the service', async () => {
		const date = 'Mon, 15 Jun 2020 12:00:00 GMT';
		const headers = { date, 'retry-after': 'Mon, 15 Jun 2020 12:00:01 GMT' };
		fixture.service.faults.add({ status: 503, headers });
		expect((await fixture.run(profile)).items).toHaveLength(1);
		expect(gaps()[0]).toBeGreaterThanOrEqual(990);
	});

	it.each(['before', 'after'] as const)(
		'retries a read after the connection was lost %s processing',
		async (drop) => {
			fixture.service.faults.add({ drop });
			expect((await fixture.run(profile)).items).toHaveLength(1);
			expect(fixture.requests).toHaveLength(2);
		},
	);

	it('says when it got no answer in time', async () => {
		const restore = overrideLimits({ firstBackoff: 1 });
		fixture.service.faults.add({ delayMs: Infinity, times: Infinity });
		const { error } = await fixture.run({
			...profile,
			parameters: { ...profile.parameters, requestOptions: { timeout: 500 } },
		});
		restore();
		expect(error?.message).toMatch(/^The service at 127\.0\.0\.1:\d+ did not answer in time/);
		expect(fixture.requests).toHaveLength(5);
	});

	it.each([
		['a page of HTML', '<html>Welcome</html>', 'is not JSON'],
		['truncated JSON', '{"code": 200, "data": {"user', 'is not JSON'],
		['nothing', '', 'is not JSON'],
		['a list', '[]', 'is not JSON'],
		['another code', '{"code":201,"message":"","request_id":"r","data":{}}', 'has code 201'],
		['no data', '{"code":200,"message":"","request_id":"r"}', "has no 'data'"],
		[
			'data of another type',
			'{"code":200,"message":"","request_id":"r","data":[]}',
			"has no 'data'",
		],
	])('refuses %s as an answer', async (_what, body, flaw) => {
		fixture.service.faults.add({ status: 200, body });
		const { error } = await fixture.run(profile);
		expect(error?.message).toBe(`The answer of the service ${flaw}`);
		expect(fixture.requests).toHaveLength(1);
	});

	it('neither follows a redirect with the key nor shows the key in it', async () => {
		const credential = { ...fixture.credential, apiKey: 'SVC_KEY' };
		const headers = { location: 'https://SVC_KEY.example.com/elsewhere?token=1' };
		fixture.service.faults.add({ status: 302, headers, body: '' });
		const { error } = await fixture.run({ ...profile, credential });
		expect(error?.message).toBe(
			'The address redirects to https://***.example.com (HTTP status 302)',
		);
		expect(error?.description).toContain("enter it as 'Base URL'");
		expect(fixture.requests).toHaveLength(1);
	});
});

describe('with On Error = stop', () => {
	it('sends nothing at all if one item is invalid', async () => {
		const { error } = await fixture.run({
			...records({ period: 'custom', after: '={{ $json.from }}' }),
			items: [{ from: '2026-01-01' }, { from: '2026-02-01' }, { from: 'banana' }],
		});
		expect(error?.message).toBe(`'After' is not a date: "banana" [item 3 of 3]`);
		expect(fixture.requests).toEqual([]);
	});

	it('sends nothing if the expression of a later item cannot be resolved', async () => {
		const { error } = await fixture.run({
			...records({ limit: '={{ $json.n.toDateTime() }}' }),
			items: [{ n: '2026-01-01' }, { n: '2026-01-01' }, { n: '2026-01-01' }, { n: 'banana' }],
		});
		expect(error).toBeDefined();
		await new Promise((resolve) => setImmediate(resolve));
		expect(fixture.requests).toEqual([]);
	});

	it('does not send the remaining items if an item fails', async () => {
		fixture.service.faults.add({ status: 400, body: '{"message":"no","request_id":"r1"}' });
		const { error } = await fixture.run({ ...profile, items: Array(40).fill({}) as never });
		expect(error?.message).toMatch(/^The service refused the request: no \[item [1-4] of 40\]$/);
		expect(fixture.requests.length).toBeLessThan(10);
	});

	it('starts over on the second try of Retry On Fail', async () => {
		fixture.service.faults.add({ status: 400, body: '{"message":"no","request_id":"r1"}' });
		const { items, error } = await fixture.run({
			...profile,
			items: [{}, {}],
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(error).toBeUndefined();
		expect(linksOf(items)).toEqual([0, 1]);
	});
});

describe('with On Error = continue', () => {
	it('fails only the invalid item, before sending, on the error output with its input', async () => {
		const { items, errors } = await fixture.run({
			...records({
				limit: 1,
				period: 'custom',
				after: '={{ $json.from }}',
				before: '={{ $json.to }}',
			}),
			items: [
				{ from: '2020-01-01', to: '2030-01-01' },
				{ from: '2026-02-01', to: '2026-01-01', order: 7 },
				{ from: '2020-01-01', to: '2030-01-01' },
			],
			settings: { onError: 'continueErrorOutput' },
		});
		expect(linksOf(items)).toEqual([0, 2]);
		expect(errors).toEqual([
			{
				json: {
					from: '2026-02-01',
					to: '2026-01-01',
					order: 7,
					error: "'Before' must be later than 'After' [item 2 of 3]",
					details: { description: expect.stringContaining('Nothing was sent') as string },
				},
				pairedItem: { item: 1 },
			},
		]);
		expect(fixture.requests).toHaveLength(2);
	});

	it('puts status and request ID of a refusal into the item', async () => {
		fixture.service.faults.add({ status: 400, body: '{"message":"no","request_id":"r9"}' });
		const { items } = await fixture.run({
			...profile,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(jsonOf(items)).toEqual([
			{
				error: 'The service refused the request: no',
				details: {
					description: expect.stringContaining('Request ID: r9') as string,
					http_status: 400,
					request_id: 'r9',
				},
			},
		]);
	});

	it.each([
		[
			'options.order',
			{ options: { order: '={{ "upwards" }}' } },
			`'Order' must be one of desc (Newest First), asc (Oldest First), not "upwards"`,
		],
		['limit', { limit: '={{ 0 }}' }, "'Limit' must be at least 1, not 0"],
		['limit', { limit: '={{ 1.5 }}' }, "'Limit' must be a whole number, not 1.5"],
		[
			'origins',
			{ filters: { origins: '={{ ["self", "moon"] }}' } },
			`'Origins' must be one of group_chat, private_chat, self, topic, not "moon"`,
		],
		[
			'seconds',
			{ period: 'custom', before: '={{ 1767225600 }}' },
			"'Before' looks like Unix seconds: 1767225600",
		],
		[
			'creators',
			{
				filters: { creators: peopleById('={{ Array.from({ length: 101 }, (_, i) => "u" + i) }}') },
			},
			"'Creators' takes at most 100 entries, not 101",
		],
		[
			'creators',
			{ filters: { creators: peopleById('={{ [{}] }}') } },
			"'Creators' must be text, not {}",
		],
		[
			'topic',
			{ container: 'topic', topic: { __rl: true, mode: 'id', value: '={{ "" }}' } },
			"'Which Topic' is empty",
		],
	])('names the field of an invalid value: %s', async (_field, parameters, message) => {
		const { errors } = await fixture.run({
			...records(parameters),
			settings: { onError: 'continueErrorOutput' },
		});
		expect(jsonOf(errors)[0].error).toBe(`${message}`);
		expect(fixture.requests).toEqual([]);
	});
});

it('keeps at most four requests in flight for any number of items', async () => {
	const restore = overrideLimits({ slowAnswer: 60_000 });
	// Enough answers for four requests in flight, and time for them to arrive on a busy machine
	fixture.service.faults.add({ delayMs: 250, after: 20, times: 4 });
	const { items } = await fixture.run({ ...profile, items: Array(30).fill({}) as never });
	expect(linksOf(items)).toEqual(Array.from({ length: 30 }, (_, i) => i));
	expect(Math.max(...fixture.requests.map(({ inFlight }) => inFlight))).toBe(4);
	restore();
});

describe('beside a node with many items', () => {
	const MANY = 400;
	/** Requests of the other execution while this one starts and waits: on a busy machine, starting takes the time of 40 */
	const FEW = MANY / 4;

	/** Runs a function while another execution sends one request for each of its items. */
	async function beside<T>(happens: () => Promise<T>): Promise<{ result: T; sent: number }> {
		fixture.service.faults.add({ delayMs: 10, times: Infinity });
		let stop!: () => void;
		const started = fixture.service.waitFor(({ sequence }) => sequence === 10);
		const many = fixture.run({
			...profile,
			items: Array(MANY).fill({}) as never,
			onStart: (cancel) => (stop = cancel),
		});
		await started;
		const before = fixture.requests.length;
		const result = await happens();
		const sent = fixture.requests.length - before;
		stop();
		await many;
		return { result, sent };
	}

	it('a single request of another execution waits only briefly', async () => {
		const { result, sent } = await beside(
			async () => await fixture.run({ ...records({ limit: 1 }), items: [{}] }),
		);
		expect(result.items).toHaveLength(1);
		expect(sent).toBeLessThan(FEW);
	});

	it('a poll waits only briefly', async () => {
		const { result, sent } = await beside(
			async () => await pollNode({ ...newRecords, credential: fixture.credential }),
		);
		expect(result.error).toBeUndefined();
		expect(result.items).toHaveLength(1);
		const own = fixture.requests.filter(({ operation }) => operation !== 'getCurrentUserProfile');
		expect(sent).toBeLessThan(40 * own.length);
	});

	it('a poll waits no longer than its time limit', async () => {
		const restore = overrideLimits({ slowAnswer: 60_000 });
		// Enough answers for four requests in flight
		fixture.service.faults.add({ delayMs: Infinity, after: 20, times: Infinity });
		const others = fixture.run({ ...profile, items: Array(24).fill({}) as never });
		await fixture.service.waitFor(({ injected, inFlight }) => !!injected && inFlight === 4);
		const before = fixture.requests.length;
		const { credential } = fixture;
		const { error } = await pollNode({ ...newRecords, credential, budget: 400 });
		expect(error?.message).toContain('too slow');
		expect(fixture.requests).toHaveLength(before);
		fixture.service.faults.clear();
		fixture.service.faults.release();
		expect((await others).items).toHaveLength(24);
		restore();
	});

	it('a poll that cannot start because of a pause says so', async () => {
		fixture.service.faults.add({ status: 503, retryAfter: 60 });
		const setup = { ...newRecords, credential: fixture.credential, budget: 400 };
		for (let polls = 0; polls < 2; polls++) {
			const { error } = await pollNode(setup);
			expect(error?.description).toMatch(/HTTP status 503 at \S+ and asked for a pause until/);
		}
		expect(fixture.requests).toHaveLength(1);
	});

	it('a list search waits only briefly', async () => {
		const context = loadOptionsContext('svcRecords', fixture.credential);
		const { result, sent } = await beside(async () => await searchTopics.call(context));
		expect(result.results.length).toBeGreaterThan(0);
		expect(sent).toBeLessThan(FEW);
	});
});

describe('after the stop button was pressed', () => {
	/** Stops the execution when the request with this number has been answered, and returns the number of requests. */
	async function stopped(sequence: number, setup: Parameters<typeof fixture.run>[0]) {
		let stop!: () => void;
		const pressed = fixture.service
			.waitFor((entry) => entry.sequence === sequence && entry.endedAt !== undefined)
			.then(() => {
				stop();
				return performance.now();
			});
		const { run } = await fixture.run({ ...setup, onStart: (cancel) => (stop = cancel) });
		expect(run.status).toBe('canceled');
		expect(performance.now() - (await pressed)).toBeLessThan(10_000);
		return fixture.requests.length;
	}

	it('sends nothing more of an export', async () => {
		fixture.service.paging = 'irregular';
		expect(await stopped(3, records({ returnAll: true }))).toBeLessThanOrEqual(4);
	});

	it('does not wait for a service that is not available', async () => {
		fixture.service.faults.add({ status: 503, times: Infinity });
		expect(await stopped(2, profile)).toBe(2);
	});

	it('does not wait as long as the service asked for', async () => {
		fixture.service.faults.add({ status: 429, retryAfter: 60, times: Infinity });
		expect(await stopped(1, profile)).toBe(1);
	});

	it('does not wait for requests of another execution that hang', async () => {
		// Enough answers for four requests in flight
		fixture.service.faults.add({ delayMs: Infinity, after: 20, times: Infinity });
		const others = fixture.run({ ...profile, items: Array(24).fill({}) as never });
		await fixture.service.waitFor(({ injected, inFlight }) => !!injected && inFlight === 4);
		const before = fixture.requests.length;
		const connection = await connect(loadOptionsContext('svcAccount', fixture.credential));
		let halted = false;
		const waiting = send(connection, { path: '/api/v1/profile/get', body: {} }, () => halted);
		halted = true;
		await expect(waiting).rejects.toBeInstanceOf(HaltedError);
		expect(fixture.requests).toHaveLength(before);
		fixture.service.faults.clear();
		fixture.service.faults.release();
		expect((await others).items).toHaveLength(24);
	});

	it('sends no further batch', async () => {
		fixture.service.faults.add({ delayMs: 5, times: Infinity });
		const sent = await stopped(3, {
			node: 'svcRecords',
			parameters: { resource: 'record', operation: 'create', text: 'stop' },
			items: Array(1000).fill({}) as never,
		});
		expect(sent).toBeLessThanOrEqual(8);
	});
});
