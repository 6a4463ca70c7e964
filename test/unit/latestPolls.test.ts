import { randomUUID } from 'node:crypto';

import { LIMITS, overrideLimits } from '../../dev/limits';
import {
	continued,
	nextRevision,
	notePoll,
	type PollStart,
} from '../../nodes/shared/polling/n8nPolls';
import { type PollState, stateFrom } from '../../nodes/shared/polling/state';

const realNow = Date.now;
let now = 1_000_000;
beforeEach(() => (Date.now = () => now));
afterEach(() => {
	Date.now = realNow;
	now = 1_000_000;
});

/** The state that a poll has stored under a number. */
const state = (revision: number): PollState => ({ ...stateFrom(revision), revision });

/** A poll: the revision of the state that it went on from, that of its own state, and whether it had events. */
type Poll = [before: number | undefined, revision: number, hasEvents?: 'events'];

/** A poll of n8n's scheduler, in which nothing is known of registrations. */
const SCHEDULED: PollStart = { isFirst: false, latestRegistration: 0 };
/** A poll of the second of two registrations so far. */
const SECOND: PollStart = { isFirst: false, registration: 2, latestRegistration: 2 };

function polled(polls: Poll[], start = SCHEDULED): string {
	const trigger = randomUUID();
	for (const [before, revision, events] of polls)
		notePoll(trigger, before === undefined ? undefined : state(before), {
			state: state(revision),
			hasEvents: events !== undefined,
			start,
		});
	return trigger;
}

const LATER = LIMITS.storingTime;

interface Case {
	polls: Poll[];
	/** Revision of the state that n8n gives */
	given?: number;
	later?: number;
	/** Starts of the earlier polls, and of this one */
	starts?: [earlier: PollStart, own: PollStart];
	/** Revision of the state from which this poll goes on; 'storing' if n8n may still be storing events */
	expected?: number | 'storing';
}

const EVENTS: Poll[] = [
	[4, 5],
	[5, 6, 'events'],
];

it.each<[what: string, one: Case]>([
	['no poll is known', { polls: [], given: 7, expected: 7 }],
	['the last one', { polls: [[1, 2]], given: 2, expected: 2 }],
	['the last one, with events', { polls: EVENTS, given: 6, expected: 6 }],
	['from before a poll without events', { polls: [[1, 2]], given: 1, expected: 2 }],
	['none, after a poll without events', { polls: [[1, 2]], expected: 2 }],
	[
		'the root of many polls without events',
		{ polls: Array.from({ length: 60 }, (_, i): Poll => [1 + i, 2 + i]), given: 1, expected: 61 },
	],
	['of another process, later than its own', { polls: [[5, 6]], given: 7, expected: 7 }],
	['of another process, later than events', { polls: EVENTS, given: 7, expected: 7 }],
	['from before events', { polls: EVENTS, given: 5, expected: 'storing' }],
	['from long before events', { polls: EVENTS, given: 4, expected: 'storing' }],
	[
		'none, before the events of the first poll',
		{ polls: [[undefined, 1, 'events']], expected: 'storing' },
	],
	['none, though it gave one', { polls: EVENTS, expected: 'storing' }],
	[
		'from before events, until n8n must have stored them',
		{ polls: EVENTS, given: 5, later: LATER - 1, expected: 'storing' },
	],
	[
		'from before events, which n8n has thrown away or could not store',
		{ polls: EVENTS, given: 5, later: LATER, expected: 5 },
	],
	[
		'from before polls without events, the last of which came before events that n8n has thrown away',
		{ polls: EVENTS, given: 4, later: LATER, expected: 5 },
	],
	[
		'none, and the events of the first poll were thrown away',
		{ polls: [[undefined, 1, 'events']], later: LATER, expected: undefined },
	],
	[
		'from before events, and the clock was set back',
		{ polls: EVENTS, given: 5, later: -LATER, expected: 5 },
	],
	['from before events, after a later one', { polls: [...EVENTS, [6, 7]], given: 5, expected: 7 }],
	[
		'from before events, long after a later one',
		{ polls: [...EVENTS, [6, 7, 'events']], given: 5, later: LATER, expected: 6 },
	],
	[
		'of events that were thrown away, and came again',
		{ polls: [...EVENTS, [5, 7, 'events'], [7, 8]], given: 6, expected: 8 },
	],
	[
		'from before the events of an activation, which n8n emits whatever happens',
		{ polls: EVENTS, given: 5, starts: [{ ...SECOND, isFirst: true }, SECOND], expected: 6 },
	],
	[
		'from before the events of the first poll of n8n’s scheduler',
		{
			polls: EVENTS,
			given: 5,
			later: LATER,
			starts: [{ ...SCHEDULED, isFirst: true }, SCHEDULED],
			expected: 5,
		},
	],
	[
		'from before events, in a registration that was there before them',
		{
			polls: EVENTS,
			given: 4,
			later: LATER,
			starts: [SECOND, { ...SECOND, registration: 1 }],
			expected: 6,
		},
	],
	[
		'from before events, in a registration that was not there before them',
		{
			polls: EVENTS,
			given: 4,
			later: LATER,
			starts: [SECOND, { isFirst: true, registration: 3, latestRegistration: 3 }],
			expected: 5,
		},
	],
])('a poll to which n8n gives a state: %s', (_what, { polls, given, later = 0, ...one }) => {
	const [earlier, own] = one.starts ?? [SCHEDULED, SCHEDULED];
	const trigger = polled(polls, earlier);
	now += later;
	const latest = continued(trigger, given === undefined ? undefined : state(given), own);
	expect(typeof latest === 'object' ? latest.revision : latest).toBe(one.expected);
	if (typeof latest === 'object') expect(latest).toEqual(state(latest.revision));
});

it('numbers states by the time, beyond those of all polls, whichever state n8n gives', () => {
	const trigger = polled([[now, now + 2]]);
	const revisions = [now, now + 9].map((revision) => nextRevision(trigger, state(revision)));
	expect(revisions).toEqual([now + 3, now + 10]);
	expect(nextRevision('unknown', undefined)).toBe(now);
});

it('forgets the trigger that was polled least recently', () => {
	const restore = overrideLimits({ maxLatestPolls: 2 });
	const all = [polled([[1, 2]]), polled([[1, 2]]), polled([[1, 2]])];
	restore();
	expect(all.map((trigger) => continued(trigger, state(1), SCHEDULED))).toEqual([
		state(1),
		state(2),
		state(2),
	]);
});
