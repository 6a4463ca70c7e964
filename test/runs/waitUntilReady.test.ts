import type { IDataObject } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import { nodeNamed } from '../../dev/engine/types';
import { LIMITS, overrideLimits } from '../../dev/limits';
import { jsonOf, linksOf, useService } from '../support/useService';

/** Options Wait Until Ready and If Not Ready of transcripts and summaries. */

const fixture = useService();
const account = () => fixture.service.account('a');

let restore: () => void;
beforeEach(() => (restore = overrideLimits({ firstBackoff: 1, firstPause: 1, longestPause: 4 })));
afterEach(() => restore());

/** A kind of text: what makes it, what tells its state, and how the state is set. */
interface Kind {
	node: string;
	resource: string;
	operation: string;
	field: string;
	/** Operations that ask for the state, and that read the text */
	asks: string;
	reads: string;
	/** States that end the wait at once, and such as may still change */
	final: string[];
	inWork: string[];
	/** Objects whose text is ready, with the switch of its state */
	objects: () => Array<{ uid: string; set: (state: string) => void }>;
}

const KINDS: Record<string, Kind> = {
	'a transcript of a recording': {
		node: 'svcRecordings',
		resource: 'transcript',
		operation: 'get',
		field: 'recording',
		asks: 'batchGetRecordings',
		reads: 'queryRecordingTranscript',
		final: ['failed', 'unavailable'],
		inWork: ['processing', 'partial'],
		objects: () =>
			[...account().recordings.values()]
				.filter(({ transcript_state, unreadable }) => transcript_state === 'ready' && !unreadable)
				.map((row) => ({
					uid: row.recording_uid,
					set: (state) => void (row.transcript_state = state as typeof row.transcript_state),
				})),
	},
	'a transcript of a call': {
		node: 'svcCalls',
		resource: 'transcript',
		operation: 'get',
		field: 'call',
		asks: 'batchGetCalls',
		reads: 'queryCallTranscript',
		final: ['failed', 'unavailable'],
		inWork: ['processing'],
		objects: () =>
			[...account().calls.values()]
				.filter(({ transcript_state }) => transcript_state === 'ready')
				.map((row) => ({
					uid: row.call_uid,
					set: (state) => void (row.transcript_state = state as typeof row.transcript_state),
				})),
	},
	'a summary': {
		node: 'svcRecordings',
		resource: 'summary',
		operation: 'getText',
		field: 'summary',
		asks: 'readRecordingSummary',
		reads: 'readRecordingSummary',
		final: ['failed', 'unavailable'],
		inWork: ['processing'],
		objects: () =>
			[...account().summaries.values()]
				.filter(({ content_state, unreadable }) => content_state === 'ready' && !unreadable)
				.map((row) => ({
					uid: row.summary_uid,
					set: (state) => void (row.content_state = state as typeof row.content_state),
				})),
	},
};

const setupOf = ({ node, resource, operation, field }: Kind, options: IDataObject) => ({
	node,
	parameters: { resource, operation, [field]: uid('={{ $json.uid }}'), options } as never,
});
const asked = (operation: string) =>
	fixture.requests.filter((entry) => entry.operation === operation).length;

/** Does something when a request of this operation arrives for the n-th time. */
function atRequest(operation: string, n: number, act: () => void) {
	fixture.service.faults.add({
		match: (entry) => {
			if (entry.operation === operation && asked(operation) === n) act();
			return false;
		},
		status: 500,
	});
}

/** The monotonic clock goes on by so much with each request of this operation. */
function slowClock(operation: string, ms: number): void {
	const now = performance.now.bind(performance);
	let passed = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
	fixture.service.faults.add({
		match: (entry) => {
			if (entry.operation === operation) passed += ms;
			return false;
		},
		status: 500,
	});
}
afterEach(() => jest.restoreAllMocks());

/** Resolves when a node begins to pause: it has just asked how long it may. */
async function pausing(): Promise<void> {
	const { longestPause } = LIMITS;
	const property = (facts: PropertyDescriptor) =>
		Object.defineProperty(LIMITS, 'longestPause', { configurable: true, ...facts });
	await new Promise<void>((resolve) => {
		property({
			get: () => {
				resolve();
				return longestPause;
			},
		});
	});
	property({ value: longestPause, writable: true, enumerable: true });
}

describe.each(Object.keys(KINDS))('%s', (name) => {
	const kind = KINDS[name];

	it('that becomes ready meanwhile is read then', async () => {
		const [one] = kind.objects();
		const setup = { items: [{ uid: one.uid }] };
		const ready = await fixture.run({ ...setupOf(kind, {}), ...setup });
		one.set(kind.inWork[0]);
		const before = asked(kind.asks);
		atRequest(kind.asks, before + 4, () => one.set('ready'));
		const { items } = await fixture.run({
			...setupOf(kind, { waitUntilReady: 5, ifNotReady: 'fail' }),
			...setup,
		});
		expect(jsonOf(items)).toEqual(jsonOf(ready.items));
		// Texts that are ready are then read as ever
		const reads = kind.asks === kind.reads ? before : 0;
		expect(asked(kind.asks) - before).toBe(4 + reads);
	});

	it('is not waited for without the option, and its state is output', async () => {
		const [one] = kind.objects();
		one.set(kind.inWork[0]);
		const { items, error } = await fixture.run({ ...setupOf(kind, {}), items: [{ uid: one.uid }] });
		expect(error).toBeUndefined();
		expect(JSON.stringify(items[0].json)).toContain(`_state":"${kind.inWork[0]}"`);
		expect(fixture.requests).toHaveLength(1);
	});

	it.each(kind.inWork.map((state) => [state]))(
		'that stays %s is asked for until its time is over; then If Not Ready decides',
		async (state) => {
			const [one] = kind.objects();
			one.set(state);
			slowClock(kind.asks, 25_000);
			const wait = { waitUntilReady: 1 };
			const output = await fixture.run({ ...setupOf(kind, wait), items: [{ uid: one.uid }] });
			expect(JSON.stringify(output.items[0].json)).toContain(`_state":"${state}"`);
			// At 25, 50 and 75 seconds, and the read itself
			const asks = asked(kind.asks) - (kind.asks === kind.reads ? 1 : 0);
			expect(asks).toBe(3);
			const { error } = await fixture.run({
				...setupOf(kind, { ...wait, ifNotReady: 'fail' }),
				items: [{ uid: one.uid }],
			});
			expect(error?.message).toMatch(
				new RegExp(`^The (transcript of the \\w+|summary) is not ready: its state is '${state}'`),
			);
			expect(error?.description).toContain('Options > Wait Until Ready');
		},
	);

	it.each(kind.final.map((state) => [state]))(
		'that is %s is not waited for, since it never becomes ready',
		async (state) => {
			const [one, other] = kind.objects();
			one.set(state);
			other.set(state);
			const setup = setupOf(kind, { waitUntilReady: 60, ifNotReady: '={{ $json.then }}' });
			const { items, errors } = await fixture.run({
				...setup,
				items: [
					{ uid: one.uid, then: 'output' },
					{ uid: other.uid, then: 'fail' },
				],
				settings: { onError: 'continueErrorOutput' },
			});
			expect(linksOf(items)).toEqual([0]);
			expect(linksOf(errors)).toEqual([1]);
			expect(jsonOf(errors)[0]).toMatchObject({ details: { reason: state } });
			expect(JSON.stringify(jsonOf(errors))).not.toContain('Wait Until Ready');
			expect(fixture.requests.length).toBeLessThanOrEqual(4);
		},
	);

	it('ends the node at once where one of several fails, with On Error = stop', async () => {
		restore();
		const [one, other] = kind.objects();
		one.set('processing');
		other.set('failed');
		const { error } = await fixture.run({
			...setupOf(kind, { waitUntilReady: 60, ifNotReady: 'fail' }),
			items: [{ uid: one.uid }, { uid: other.uid }],
		});
		expect(error?.message).toMatch(/cannot be read: its state is 'failed' \[item 2 of \d+\]$/);
		expect(asked(kind.asks)).toBe(kind.asks === kind.reads ? 2 : 1);
	});

	it('that cannot be read is not waited for', async () => {
		restore();
		const { error } = await fixture.run({
			...setupOf(kind, { waitUntilReady: 60 }),
			items: [{ uid: 'nobody' }],
		});
		expect(error?.message).toMatch(/"nobody" does not exist or is not readable/);
	});

	it('is no longer waited for when the execution is stopped', async () => {
		restore();
		expect(LIMITS.firstPause).toBeGreaterThanOrEqual(5_000);
		const [one] = kind.objects();
		one.set('processing');
		const operations = nodeNamed(kind.node).customOperations![kind.resource];
		const operation = operations[kind.operation];
		let stop = () => {};
		// n8n does not wait for a node that it has stopped
		const ended = new Promise<number>((resolve) => {
			operations[kind.operation] = async function () {
				const output = await operation.call(this);
				resolve(performance.now());
				return output;
			};
		});
		const running = fixture.run({
			...setupOf(kind, { waitUntilReady: 60 }),
			items: [{ uid: one.uid }],
			onStart: (press) => (stop = press),
		});
		await pausing();
		const stoppedAt = performance.now();
		stop();
		expect((await running).run.status).toBe('canceled');
		expect((await ended) - stoppedAt).toBeLessThan(20_000);
		operations[kind.operation] = operation;
		expect(asked(kind.asks)).toBe(1);
	});
});

describe('of 25 recordings', () => {
	const kind = KINDS['a transcript of a recording'];

	it('asks for all that wait together, each once', async () => {
		const some = kind.objects().slice(0, 25);
		for (const { set } of some) set('processing');
		atRequest(kind.asks, 2, () => some.slice(0, 10).forEach(({ set }) => set('ready')));
		atRequest(kind.asks, 4, () => some.forEach(({ set }) => set('ready')));
		const { items } = await fixture.run({
			...setupOf(kind, { waitUntilReady: 5, ifNotReady: 'fail' }),
			items: [...some, some[0]].map((each) => ({ uid: each.uid })),
		});
		expect(linksOf(items)).toEqual([...some, some[0]].map((_each, i) => i));
		const sizes = fixture.requests
			.filter(({ operation }) => operation === kind.asks)
			.map(({ body }) => (body as { recording_uids: string[] }).recording_uids.length);
		expect(sizes.slice(0, 2).sort()).toEqual([20, 5]);
		expect(Math.max(...sizes)).toBe(20);
		expect(sizes.at(-1)).toBeLessThanOrEqual(15);
	});

	it('gives each item its own time', async () => {
		const [short, long] = kind.objects();
		short.set('processing');
		long.set('processing');
		slowClock(kind.asks, 25_000);
		atRequest(kind.asks, 6, () => long.set('ready'));
		const { items } = await fixture.run({
			...setupOf(kind, { waitUntilReady: '={{ $json.minutes }}' }),
			items: [
				{ uid: short.uid, minutes: 1 },
				{ uid: long.uid, minutes: 30 },
			],
		});
		expect(jsonOf(items).map(({ transcript_state }) => transcript_state)).toEqual([
			'processing',
			'ready',
		]);
		const bodies = fixture.bodies.flatMap(({ recording_uids }) => [recording_uids]);
		expect(
			bodies.filter((uids) => (uids as string[] | undefined)?.includes(short.uid)),
		).toHaveLength(3);
	});
});

describe('the pauses', () => {
	const kind = KINDS['a transcript of a call'];

	it('grow up to a longest one', async () => {
		overrideLimits({ firstPause: 20, longestPause: 80 });
		const [one] = kind.objects();
		one.set('processing');
		const times: number[] = [];
		const stop = fixture.service.listen(({ operation, status }) => {
			if (operation === kind.asks && status === 200) times.push(Date.now());
			if (times.length === 5) one.set('ready');
		});
		await fixture.run({ ...setupOf(kind, { waitUntilReady: 5 }), items: [{ uid: one.uid }] });
		stop();
		const pauses = times.slice(1).map((time, i) => time - times[i]);
		[20, 40, 80, 80].forEach((ms, i) => expect(pauses[i]).toBeGreaterThanOrEqual(ms - 2));
	});

	it('let others send with the same key', async () => {
		restore();
		const [one, other] = kind.objects();
		one.set('processing');
		let stop = () => {};
		const running = fixture.run({
			...setupOf(kind, { waitUntilReady: 60 }),
			items: [{ uid: one.uid }],
			onStart: (press) => (stop = press),
		});
		await pausing();
		const { items } = await fixture.run({ ...setupOf(kind, {}), items: [{ uid: other.uid }] });
		expect(items).toHaveLength(1);
		stop();
		await running;
	});

	it('go on while the service is away for a while', async () => {
		const [one] = kind.objects();
		one.set('processing');
		fixture.service.faults.add({ operation: kind.asks, after: 1, status: 503, times: 5 });
		atRequest(kind.asks, 7, () => one.set('ready'));
		const { items } = await fixture.run({
			...setupOf(kind, { waitUntilReady: 5 }),
			items: [{ uid: one.uid }],
		});
		expect(jsonOf(items)).toMatchObject([{ transcript_state: 'ready' }]);
	});
});

it('waits for a fraction of a minute', async () => {
	const kind = KINDS['a summary'];
	const [one] = kind.objects();
	one.set('processing');
	slowClock(kind.asks, 11_000);
	const { items, error } = await fixture.run({
		...setupOf(kind, { waitUntilReady: 0.5 }),
		items: [{ uid: one.uid }],
	});
	expect(error).toBeUndefined();
	expect(jsonOf(items)).toMatchObject([{ content_state: 'processing' }]);
	// The time ends at the third question; the text is then read once more
	expect(asked(kind.asks)).toBe(4);
});

it.each([
	[-1, "'Wait Until Ready (Minutes)' must be at least 0, not -1"],
	['={{ "soon" }}', '\'Wait Until Ready (Minutes)\' must be a number, not "soon"'],
])('refuses a time of %s before sending', async (waitUntilReady, message) => {
	const { error } = await fixture.run({
		...setupOf(KINDS['a summary'], { waitUntilReady }),
		items: [{ uid: 'summary_1' }],
	});
	expect(error?.message).toBe(message);
	expect(fixture.requests).toEqual([]);
});
