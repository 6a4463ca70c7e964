import { LIMITS } from '../limits';
import { Recent } from '../recent';
import { type PollStart, wasThereBefore } from './pollStarts';
import type { PollState } from './state';

/** Knowledge of this process about the polls of a trigger. */
interface LatestPolls {
	/** The last state that n8n has given back, or that of the polls without events since, as JSON; none of a new trigger */
	confirmed?: string;
	/** A poll with events after that. Until n8n gives back its state, nobody knows whether n8n has emitted them */
	pending?: { state: string; at: number; start: PollStart };
	/** The revision of the last poll */
	revision: number;
}

/** By trigger. */
const latestPolls = new Recent<string, LatestPolls>(undefined, () => LIMITS.maxLatestPolls);

/**
 * The state that a poll continues from. n8n gives one from before the last poll in three cases:
 *
 * - n8n does not store polls without events. The poll continues from the last of them, which costs no event.
 * - n8n has thrown away what a poll returned: the workflow was unpublished meanwhile, or the poll took too long for n8n's
 *   scheduler. Its events have to come again, so that the poll continues from the state before it.
 * - n8n has emitted the events, but it reads the state some time before a poll, and stores that of an earlier one some
 *   time after it. Nobody can tell this from the second case, so that for `LIMITS.storingTime` it is 'storing', and the
 *   poll must read nothing.
 *
 * A state of a later revision is that of another process, and counts as it is.
 */
export function continued(
	trigger: string,
	given: PollState | undefined,
	start: PollStart,
): PollState | 'storing' | undefined {
	const polls = latestPolls.get(trigger);
	if (!polls || (given?.revision ?? 0) >= polls.revision) return given;
	const { confirmed, pending } = polls;
	if (!pending || isEmitted(pending.start, start)) return parsed(pending?.state ?? confirmed);
	if (Math.abs(Date.now() - pending.at) < LIMITS.storingTime) return 'storing';
	return parsed(confirmed);
}

/**
 * True if n8n has emitted the events of an earlier poll for certain, whatever state it gives: it always emits those of an
 * activation. And where another registration goes on that was there before that poll, none was replaced: versions before
 * 2.3 can register a trigger twice, each time with a copy of the state of its own.
 */
function isEmitted(earlier: PollStart, start: PollStart): boolean {
	const wasActivation = earlier.isFirst && earlier.registration !== undefined;
	return wasActivation || wasThereBefore(start, earlier) === true;
}

function parsed(state: string | undefined): PollState | undefined {
	return state === undefined ? undefined : (JSON.parse(state) as PollState);
}

/** Notes a poll: the state that it continued from, its own, whether it has events, and its start. */
export function notePoll(
	trigger: string,
	before: PollState | undefined,
	{ state, hasEvents, start }: { state: PollState; hasEvents: boolean; start: PollStart },
): void {
	const json = JSON.stringify(state);
	const { revision } = state;
	latestPolls.set(
		trigger,
		hasEvents
			? {
					confirmed: before && JSON.stringify(before),
					pending: { state: json, at: Date.now(), start },
					revision,
				}
			: { confirmed: json, revision },
	);
}

/**
 * Revision of the next state: higher than that of each poll of this process, whichever state n8n gave it. It is the
 * time, so that two processes that poll in turns know whose state is the later one.
 */
export function nextRevision(trigger: string, latest: PollState | undefined): number {
	const known = Math.max(latest?.revision ?? 0, latestPolls.get(trigger)?.revision ?? 0);
	return Math.max(known + 1, Date.now());
}
