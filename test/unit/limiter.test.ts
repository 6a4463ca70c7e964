import { LIMITS } from '../../nodes/shared/limits';
import { Limiter, type PausedError } from '../../nodes/shared/transport/limiter';

const never = () => false;

/** A request that ends when told to. */
function held() {
	let end!: () => void;
	const ended = new Promise<void>((resolve) => (end = resolve));
	return { end, request: async () => await ended };
}

/** Lets everything that is due now happen. */
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

/** How many of many requests a gate lets in at once. */
async function inside(gate: Limiter): Promise<number> {
	const requests = Array.from({ length: 2 * LIMITS.maxInFlight }, held);
	let seen = 0;
	const done = requests.map(
		async ({ request }) =>
			await gate.schedule(async () => {
				seen++;
				await request();
			}, never),
	);
	await settled();
	const width = seen;
	requests.forEach(({ end }) => end());
	await Promise.all(done);
	return width;
}

it(`lets ${LIMITS.maxInFlight} requests in and the next as soon as one ends, first come first served`, async () => {
	const gate = new Limiter();
	const order: number[] = [];
	const requests = Array.from({ length: 7 }, held);
	const done = requests.map(
		async ({ request }, i) =>
			await gate.schedule(async () => {
				order.push(i);
				await request();
			}, never),
	);
	await settled();
	expect(order).toEqual([0, 1, 2, 3]);
	requests[2].end();
	await settled();
	expect(order).toEqual([0, 1, 2, 3, 4]);
	requests.forEach(({ end }) => end());
	await Promise.all(done);
	expect(order).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

it('gives its place back when a request throws', async () => {
	const gate = new Limiter();
	for (let i = 0; i < 2 * LIMITS.maxInFlight; i++) {
		await expect(
			gate.schedule(async () => {
				throw new Error('lost');
			}, never),
		).rejects.toThrow('lost');
	}
	expect(await gate.schedule(async () => 'through', never)).toBe('through');
});

it('does not start a request that nobody wants any more, and lets the next in', async () => {
	const gate = new Limiter();
	const request = jest.fn(async () => 'sent');
	expect(await gate.schedule(request, () => true)).toBeUndefined();
	expect(request).not.toHaveBeenCalled();
	expect(await gate.schedule(request, never)).toBe('sent');
});

it('keeps everybody out while the service has asked for a pause', async () => {
	const gate = new Limiter();
	const from = Date.now();
	gate.throttled(300);
	const starts = await Promise.all(
		[1, 2].map(async () => await gate.schedule(async () => Date.now() - from, never)),
	);
	for (const start of starts) expect(start).toBeGreaterThanOrEqual(299);
});

it('ends a pause at once for a request that nobody wants any more', async () => {
	const gate = new Limiter();
	gate.throttled(60_000);
	let halted = false;
	const passing = gate.schedule(
		async () => 'sent',
		() => halted,
	);
	halted = true;
	expect(await passing).toBeUndefined();
});

it('halves its width on 429, and lets one more in after 20 successes', async () => {
	const gate = new Limiter();
	const width = async () => await inside(gate);
	expect(await width()).toBe(4);
	gate.throttled(0);
	expect(await width()).toBe(2);
	gate.throttled(0);
	gate.throttled(0);
	expect(await width()).toBe(1);
	for (let i = 0; i < 19; i++) gate.succeeded();
	expect(await width()).toBe(1);
	gate.succeeded();
	expect(await width()).toBe(2);
	for (let i = 0; i < 200; i++) gate.succeeded();
	expect(await width()).toBe(4);
});

it('counts the successes for widening anew after every 429', async () => {
	const gate = new Limiter();
	gate.throttled(0);
	for (let i = 0; i < 19; i++) gate.succeeded();
	gate.throttled(0);
	gate.succeeded();
	expect(await inside(gate)).toBe(1);
});

it('wants as many successes again for the next one', async () => {
	const gate = new Limiter();
	gate.throttled(0);
	gate.throttled(0);
	for (let i = 0; i < 39; i++) gate.succeeded();
	expect(await inside(gate)).toBe(2);
	gate.succeeded();
	expect(await inside(gate)).toBe(3);
});

it('keeps those out who are waiting already when the service prolongs its pause', async () => {
	const gate = new Limiter();
	const from = Date.now();
	gate.pause(100);
	const passing = gate.schedule(async () => Date.now() - from, never);
	await settled();
	gate.pause(300);
	expect(await passing).toBeGreaterThanOrEqual(299);
});

it('is not opened early by a shorter pause', async () => {
	const gate = new Limiter();
	const from = Date.now();
	gate.pause(300);
	gate.pause(10);
	expect(await gate.schedule(async () => Date.now() - from, never)).toBeGreaterThanOrEqual(299);
});

it('forgets a pause of years after an hour, and sends nothing before', async () => {
	const gate = new Limiter();
	gate.throttled(1e12);
	const shut = await gate.schedule(async () => 'sent', never).catch((error: PausedError) => error);
	expect((shut as PausedError).until - Date.now()).toBeLessThanOrEqual(3_600_000);
	expect((shut as PausedError).until - Date.now()).toBeGreaterThan(3_590_000);
});
