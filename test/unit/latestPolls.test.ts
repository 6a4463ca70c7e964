import { randomUUID } from 'node:crypto';

import { LIMITS, overrideLimits } from '../../nodes/shared/limits';
import { continued, nextRevision, notePoll } from '../../nodes/shared/polling/latestPolls';
import { type PollState, stateFrom } from '../../nodes/shared/polling/state';

const realNow = Date.now;
let now = 1_000_000;
beforeEach(() => (Date.now = () => now));
afterEach(() => {
	Date.now = realNow;
	now = 1_000_000;
});

/** The state that a poll has stored under a number. */
const state = (revision: number, by = 'this process'): PollState => ({
	...stateFrom(revision),
	revision,
	account: by,
});

/** A poll: the revision that n8n gave, that of its own state, and whether it had events. */
type Poll = [given: number | undefined, revision: number, hasEvents?: 'events'];

function polled(polls: Poll[]): string {
	const trigger = randomUUID();
	for (const [given, revision, events] of polls)
		notePoll(trigger, given === undefined ? undefined : state(given), {
			state: state(revision),
			hasEvents: events !== undefined,
		});
	return trigger;
}

const LATER = LIMITS.storingTime;

/** Where a poll goes on: n8n's state, that of the last poll, or nowhere, since n8n may still be storing events. */
type Origin = 'given' | 'last' | 'storing';

interface Case {
	polls: Poll[];
	given?: PollState;
	later?: number;
	/** With n8n's durable cursors, and without */
	durable: Origin;
	default: Origin;
}

it.each<[what: string, one: Case]>([
	['no poll is known', { polls: [], given: state(7), durable: 'given', default: 'given' }],
	['the last one', { polls: [[1, 2]], given: state(2), durable: 'given', default: 'given' }],
	[
		'the last one, in another order of its values',
		{
			polls: [[1, 2, 'events']],
			given: Object.fromEntries(Object.entries(state(2)).reverse()) as unknown as PollState,
			durable: 'given',
			default: 'given',
		},
	],
	[
		'from before a poll without events',
		{ polls: [[1, 2]], given: state(1), durable: 'last', default: 'last' },
	],
	['none, after a poll without events', { polls: [[1, 2]], durable: 'last', default: 'last' }],
	[
		'the root of many polls without events',
		{
			polls: Array.from({ length: 60 }, (_, i): Poll => [1, 2 + i]),
			given: state(1),
			durable: 'last',
			default: 'last',
		},
	],
	[
		'of another process, later than the given ones',
		{
			polls: [
				[5, 6],
				[5, 7],
				[5, 8],
			],
			given: state(6, 'another process'),
			durable: 'given',
			default: 'given',
		},
	],
	[
		'from before events',
		{ polls: [[4, 5, 'events']], given: state(4), durable: 'storing', default: 'storing' },
	],
	[
		'none, before the events of the first poll',
		{ polls: [[undefined, 1, 'events']], durable: 'storing', default: 'storing' },
	],
	['none, though it gave one', { polls: [[4, 5, 'events']], durable: 'last', default: 'last' }],
	[
		'from before events, until n8n must have stored them',
		{
			polls: [[4, 5, 'events']],
			given: state(4),
			later: LATER - 1,
			durable: 'storing',
			default: 'storing',
		},
	],
	[
		'from before events, which n8n could not store',
		{
			polls: [[4, 5, 'events']],
			given: state(4),
			later: LATER,
			durable: 'given',
			default: 'last',
		},
	],
	[
		'from before events, and the clock was set back',
		{
			polls: [[4, 5, 'events']],
			given: state(4),
			later: -LATER,
			durable: 'given',
			default: 'last',
		},
	],
	[
		'from before events, after a later one',
		{
			polls: [
				[4, 5, 'events'],
				[5, 6],
			],
			given: state(4),
			durable: 'last',
			default: 'last',
		},
	],
	[
		'from before events, long after a later one',
		{
			polls: [
				[4, 5, 'events'],
				[5, 6, 'events'],
			],
			given: state(4),
			later: LATER,
			durable: 'last',
			default: 'last',
		},
	],
	[
		'of a second registration, whose first poll goes on from the first one',
		{
			polls: [
				[1, 2, 'events'],
				[2, 3],
				[1, 4, 'events'],
			],
			given: state(3),
			later: LATER,
			durable: 'given',
			default: 'last',
		},
	],
])('a poll to which n8n gives a state: %s', (_what, one) => {
	const { polls, given, later = 0 } = one;
	for (const mode of ['durable', 'default'] as const) {
		now = 1_000_000;
		const trigger = polled(polls);
		now += later;
		const [, last] = polls.at(-1) ?? [];
		const expected = { given, last: last && state(last), storing: 'storing' }[one[mode]];
		expect([mode, continued(trigger, given, mode === 'durable')]).toEqual([mode, expected]);
	}
});

it('numbers states beyond those of all polls, whichever state n8n gives', () => {
	const trigger = polled([
		[1, 2],
		[1, 3],
	]);
	expect([nextRevision(trigger, state(1)), nextRevision(trigger, state(9))]).toEqual([4, 10]);
	expect(nextRevision('unknown', undefined)).toBe(1);
});

it('forgets the trigger that was polled least recently', () => {
	const restore = overrideLimits({ maxLatestPolls: 2 });
	const all = [polled([[1, 2]]), polled([[1, 2]]), polled([[1, 2]])];
	restore();
	expect(all.map((trigger) => continued(trigger, state(1), false))).toEqual([
		state(1),
		state(2),
		state(2),
	]);
});
