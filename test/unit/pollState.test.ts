import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import { type Failure, FailureError } from '../../nodes/shared/errors/failure';
import { causeOf, isTemporary, type FailureCause } from '../../nodes/shared/polling/failureCause';
import { byPosition, byTime, isBehind, type FoundEvent } from '../../nodes/shared/polling/found';
import {
	ClockChanged,
	clockOf,
	inServiceTime,
	ServiceClock,
	warnOfClock,
} from '../../nodes/shared/polling/serviceClock';
import {
	broughtBack,
	isAhead,
	type PollState,
	raiseFloor,
	readState,
	stateFrom,
} from '../../nodes/shared/polling/state';

/** The pure parts of a poll: its stored state, its clock, and the cause of its failure. */

const NOW = 1_000_000_000;

/** Members with a text of a certain form. */
const DIGESTS = /^seen\.|part|refused$|unreadable\.|list$|passedOver/;

/** A state with all members that one can have. */
const FULL: PollState = {
	...stateFrom(NOW),
	node: 'id',
	opening: [NOW, ''],
	seen: { [NOW.toString(36)]: '12345678abcd-_ef' },
	scan: {
		part: 'hourly',
		startedAt: NOW,
		readUntil: NOW,
		sliceLength: 1,
		cursor: 'next',
		pages: 2,
		refused: '12345678',
		isCrowded: true,
	},
	scanned: { whole: 0, next: NOW, hourly: NOW, recent: { at: NOW, pages: 2 }, unready: NOW },
	sliceLength: 1_000,
	attempts: { '12345678': [1, NOW] },
	unready: { uids: ['uid'], unreadable: { [NOW.toString(36)]: '12345678' } },
	statuses: { values: ['following'], list: '1234567zzA123-_671A' },
	list: { passedOver: '12345678', refused: { '12345678': NOW }, isCrowded: true },
};

/** Copies of a value of which one part has another type, with the path of that part. */
function damaged(value: unknown, path = ''): Array<[what: string, copy: unknown]> {
	const others = [null, 7.5, 'no!', [[]], { 'no!': {}, refused: 7 }, -1e300].filter((other) => {
		const fits = typeof other === typeof value && Array.isArray(other) === Array.isArray(value);
		const isFreeText = typeof value === 'string' && !DIGESTS.test(path);
		const isFreeNumber = path === 'revision' || other === 7.5;
		return !fits || (typeof other === 'string' ? !isFreeText : !isFreeNumber);
	});
	const own = ['', 'version'].includes(path) ? [] : others;
	const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	const inner = parts.flatMap(([name, part]) =>
		damaged(part, path ? `${path}.${name}` : name).map(([what, copy]): [string, unknown] => [
			what,
			Array.isArray(value)
				? value.map((each: unknown, i) => (String(i) === name ? copy : each))
				: { ...(value as object), [name]: copy },
		]),
	);
	return [
		...own.map((other): [string, unknown] => [`${path}: ${JSON.stringify(other)}`, other]),
		...inner,
	];
}

describe('a stored state', () => {
	const state = stateFrom(NOW);
	it.each<[what: string, stored: unknown, read: PollState | undefined | string]>([
		['none', undefined, undefined],
		['a text', 'state', undefined],
		['of a version that was never published', { ...state, version: 2 }, undefined],
		['without a version', { ...state, version: undefined }, undefined],
		['of a newer version', { ...state, version: 4 }, 'newer version'],
		['whole', state, state],
		['with all members', FULL, FULL],
		...damaged(FULL).map(([what, stored]): [string, unknown, string] => [what, stored, 'damaged']),
	])('is read or refused: %s', (_what, stored, read) => {
		if (typeof read === 'string') expect(() => readState(stored)).toThrow(read);
		else expect(readState(stored)).toEqual(read);
	});

	it('has no position after the time to which it is brought back', () => {
		const ahead: PollState = {
			...stateFrom(NOW + HOUR),
			from: NOW - HOUR,
			opening: [NOW + 2, ''],
			scanned: { whole: NOW + 1, next: NOW - 1, hourly: NOW, unready: NOW + 2 },
			scan: { part: 'whole', startedAt: 1, readUntil: 2 },
		};
		expect(broughtBack(ahead, NOW)).toEqual({
			...stateFrom(NOW),
			from: NOW - HOUR,
			opening: [NOW, ''],
			scanned: { whole: NOW, next: NOW - 1, hourly: NOW, unready: NOW },
		});
		const whole: PollState = { ...state, floor: [NOW, 'id'] };
		expect(broughtBack(whole, NOW)).toEqual(whole);
		// What is older than the state remembers is no event, unless the state is ahead of all clocks
		for (const [time, floor] of [
			[NOW + HOUR, NOW + HOUR],
			[NOW + 3 * HOUR, NOW + 2 * HOUR],
		])
			expect(broughtBack(stateFrom(time), NOW, NOW + 2 * HOUR)).toEqual({
				...stateFrom(NOW),
				from: floor,
				floor: [floor, ''],
				scanned: { whole: 0, next: floor },
			});
	});

	it.each<[what: string, ahead: Partial<PollState>]>([
		['what was read', { readUntil: NOW + 1 }],
		['a scan', { scan: { part: 'whole', startedAt: NOW + 1, readUntil: 0 } }],
		['a complete scan', { scanned: { whole: NOW + 1, next: 0 } }],
		['a complete hourly scan', { scanned: { whole: 0, next: 0, hourly: NOW + 1 } }],
		['a recent scan', { scanned: { whole: 0, next: 0, recent: { at: NOW + 1, pages: 2 } } }],
	])('is ahead of a time by %s', (_what, ahead) => {
		expect(isAhead({ ...state, ...ahead }, NOW)).toBe(true);
		expect(isAhead({ ...state, ...ahead }, NOW + 1)).toBe(false);
	});

	it('has a floor that only rises, and passes what was still to be read', () => {
		const raised = (position: [number, string], opening?: [number, string]) => {
			const next: PollState = { ...stateFrom(NOW), ...(opening && { opening }) };
			raiseFloor(next, position);
			return [next.floor, next.opening];
		};
		expect(raised([NOW - 1, ''])).toEqual([[NOW, ''], undefined]);
		expect(raised([NOW, 'id'], [5, ''])).toEqual([[NOW, 'id'], undefined]);
		expect(raised([NOW - 1, ''], [5, ''])).toEqual([
			[NOW, ''],
			[NOW - 1, ''],
		]);
	});
});

describe('events', () => {
	const event = (id: string, at: number, time?: number): FoundEvent => ({
		...{ id, key: id, at, time, keepUntil: at, row: {} },
	});

	it('are ordered by their times, and by ID at the same time', () => {
		const all = [event('b', 2, 1), event('c', 1), event('a', 2, 1), event('d', 1, 9)];
		const ids = (by: typeof byTime) => [...all].sort(by).map(({ id }) => id);
		expect(ids(byTime)).toEqual(['a', 'b', 'c', 'd']);
		expect(ids(byPosition)).toEqual(['c', 'd', 'a', 'b']);
		const [b, , a] = all;
		expect([byPosition(b, b), byPosition(b, a), byPosition(a, b)]).toEqual([0, 1, -1]);
	});

	it.each<[at: number, id: string, position: [number, string], behind: boolean]>([
		[2, 'a', [1, 'x'], true],
		[1, 'a', [2, ''], false],
		[1, 'a', [1, ''], true],
		[1, 'b', [1, 'a'], true],
		[1, 'a', [1, 'a'], false],
	])('at %i with ID %s are behind %j or not', (at, id, position, behind) => {
		expect(isBehind(event(id, at), position)).toBe(behind);
	});
});

describe('the service’s clock', () => {
	const realNow = Date.now;
	beforeEach(() => (Date.now = () => NOW));
	afterEach(() => (Date.now = realNow));
	const SECOND = 1_000;

	/** The difference that the clock has after an answer; undefined if the poll may go on. */
	const after = (
		date: number | undefined,
		ahead: number,
		{ sent = 0, tolerance = SECOND, clock = new ServiceClock() } = {},
	): number | undefined => {
		clock.ahead = ahead;
		try {
			clock.check(date, ahead, NOW - sent, tolerance);
			return undefined;
		} catch (error) {
			expect(error).toBeInstanceOf(ClockChanged);
			return clock.ahead;
		}
	};

	it.each<
		[
			what: string,
			date: number | undefined,
			ahead: number,
			expected: number | undefined,
			more?: { sent?: number; tolerance?: number },
		]
	>([
		['the same', NOW, 0, undefined],
		['at the end of what is accepted', NOW + SECOND, 0, undefined],
		['beyond it', NOW + SECOND + 1, 0, SECOND + 1],
		['the whole second before', NOW - 2 * SECOND, 0, undefined],
		['before that', NOW - 2 * SECOND - 1, 0, -2 * SECOND - 1],
		['from before the request was sent', NOW - 7 * SECOND, 0, undefined, { sent: 5 * SECOND }],
		['from before that', NOW - 7 * SECOND - 1, 0, -7 * SECOND - 1, { sent: 5 * SECOND }],
		['three days behind, as known', NOW - 3 * DAY, -3 * DAY, undefined],
		['right again, to the second', NOW - SECOND / 2, -3 * DAY, 0],
		['another wrong one', NOW + DAY, -3 * DAY, DAY],
		['within a wider tolerance', NOW + 2 * MINUTE, 0, undefined, { tolerance: 2 * MINUTE }],
		['in no answer, as before', undefined, 0, undefined],
		['in no answer any more', undefined, DAY, 0],
		['not asked for', NOW + DAY, 0, undefined, { tolerance: Infinity }],
		['not asked for, and in no answer', undefined, DAY, undefined, { tolerance: Infinity }],
	])('is told by answers: %s', (_what, date, ahead, expected, more = {}) => {
		expect(after(date, ahead, more)).toBe(expected);
	});

	it('is n8n’s own until an answer tells it, and if answers contradict each other', () => {
		const clock = clockOf('a service', SECOND);
		expect([clock.now, clock.isTold]).toEqual([NOW, false]);
		expect(after(NOW + DAY, 0, { clock })).toBe(DAY);
		expect([clock.now, clock.isTold]).toEqual([NOW + DAY, true]);
		after(undefined, DAY, { clock });
		expect(clock.isTold).toBe(false);
		clock.ahead = DAY;
		clock.isTold = true;
		expect(clockOf('a service', SECOND)).toBe(clock);
		expect(clock).toMatchObject({ ahead: DAY, isTold: true });
		expect(clockOf('another one', SECOND).ahead).toBe(0);
		expect(clockOf('a service', Infinity)).toMatchObject({ now: NOW, isTold: false });
	});

	it('makes a poll begin again, at most twice, and other errors do not', async () => {
		const tolerances: number[] = [];
		const poll = async (tolerance: number) => {
			tolerances.push(tolerance);
			if (tolerance < Infinity) throw new ClockChanged();
			return 'done';
		};
		expect(await inServiceTime(poll)).toBe('done');
		expect(tolerances).toEqual([SECOND, 2 * MINUTE, Infinity]);
		const failing = jest.fn().mockRejectedValue(new Error('no'));
		await expect(inServiceTime(failing)).rejects.toThrow('no');
		expect(failing).toHaveBeenCalledTimes(1);
	});

	it.each<[ahead: number, words: string | undefined]>([
		[5 * MINUTE - 1, undefined],
		[5 * MINUTE, '5 minutes ahead of'],
		[-5 * MINUTE, '5 minutes behind'],
		[2 * HOUR - 1, '120 minutes ahead of'],
		[2 * HOUR, '2 hours ahead of'],
		[2 * DAY - 1, '48 hours ahead of'],
		[-2 * DAY, '2 days behind'],
	])('is told of if it differs by %i ms: %s', (ahead, words) => {
		const said: string[] = [];
		warnOfClock(Object.assign(new ServiceClock(), { ahead }), (message) => said.push(message));
		expect(said).toEqual(words ? [expect.stringContaining(`about ${words} n8n's clock`)] : []);
	});
});

it.each<[failure: Partial<Failure>, expected: FailureCause]>([
	[{ status: 429 }, { cause: 'rate-limited' }],
	[
		{ status: 429, until: NOW + 1 },
		{ cause: 'rate-limited', retryAfterMs: 1 },
	],
	[{ status: 429, until: NOW }, { cause: 'rate-limited' }],
	[
		{ status: 503, until: NOW + 5 },
		{ cause: 'temporarily-unavailable', retryAfterMs: 5 },
	],
	...[200, 408, 425, 500, 502, 504].map((status): [Partial<Failure>, FailureCause] => [
		{ status },
		{ cause: 'temporarily-unavailable' },
	]),
	[{ transient: true }, { cause: 'temporarily-unavailable' }],
	[{ status: 401 }, { cause: 'credential-invalid' }],
	[{ status: 401, isOwn: true }, { cause: 'credential-invalid' }],
	[{ status: 400, isOwn: true }, { cause: 'configuration-invalid' }],
	...[302, 400, 403, 404, 405, 407, 410, 451, 499].map(
		(status): [Partial<Failure>, FailureCause] => [{ status }, { cause: 'configuration-invalid' }],
	),
	[{}, { cause: 'configuration-invalid' }],
])('n8n is told the cause of a failed poll: %j', (failure, expected) => {
	const error = new FailureError({ message: 'no', ...failure });
	const address = { now: NOW, hasAnswered: false };
	expect(causeOf(error.failure, error, address)).toEqual(expected);
	const defect = new TypeError('a defect');
	expect(causeOf(error.failure, defect, address)).toEqual({ cause: 'node-defect' });
	// The service itself refuses for good; a gateway passes, where the address has answered before
	const known = failure.isOwn || failure.status === undefined || isTemporary(expected);
	expect(causeOf(error.failure, error, { now: NOW, hasAnswered: true })).toEqual(
		known ? expected : { cause: 'temporarily-unavailable' },
	);
});
