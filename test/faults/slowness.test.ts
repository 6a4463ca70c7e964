import { LIMITS, overrideLimits } from '../../dev/limits';
import { pollNode } from '../../dev/engine/pollNode';
import { useService } from '../support/useService';

const fixture = useService({ size: { records: 50 } });

const profile = { node: 'svcAccount', parameters: { resource: 'profile', operation: 'get' } };
const records = {
	node: 'svcRecords',
	parameters: { resource: 'record', operation: 'getAll', limit: 1 },
};
const TIMELINE = 'queryRecordTimeline';
const continued = { settings: { onError: 'continueRegularOutput' as const } };

let restore: () => void;
beforeEach(() => {
	restore = overrideLimits({});
	overrideLimits({ slowAnswer: 100 });
});
afterEach(() => {
	fixture.service.faults.release();
	restore();
});

const poll = async () => {
	const parameters = { event: 'newCall', startFrom: 'now' };
	const { credential } = fixture;
	const { error } = await pollNode({ node: 'svcCallsTrigger', parameters, credential });
	if (error) throw error;
};

const mostOpen = () => Math.max(...fixture.requests.map(({ inFlight }) => inFlight));

/** Makes lists of records hang, of as many executions or items as given, and runs a function meanwhile. */
async function besideHanging(
	{ executions, items }: { executions: number; items: number },
	happens: () => Promise<void>,
): Promise<void> {
	const { service } = fixture;
	service.faults.add({ operation: TIMELINE, delayMs: Infinity, times: Infinity });
	const stops: Array<() => void> = [];
	const hung = service.waitFor(({ operation }) => operation === TIMELINE);
	const runs = Array.from({ length: executions }, async () =>
		fixture.run({
			...records,
			items: Array(items).fill({}) as never,
			onStart: (cancel) => stops.push(cancel),
		}),
	);
	await hung;
	await happens();
	service.faults.clear();
	for (const stop of stops) stop();
	service.faults.release();
	await Promise.all(runs);
}

const warmUp = async () => await fixture.run({ ...profile, items: Array(8).fill({}) as never });

const answerLate = async () => fixture.service.faults.add({ delayMs: 150, times: Infinity });

describe.each([
	['a new process', async () => {}],
	['a process at work', warmUp],
	['a service that is slow everywhere', answerLate],
])('beside an endpoint that hangs, in %s', (_process, before) => {
	it.each([1, 2, 4, 8])('executions and polls go on, with %i hanging items', async (items) => {
		await before();
		await besideHanging({ executions: 1, items }, async () => {
			for (let i = 0; i < 5; i++) {
				await fixture.run(profile);
				await poll();
			}
		});
		expect(mostOpen()).toBeLessThanOrEqual(2 * LIMITS.maxInFlight);
	});

	it('executions and polls go on, with eight hanging executions', async () => {
		await before();
		await besideHanging({ executions: 8, items: 1 }, async () => {
			await Promise.all([fixture.run(profile), poll(), fixture.run(profile), poll()]);
		});
		expect(mostOpen()).toBeLessThanOrEqual(2 * LIMITS.maxInFlight);
	});
});

it('lets a poll read an endpoint on which executions hang', async () => {
	const { service } = fixture;
	const hangs = ({ body }: { body?: unknown }) => (body as { limit?: number })?.limit === 1;
	service.faults.add({ operation: TIMELINE, match: hangs, delayMs: Infinity, times: Infinity });
	const run = fixture.run({ ...records, items: Array(4).fill({}) as never, ...continued });
	await service.waitFor(({ operation }) => operation === TIMELINE);
	const parameters = { event: 'newRecord', startFrom: 'now' };
	const { credential } = fixture;
	const { error } = await pollNode({ node: 'svcRecordsTrigger', parameters, credential });
	expect(error).toBeUndefined();
	service.faults.clear();
	service.faults.release();
	await run;
});

it('keeps few more requests open than otherwise if all endpoints are slow', async () => {
	fixture.service.faults.add({ delayMs: 300, times: Infinity });
	await Promise.all([
		fixture.run({ ...profile, items: Array(12).fill({}) as never }),
		fixture.run({ ...records, items: Array(12).fill({}) as never }),
		fixture.run({ ...records, node: 'svcChat', parameters: CONVERSATIONS }),
		poll(),
	]);
	expect(mostOpen()).toBeLessThanOrEqual(2 * LIMITS.maxInFlight + 1);
});

const CONVERSATIONS = { resource: 'conversation', operation: 'getAll', limit: 1 };

it('goes on beside hanging requests after a 429', async () => {
	await warmUp();
	const { service } = fixture;
	service.limits = { maxInFlight: 5, retryAfter: 0 };
	service.faults.add({ operation: 'getCurrentUserProfile', delayMs: 20, times: Infinity });
	await besideHanging({ executions: 1, items: 4 }, async () => {
		await fixture.run({ ...profile, items: Array(40).fill({}) as never });
	});
	const refused = fixture.requests.filter(({ status }) => status === 429);
	expect(refused.length).toBeGreaterThan(0);
	// Each refusal lowers what is sent at a time: few of 40 items meet one, more on a busy machine
	expect(refused.length).toBeLessThan(12);
});

it('lets others go on beside an endpoint that refuses every request', async () => {
	overrideLimits({ firstBackoff: 20, longestBackoff: 40 });
	fixture.service.faults.add({ operation: TIMELINE, status: 429, retryAfter: 0, times: Infinity });
	let isRefused = false;
	const run = fixture.run(records).finally(() => (isRefused = true));
	await fixture.service.waitFor(({ operation }) => operation === TIMELINE);
	const { error } = await fixture.run({ ...profile, items: Array(4).fill({}) as never });
	expect(error).toBeUndefined();
	expect(isRefused).toBe(false);
	fixture.service.faults.clear();
	expect((await run).error).toBeUndefined();
});

describe('a service that is down', () => {
	const many = { ...profile, items: Array(1_000).fill({}) as never, ...continued };

	beforeEach(() => {
		overrideLimits({ firstBackoff: 20, longestBackoff: 200, outagePatience: 400 });
	});

	it.each([
		['closes connections', { drop: 'before' as const }, 'closed the connection without an answer'],
		['answers 503', { status: 503 }, 'is not available for now'],
	])('and %s gets few requests, and all items fail', async (_how, fault, words) => {
		fixture.service.faults.add({ ...fault, times: Infinity });
		const { items } = await fixture.run(many);
		expect(items).toHaveLength(1_000);
		for (const { json } of items) expect(String(json.error)).toContain(words);
		expect(fixture.requests.length).toBeLessThan(60);
		const unsent = items.filter(({ json }) => JSON.stringify(json.details).includes('Not sent'));
		expect(unsent.length).toBeGreaterThan(900);
	});

	it('for a moment costs no item', async () => {
		overrideLimits({ outagePatience: 8_000 });
		fixture.service.faults.add({ status: 503, times: 10 });
		const { items } = await fixture.run({ ...many, items: Array(100).fill({}) as never });
		expect(items.filter(({ json }) => json.error)).toHaveLength(0);
	});

	it('marks no write as perhaps written that was not sent', async () => {
		fixture.service.faults.add({ status: 503, times: Infinity, operation: 'createRecords' });
		const { items } = await fixture.run({
			node: 'svcRecords',
			parameters: { resource: 'record', operation: 'create', text: '={{ $json.text }}' },
			items: Array.from({ length: 1_000 }, (_, i) => ({ text: `note ${i}` })),
			...continued,
		});
		const doubtful = items.filter(({ json }) =>
			JSON.stringify(json).includes('may have been written'),
		);
		const sent = new Set(
			fixture.bodies.flatMap(({ items: parts }) =>
				((parts ?? []) as Array<{ item_id: string }>).map(({ item_id }) => item_id),
			),
		);
		expect(items).toHaveLength(1_000);
		expect(doubtful).toHaveLength(sent.size);
		expect(sent.size).toBeLessThan(200);
	});

	it('is used again as soon as it answers', async () => {
		const { service } = fixture;
		service.faults.add({ status: 503, times: Infinity });
		await fixture.run(many);
		service.faults.clear();
		await new Promise((resolve) => setTimeout(resolve, LIMITS.longestBackoff));
		overrideLimits({ outagePatience: 8_000 });
		const { items } = await fixture.run({ ...many, items: Array(20).fill({}) as never });
		expect(items.filter(({ json }) => json.error)).toHaveLength(0);
	});

	it('does not stop requests to endpoints that answer', async () => {
		const operation = 'getCurrentUserProfile';
		fixture.service.faults.add({ status: 503, times: Infinity, operation });
		await fixture.run(many);
		expect((await fixture.run(records)).error).toBeUndefined();
	});

	it.each([{ proxy: 'http://127.0.0.1:9' }, { timeout: 20 }])(
		'for a node with %j alone fails no other execution',
		async (requestOptions) => {
			fixture.service.faults.add({ delayMs: 60, times: Infinity });
			const parameters = { ...many.parameters, requestOptions } as never;
			const { items } = await fixture.run({ ...many, parameters });
			expect(items[999].json.error).toBeDefined();
			expect((await fixture.run(profile)).error).toBeUndefined();
		},
	);
});

it('tells a poll that waited for its turn from one that waited for the service', async () => {
	overrideLimits({ slowAnswer: 60_000 });
	await warmUp();
	const { service, credential } = fixture;
	const profiles = 'getCurrentUserProfile';
	service.faults.add({ operation: profiles, delayMs: Infinity, times: Infinity });
	const run = fixture.run({ ...profile, items: Array(4).fill({}) as never, ...continued });
	await service.waitFor(({ inFlight }) => inFlight === 4);
	const parameters = { event: 'newCall', startFrom: 'now' };
	const setup = { node: 'svcCallsTrigger', parameters, credential, budget: 4_000 };
	const waiting = await pollNode(setup);
	expect(waiting.error?.message).toContain(
		'other requests with the same credential were waiting before it',
	);
	service.faults.clear();
	service.faults.release();
	await run;
	service.faults.add({ delayMs: Infinity, times: Infinity });
	const slow = await pollNode(setup);
	expect(slow.error?.message).toContain('did not answer in time');
});
