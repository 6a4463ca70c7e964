import { LIMITS } from '../limits';
import { Recent } from '../recent';
import { nameOf, type PollState } from './state';

/** Polls of a trigger in this process. */
interface LatestPolls {
	/** Highest revision that n8n has given */
	given: number;
	/** Names of the latest states that these polls have stored, the last one at the end */
	stored: string[];
	/** The last poll: its state as JSON, the revision, its time in Unix milliseconds, and whether it had events */
	last: { json: string; revision: number; at: number; hasEvents: boolean };
}

/** Most names of states that are kept: two registrations of a trigger poll in turns. */
const MOST_NAMES = 20;

/** By trigger. */
const latestPolls = new Recent<string, LatestPolls>(undefined, () => LIMITS.maxLatestPolls);

/**
 * The state that a poll continues from: the given one, unless this process has replaced it. Then it is that of the last
 * poll, since n8n does not store polls without events, and versions before 2.3 can register a trigger twice, each
 * time with a copy of the state of its own.
 *
 * It is 'storing' for `LIMITS.storingTime` after a poll with events: n8n reads the state some time before a poll, and
 * stores that of an earlier poll some time after it, so that this poll must read nothing. With durable cursors n8n may
 * have failed to store those events, and after that time they have to come again, unless it has given a later state.
 */
export function continued(
	trigger: string,
	given: PollState | undefined,
	isDurable: boolean,
): PollState | 'storing' | undefined {
	const polls = latestPolls.get(trigger);
	if (!polls) return given;
	const { last, stored } = polls;
	const name = nameOf(given);
	const revision = given?.revision ?? 0;
	const isReplaced = revision <= polls.given || stored.includes(name);
	if (!isReplaced || name === stored.at(-1)) return given;
	if (last.hasEvents && revision >= polls.given) {
		if (Math.abs(Date.now() - last.at) < LIMITS.storingTime) return 'storing';
		if (isDurable) return given;
	}
	const next: PollState = JSON.parse(last.json);
	return next;
}

/** Notes a poll: the state that n8n gave, the new one, and whether it has events. */
export function notePoll(
	trigger: string,
	given: PollState | undefined,
	{ state, hasEvents }: { state: PollState; hasEvents: boolean },
): void {
	const before = latestPolls.get(trigger);
	latestPolls.set(trigger, {
		given: Math.max(before?.given ?? 0, given?.revision ?? 0),
		stored: [...(before?.stored ?? []), nameOf(state)].slice(-MOST_NAMES),
		last: { json: JSON.stringify(state), revision: state.revision, at: Date.now(), hasEvents },
	});
}

/** Revision of the next state: higher than that of each poll, whichever state n8n gave it. */
export function nextRevision(trigger: string, latest: PollState | undefined): number {
	return Math.max(latest?.revision ?? 0, latestPolls.get(trigger)?.last.revision ?? 0) + 1;
}
