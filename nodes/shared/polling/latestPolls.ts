import { LIMITS } from '../limits';
import { digest } from './seenEvents';
import type { PollState } from './state';

/** Latest polls of a trigger in this process, whose states n8n may not have stored. */
interface LatestPolls {
	/** Revision of the state of the last poll with events, and its time in Unix milliseconds */
	emission?: { revision: number; at: number };
	/** Last poll without events: digest of the state that n8n gave, JSON of the new state, and time in Unix milliseconds */
	quiet?: { given: string; next: string; at: number };
}

/** By trigger, least recently polled first. */
const latestPolls = new Map<string, LatestPolls>();

/** Notes a poll: the state that n8n gave, the JSON of the new one with its revision, and whether it has events. */
export function notePoll(
	trigger: string,
	given: PollState | undefined,
	{ next, revision, hasEvents }: { next: string; revision: number; hasEvents: boolean },
): void {
	const { emission } = latestPolls.get(trigger) ?? {};
	const at = Date.now();
	latestPolls.delete(trigger);
	if (latestPolls.size >= LIMITS.maxLatestPolls)
		latestPolls.delete(latestPolls.keys().next().value!);
	if (hasEvents) latestPolls.set(trigger, { emission: { revision, at } });
	else latestPolls.set(trigger, { emission, quiet: given && { given: nameOf(given), next, at } });
}

/**
 * True if n8n gives a state from before events that were just emitted. With durable cursors it reads the state some time
 * before a poll and stores that of an earlier poll some time after it, so that two polls close together, as after a
 * restart, may be given the same state. If n8n failed to store the later state, the older one counts again after that time.
 */
export function isOutdated(trigger: string, given: PollState | undefined): boolean {
	const { emission } = latestPolls.get(trigger) ?? {};
	if (!emission || Math.abs(Date.now() - emission.at) >= LIMITS.storingTime) return false;
	return (given?.revision ?? 0) < emission.revision;
}

/**
 * The state to continue from: that of this process's last poll without events, if n8n gives the same state as before that
 * poll. Without durable cursors it stores only polls with events, so that what takes several polls would never end. A poll
 * right behind that one starts from the same state as it did, since n8n may still be storing the new one.
 */
export function continued(trigger: string, given: PollState | undefined): PollState | undefined {
	const { quiet } = latestPolls.get(trigger) ?? {};
	if (!given || !quiet || Math.abs(Date.now() - quiet.at) < LIMITS.pollsApart) return given;
	if (quiet.given !== nameOf(given)) return given;
	const next: PollState = JSON.parse(quiet.next);
	return next;
}

function nameOf(state: PollState): string {
	return digest(JSON.stringify(state));
}
