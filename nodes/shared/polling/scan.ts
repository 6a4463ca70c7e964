import { MINUTE } from '../durations';
import { declareLimits, LIMITS } from '../limits';
import { looksAhead } from './event';
import type { Poll } from './pollReading';
import type { PollSession } from './session';
import { PARTS, type PollState, raiseFloor, type Scan } from './state';

const OWN_LIMITS = declareLimits({
	/** Interval of whole rescans of a lookback with an hourly part: about a day */
	wholeRescanEvery: 23.5 * 3_600_000,
});

/** True while what was read again may wait: a page of it is read per minute, and all of it after 10 minutes in any case. */
export function isRecentlyRead({ scanned: { recent } }: PollState, now: number): boolean {
	if (!recent) return false;
	const since = now - recent.at;
	// A poll may come some seconds early. A clock that was set back since is found out by asking
	return since >= 0 && since < (Math.min(recent.pages, 10) - 0.5) * MINUTE;
}

/** Start of what is scanned, in Unix milliseconds. */
export function scanStart({ floor, scanned }: PollState): number {
	return Math.max(floor[0], scanned.next);
}

/** The scan that a poll goes on with or begins; undefined if none is due. */
export function scanDue(
	{ state, session }: Poll,
	{ isFull, readUpTo }: { isFull: boolean; readUpTo: number },
): Scan | undefined {
	const { scan } = state;
	const part = partDue(state, session, isFull);
	const rank = (each: Scan['part'] | undefined) => PARTS.findIndex((other) => other === each);
	// A full poll would emit nothing of the recent part
	if (scan && rank(scan.part) >= rank(part))
		return scan.part === 'recent' && isFull ? undefined : scan;
	if (!part) return undefined;
	return { part, startedAt: session.end, readUntil: startOf(part, { state, session, readUpTo }) };
}

/**
 * Part of the lookback that is to be read again: the whole or the hourly part in time, else the recent part.
 *
 * @param isFull true if the poll has as many events as it emits, so that nothing of the recent part would come
 */
function partDue(
	state: PollState,
	{ event, end, hourly, lookback }: PollSession,
	isFull: boolean,
): Scan['part'] | undefined {
	const { whole: lastWhole, hourly: lastHourly = 0 } = state.scanned;
	// With an hourly part, which is shorter, the whole is read once a day
	const isDaily = hourly < lookback;
	// By full polls too: an event that was added since may be due before those that fill the poll
	if (looksAhead(event)) return isRecentlyRead(state, end) ? undefined : 'whole';
	const wholeEvery = isDaily ? OWN_LIMITS.wholeRescanEvery : LIMITS.rescanEvery;
	if (end - lastWhole >= wholeEvery) return 'whole';
	if (isDaily && end - Math.max(lastWhole, lastHourly) >= LIMITS.rescanEvery) return 'hourly';
	return isFull || isRecentlyRead(state, end) ? undefined : 'recent';
}

/** Start of a scan in Unix milliseconds. The hourly part includes what leaves it now, to note objects that are not ready. */
function startOf(
	part: Scan['part'],
	{ state, session, readUpTo }: Pick<Poll, 'state' | 'session'> & { readUpTo: number },
): number {
	const start = scanStart(state);
	if (part === 'whole') return start;
	const { hourly, recent, end } = session;
	if (part === 'recent') return Math.max(start, readUpTo - recent);
	return Math.max(start, Math.min(end, lastScan(state)) - hourly);
}

/** Start of the last scan of the hourly part or the whole, in Unix milliseconds. */
export function lastScan({ scanned: { whole, hourly = 0 } }: PollState): number {
	return Math.max(whole, hourly);
}

/**
 * Notes a complete scan. Two scans have begun since what they do not read any more had left the lookback. The floor follows
 * a scan later, after a poll that has taken everything: what is updated while polls read, or hidden for some time, can be
 * missed by one of them.
 */
export function finishScan(
	{ state, session }: Poll,
	{ pages, upToDate }: { pages: number; upToDate: boolean },
): void {
	const { part, startedAt } = state.scan!;
	const { scanned } = state;
	delete state.scan;
	if (part === 'recent' || looksAhead(session.event))
		scanned.recent = pages < 2 ? undefined : { at: startedAt, pages };
	if (part === 'hourly') scanned.hourly = startedAt;
	if (part !== 'whole') return;
	if (upToDate) raiseFloor(state, [scanned.next, '']);
	scanned.next = Math.max(scanned.next, Math.min(scanned.whole, session.end) - session.lookback);
	scanned.whole = startedAt;
}
