import { LIMITS, overrideLimits } from '../../dev/limits';
import { Limiter, LIMITERS, limiterOf } from '../../nodes/shared/transport/limiter';

const never = () => false;
const usual = { queue: 'execution', urgent: false, endpoint: '/lists' };

/** Runs everything that is due now. */
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

/** Requests through a limiter that end on command, by name, in the order of their starts. */
class Requests {
	readonly started: string[] = [];
	private readonly ends = new Map<string, () => void>();
	private readonly done: Array<Promise<unknown>> = [];

	constructor(readonly limiter: Limiter) {}

	add(name: string, place: object = {}, halted = never): Promise<unknown> {
		const request = async () => {
			this.started.push(name);
			await new Promise<void>((resolve) => this.ends.set(name, resolve));
			return name;
		};
		const done = this.limiter.schedule({ ...usual, ...place }, request, halted);
		this.done.push(done);
		return done;
	}

	async end(name: string): Promise<void> {
		this.ends.get(name)!();
		this.ends.delete(name);
		await settled();
	}

	/** Ends all requests one after the other and returns the order of their starts. */
	async endAll(): Promise<string[]> {
		let left = true;
		const all = Promise.all(this.done).finally(() => (left = false));
		while (left) {
			const [name] = this.ends.keys();
			if (name === undefined) await settled();
			else await this.end(name);
		}
		await all;
		return this.started;
	}
}

/** A limiter after several good answers. */
function warm(): Limiter {
	const limiter = new Limiter();
	for (let i = 0; i < LIMITS.maxInFlight; i++) limiter.succeeded();
	return limiter;
}

/** Number of requests that a limiter starts at once. */
async function widthOf(limiter: Limiter): Promise<number> {
	const requests = new Requests(limiter);
	for (let i = 0; i < 2 * LIMITS.maxInFlight; i++) void requests.add(`width ${i}`);
	// Spaced in time after a 429, even if by a fraction of a millisecond
	let width = -1;
	while (width < requests.started.length) {
		width = requests.started.length;
		const until = performance.now() + 30;
		for (let i = 0; i < 50 || performance.now() < until; i++) await settled();
	}
	await requests.endAll();
	return width;
}

const names = (prefix: string, count: number) =>
	Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`);

describe('concurrency', () => {
	it('starts with one request in flight, since other processes may be busy', async () => {
		expect(await widthOf(new Limiter())).toBe(1);
	});

	it('allows one more request in flight after each good answer, at most four', async () => {
		const limiter = new Limiter();
		const widths: number[] = [];
		for (let i = 0; i < 5; i++) {
			limiter.succeeded();
			widths.push(await widthOf(limiter));
		}
		expect(widths).toEqual([2, 3, 4, 4, 4]);
	});

	it('starts the next request as soon as one ends, in the order of the queue', async () => {
		const requests = new Requests(warm());
		for (const name of names('a', 7)) void requests.add(name);
		await settled();
		expect(requests.started).toEqual(['a1', 'a2', 'a3', 'a4']);
		await requests.end('a3');
		expect(requests.started).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
		expect(await requests.endAll()).toEqual(names('a', 7));
	});

	it('frees the slot of a request that throws', async () => {
		const limiter = warm();
		for (let i = 0; i < 2 * LIMITS.maxInFlight; i++) {
			const failing = limiter.schedule(usual, async () => await Promise.reject('lost'), never);
			await expect(failing).rejects.toBe('lost');
		}
		expect(await widthOf(limiter)).toBe(4);
	});

	it('counts simultaneous refusals once', async () => {
		const limiter = warm();
		const startedAt = performance.now();
		for (let i = 0; i < 4; i++) limiter.refused(startedAt, 0);
		expect(await widthOf(limiter)).toBe(3);
	});
});

describe('turns', () => {
	it('serves a single request second beside an execution with many', async () => {
		const requests = new Requests(new Limiter());
		for (const name of names('many', 50)) void requests.add(name, { queue: 'many' });
		void requests.add('single', { queue: 'single' });
		await settled();
		const order = await requests.endAll();
		expect(order.indexOf('single')).toBeLessThanOrEqual(2);
	});

	it('serves executions in turn, each in its own order', async () => {
		const requests = new Requests(new Limiter());
		void requests.add('first', { queue: 'x' });
		for (const prefix of ['a', 'b', 'c']) {
			for (const name of names(prefix, 3)) void requests.add(name, { queue: prefix });
		}
		await settled();
		const turns = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'];
		expect(await requests.endAll()).toEqual(['first', ...turns]);
	});

	it('serves polls first, and gives them every other turn while others wait', async () => {
		const requests = new Requests(new Limiter());
		void requests.add('first');
		for (const name of names('poll', 6)) void requests.add(name, { queue: 'poll', urgent: true });
		for (const name of names('run', 6)) void requests.add(name);
		for (let i = 0; i < LIMITS.maxInFlight; i++) requests.limiter.succeeded();
		await settled();
		await requests.end('first');
		expect(requests.started).toEqual(['first', 'poll1', 'run1', 'poll2', 'run2']);
		await requests.end('run1');
		expect(requests.started.at(-1)).toBe('poll3');
		await requests.end('poll1');
		expect(requests.started.at(-1)).toBe('run3');
		await requests.endAll();
	});

	/** Polls and requests of nodes: what they add (a poll, a run), which ones end, and what starts then. */
	it.each<[what: string, steps: Array<[action: string, started: string[]]>]>([
		[
			'give polls all places if nobody else waits',
			[['6 polls', ['poll1', 'poll2', 'poll3', 'poll4']]],
		],
		[
			'give polls each place that becomes free, if nobody else waits',
			[
				['5 polls', ['poll1', 'poll2', 'poll3', 'poll4']],
				['end poll2', ['poll5']],
			],
		],
		[
			'give runs every other place that becomes free',
			[
				['8 polls', ['poll1', 'poll2', 'poll3', 'poll4']],
				['3 runs', []],
				['end poll1', ['run1']],
				['end poll2', ['poll5']],
				['end poll3', ['run2']],
				['end run1', ['poll6']],
				['end poll4', ['run3']],
				// No run waits any more
				['end run2', ['poll7']],
				['end run3', ['poll8']],
			],
		],
		[
			'give runs all places if no poll waits, and a poll the next one',
			[
				['6 runs', ['run1', 'run2', 'run3', 'run4']],
				['1 polls', []],
				['end run1', ['poll1']],
			],
		],
	])('%s', async (_what, steps) => {
		const requests = new Requests(warm());
		for (const [action, started] of steps) {
			const before = requests.started.length;
			const [, count, kind] = /^(\d+) (poll|run)s$/.exec(action) ?? [];
			const place = kind === 'poll' ? { queue: 'polls', urgent: true } : {};
			if (!kind) await requests.end(action.split(' ')[1]);
			else for (const name of names(kind, Number(count))) void requests.add(name, place);
			await settled();
			expect([action, requests.started.slice(before)]).toEqual([action, started]);
		}
		await requests.endAll();
	});

	it.each([
		['of the same endpoint', '/lists'],
		['of another endpoint', '/others'],
	])(
		'serves a run %s soon, though polls of a slow endpoint hold all places',
		async (_which, endpoint) => {
			const restore = overrideLimits({ slowAnswer: 20 });
			const requests = new Requests(warm());
			const polls = { queue: 'polls', urgent: true };
			for (const name of names('poll', 12)) void requests.add(name, polls);
			await settled();
			expect(requests.started).toHaveLength(4);
			await new Promise((resolve) => setTimeout(resolve, 100));
			void requests.add('run', { endpoint });
			for (let i = 1; i <= 3; i++) await requests.end(`poll${i}`);
			expect(requests.started).toContain('run');
			await requests.endAll();
			restore();
		},
	);

	it('serves executions beside endless polls, even with one request in flight', async () => {
		const requests = new Requests(new Limiter());
		void requests.add('run1');
		for (const name of names('poll', 4)) void requests.add(name, { queue: 'poll', urgent: true });
		for (const name of ['run2', 'run3', 'run4']) void requests.add(name);
		await settled();
		const order = ['run1', 'poll1', 'run2', 'poll2', 'run3', 'poll3', 'run4', 'poll4'];
		expect(await requests.endAll()).toEqual(order);
	});
});

describe('an aborted request', () => {
	it('is not started, and takes no slot', async () => {
		const limiter = warm();
		const request = jest.fn(async () => 'sent');
		expect(await limiter.schedule(usual, request, () => true)).toBeUndefined();
		expect(request).not.toHaveBeenCalled();
		expect(await widthOf(limiter)).toBe(4);
	});

	it('leaves the queue while hanging requests hold all slots', async () => {
		const requests = new Requests(warm());
		for (const name of names('hung', 4)) void requests.add(name, { queue: 'other' });
		let halted = false;
		const waiting = names('a', 50).map((name) => requests.add(name, {}, () => halted));
		await settled();
		halted = true;
		expect(await Promise.all(waiting)).toEqual(Array(50).fill(undefined));
		expect(await requests.endAll()).toEqual(names('hung', 4));
	});

	it('ends its wait in a pause', async () => {
		const limiter = warm();
		limiter.pauseFor(60_000, 429);
		let halted = false;
		const request = async () => 'sent';
		const passing = limiter.schedule(usual, request, () => halted);
		halted = true;
		expect(await passing).toBeUndefined();
	});
});

describe('a pause', () => {
	const realNow = Date.now;
	afterEach(() => {
		Date.now = realNow;
	});

	/** Milliseconds from `from` until a request starts. */
	const passed = async (limiter: Limiter, from: number) =>
		await limiter.schedule(usual, async () => performance.now() - from, never);

	it('stops all requests', async () => {
		const limiter = warm();
		const from = performance.now();
		limiter.pauseFor(300, 429);
		const starts = await Promise.all([passed(limiter, from), passed(limiter, from)]);
		for (const start of starts) expect(start).toBeGreaterThanOrEqual(299);
	});

	it('stops waiting requests too if the service prolongs it', async () => {
		const limiter = warm();
		const from = performance.now();
		limiter.pauseFor(100, 429);
		const passing = passed(limiter, from);
		await settled();
		limiter.pauseFor(300, 429);
		expect(await passing).toBeGreaterThanOrEqual(299);
	});

	it('is not ended early by a shorter one', async () => {
		const limiter = warm();
		const from = performance.now();
		limiter.pauseFor(300, 429);
		limiter.pauseFor(10, 503);
		expect(await passed(limiter, from)).toBeGreaterThanOrEqual(299);
	});

	it('is not shortened if the clock is set forward', async () => {
		const limiter = warm();
		const from = performance.now();
		limiter.pauseFor(300, 429);
		Date.now = () => realNow() + 3_600_000;
		expect(await passed(limiter, from)).toBeGreaterThanOrEqual(299);
	});

	it('is not prolonged if the clock is set back', async () => {
		const limiter = warm();
		limiter.pauseFor(100, 429);
		Date.now = () => realNow() - 3_600_000;
		expect(await limiter.schedule(usual, async () => 'sent', never)).toBe('sent');
	});

	it('ends the wait of all requests at once if it is longer than they may take', async () => {
		const limiter = warm();
		const requests = new Requests(limiter);
		for (const name of names('hung', 4)) void requests.add(name);
		const waiting = requests.add('waiting');
		const before = Date.now();
		limiter.pauseFor(1e12, 503);
		expect(await waiting).toBeUndefined();
		const { status, until } = limiter.pause!;
		expect(status).toBe(503);
		// A pause of years ends after an hour
		expect(until - before).toBeLessThanOrEqual(3_601_000);
		expect(until - before).toBeGreaterThan(3_500_000);
		await Promise.all(names('hung', 4).map(async (name) => await requests.end(name)));
	});

	it('ends the wait of a request at once if it is longer than that may wait', async () => {
		const limiter = warm();
		limiter.pauseFor(10_000, 429);
		const deadline = performance.now() + 1_000;
		expect(
			await limiter.schedule({ ...usual, deadline }, async () => 'sent', never),
		).toBeUndefined();
	});
});

it('spaces requests in time after a 429', async () => {
	const limiter = warm();
	limiter.refused(performance.now(), 200);
	// One answer in 0.2 seconds: five a second
	const starts = await Promise.all(
		[1, 2, 3].map(async () => await limiter.schedule(usual, async (startedAt) => startedAt, never)),
	);
	const gaps = starts.slice(1).map((at, i) => at! - starts[i]!);
	for (const gap of gaps) expect(gap).toBeGreaterThan(40);
});

describe('slow requests', () => {
	let restore: () => void;
	beforeEach(() => (restore = overrideLimits({ slowAnswer: 20 })));
	afterEach(() => restore());

	const slowDown = async () => await new Promise((resolve) => setTimeout(resolve, 60));

	it('make room for other endpoints, and not for their own', async () => {
		const requests = new Requests(warm());
		for (const name of names('slow', 6)) void requests.add(name);
		await settled();
		await slowDown();
		for (const name of names('other', 6))
			void requests.add(name, { endpoint: '/others', queue: 'b' });
		await settled();
		expect(requests.started.slice(4)).toEqual(names('other', 4));
		await requests.endAll();
	});

	it('of two endpoints together hold no more than may be in flight', async () => {
		const requests = new Requests(warm());
		for (const name of names('a', 2)) void requests.add(name, { queue: 'a' });
		for (const name of names('b', 2)) void requests.add(name, { endpoint: '/b', queue: 'b' });
		await settled();
		await slowDown();
		void requests.add('a3', { queue: 'a' });
		void requests.add('b3', { endpoint: '/b', queue: 'b' });
		void requests.add('poll', { endpoint: '/b', urgent: true });
		for (const name of names('c', 4)) void requests.add(name, { endpoint: '/c', queue: 'c' });
		await settled();
		expect(requests.started.slice(4)).toEqual(['poll', 'c1', 'c2', 'c3']);
		await requests.endAll();
	});

	it('leave room for one request at a time, however many there are', async () => {
		const requests = new Requests(warm());
		for (const name of names('a', 4)) void requests.add(name, { queue: 'a' });
		await settled();
		await slowDown();
		for (const name of names('b', 4)) void requests.add(name, { endpoint: '/b', queue: 'b' });
		await settled();
		await slowDown();
		for (const name of names('c', 2)) void requests.add(name, { endpoint: '/c', queue: 'c' });
		await settled();
		expect(requests.started.slice(8)).toEqual(['c1']);
		await requests.end('c1');
		expect(requests.started.slice(8)).toEqual(['c1', 'c2']);
		await requests.endAll();
	});

	it('leave room for one request even if one alone may be in flight', async () => {
		const requests = new Requests(new Limiter());
		void requests.add('slow');
		await settled();
		await slowDown();
		for (const name of names('other', 2)) void requests.add(name, { endpoint: '/others' });
		await settled();
		expect(requests.started).toEqual(['slow', 'other1']);
		await requests.endAll();
	});
});

describe('limiterOf', () => {
	it('shares one limiter among all credentials with the same base URL and key', () => {
		const one = limiterOf('https://svc.example.com', 'key');
		expect(limiterOf('https://svc.example.com', 'key')).toBe(one);
		expect(limiterOf('https://svc.example.com', 'other')).not.toBe(one);
		expect(limiterOf('https://other.example.com', 'key')).not.toBe(one);
	});

	it('stores no key, and a limited number of limiters', () => {
		for (let i = 0; i < 3 * LIMITS.maxAccounts; i++)
			limiterOf('https://svc.example.com', `key${i}`);
		expect(LIMITERS.size).toBeLessThanOrEqual(LIMITS.maxAccounts);
		expect([...LIMITERS.keys()].join()).not.toContain('key');
	});

	it('drops the one that was not used for longest, and none in use', async () => {
		LIMITERS.clear();
		const url = 'https://svc.example.com';
		const used = limiterOf(url, 'used');
		const recent = limiterOf(url, 'recent');
		await used.schedule(usual, async () => {}, never);
		for (let i = 0; i < 2 * LIMITS.maxAccounts; i++) {
			limiterOf(url, `key${i}`);
			expect(limiterOf(url, 'recent')).toBe(recent);
		}
		expect(limiterOf(url, 'used')).toBe(used);
		expect(LIMITERS.size).toBe(LIMITS.maxAccounts);
	});

	it('does not drop a limiter in a pause', () => {
		const paused = limiterOf('https://svc.example.com', 'paused');
		paused.pauseFor(60_000, 429);
		for (let i = 0; i < 3 * LIMITS.maxAccounts; i++)
			limiterOf('https://svc.example.com', `key${i}`);
		expect(limiterOf('https://svc.example.com', 'paused')).toBe(paused);
		LIMITERS.clear();
	});
});
