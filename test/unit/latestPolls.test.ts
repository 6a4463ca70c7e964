import { LIMITS, overrideLimits } from '../../nodes/shared/limits';
import { continued, isOutdated, notePoll, type PollState } from '../../nodes/shared/polling/state';

const realNow = Date.now;
let now = 1_000_000;
beforeEach(() => (Date.now = () => now));
afterEach(() => (Date.now = realNow));

const state = (revision: number) => ({ revision, readUntil: revision }) as PollState;

/** A poll that n8n gives `given`, and which ends without events. */
function quietPoll(trigger: string, given: PollState): PollState {
	const next = state(given.revision + 1);
	notePoll(trigger, given, { state: next, next: JSON.stringify(next), hasEvents: false });
	return next;
}

it('goes on from a poll without events that n8n has not stored', () => {
	const next = quietPoll('a', state(1));
	expect(continued('a', state(1))).toEqual(next);
	expect(continued('b', state(1))).toEqual(state(1));
});

it('takes the state of n8n if another poll has stored one since', () => {
	quietPoll('a', state(1));
	expect(continued('a', state(5))).toEqual(state(5));
});

it('goes on from what it knows where n8n gives no state', () => {
	expect(continued('a', undefined)).toEqual(quietPoll('a', state(1)));
	expect(continued('b', undefined)).toBeUndefined();
});

/** A poll with events, whose state has this revision. */
const loudPoll = (trigger: string, revision: number) =>
	notePoll(trigger, state(1), { state: state(revision), next: '{}', hasEvents: true });

it.each<[what: string, given: PollState | undefined, later: number, outdated: boolean]>([
	['from before them', state(4), 0, true],
	['none', undefined, 0, true],
	['that has them', state(5), 0, false],
	['of another process, after them', state(6), 0, false],
	['from before them, until n8n must have stored them', state(4), LIMITS.storingTime - 1, true],
	['from before them, as n8n could not store them', state(4), LIMITS.storingTime, false],
	['from before them, and the clock was set back', state(4), -LIMITS.storingTime, false],
])('repeats no events where n8n gives a state: %s', (_what, given, later, outdated) => {
	loudPoll('a', 5);
	now += later;
	expect(isOutdated('a', given)).toBe(outdated);
	expect(isOutdated('unknown', given)).toBe(false);
	now = 1_000_000;
});

it('knows of emitted events over a poll without any, and forgets the trigger that was polled least recently', () => {
	const restore = overrideLimits({ maxLatestPolls: 2 });
	['a', 'b', 'c'].forEach((trigger) => loudPoll(trigger, 5));
	quietPoll('b', state(4));
	loudPoll('d', 5);
	restore();
	expect(['a', 'b', 'c', 'd'].map((trigger) => isOutdated(trigger, state(4)))).toEqual([
		false,
		true,
		false,
		true,
	]);
	loudPoll('b', 6);
	expect(continued('b', state(4))).toEqual(state(4));
});
