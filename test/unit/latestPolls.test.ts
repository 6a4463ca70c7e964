import { LIMITS } from '../../nodes/shared/limits';
import { continued, notePoll } from '../../nodes/shared/polling/latestPolls';
import type { PollState } from '../../nodes/shared/polling/state';

const realNow = Date.now;
let now = 1_000_000;
beforeEach(() => (Date.now = () => now));
afterEach(() => (Date.now = realNow));

const state = (revision: number) => ({ revision, readUntil: revision }) as PollState;

/** A poll that n8n gives `given`, and which ends without events. */
function quietPoll(trigger: string, given: PollState): PollState {
	const next = state(given.revision + 1);
	const { revision } = next;
	notePoll(trigger, given, { next: JSON.stringify(next), revision, hasEvents: false });
	return next;
}

it('goes on from a poll without events that n8n has not stored', () => {
	const next = quietPoll('a', state(1));
	now += LIMITS.pollsApart;
	expect(continued('a', state(1))).toEqual(next);
	expect(continued('b', state(1))).toEqual(state(1));
});

it('takes the state of n8n if another poll has stored one since', () => {
	quietPoll('a', state(1));
	now += LIMITS.pollsApart;
	expect(continued('a', state(5))).toEqual(state(5));
});

it('starts a poll right behind from the same state, which n8n may still be replacing', () => {
	quietPoll('a', state(1));
	now += LIMITS.pollsApart - 1;
	expect(continued('a', state(1))).toEqual(state(1));
});

it('goes on from nothing where n8n gives no state', () => {
	quietPoll('a', state(1));
	now += LIMITS.pollsApart;
	expect(continued('a', undefined)).toBeUndefined();
});
