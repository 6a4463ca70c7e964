import { MINUTE } from '../../durations';
import { LIMITS } from '../../limits';
import type { PollState, Rescan } from '../state';
import type { TimeRangePoll } from './positions';

/** True while what was read again may wait: a page of it is read per minute, and all of it after 10 minutes in any case. */
export function isRecentlyRead({ recentRead }: PollState, now: number): boolean {
	const { at, pages } = recentRead ?? { at: 0, pages: 0 };
	// A poll may come some seconds early
	return now - at < (Math.min(pages, 10) - 0.5) * MINUTE;
}

/**
 * Time from which a poll reads again, in Unix milliseconds: the recent part of the lookback, or about once an hour or day
 * the rest. Undefined if nothing is due. A full poll would emit nothing.
 */
export function rescanStart(poll: TimeRangePoll, isFull: boolean): number | undefined {
	const { state } = poll;
	const { end: now, filtersEnd, recent } = poll.session;
	// Earlier filters end with a poll that has read everything
	const mayWait = filtersEnd === undefined && (isFull || isRecentlyRead(state, now));
	const part = partDue(poll, mayWait);
	if (part && state.rescan?.part !== 'whole' && state.rescan?.part !== part)
		state.rescan = { part, startedAt: now, readUntil: startOf(part, poll) };
	if (state.rescan) return state.rescan.readUntil;
	return mayWait ? undefined : Math.max(state.finalBefore, now - recent);
}

/** Start of the last rescan of the hourly part or the whole, in Unix milliseconds. */
export function lastRescan({ lastRescanAt, lastHourlyRescanAt = 0 }: PollState): number {
	return Math.max(lastRescanAt, lastHourlyRescanAt);
}

/** False if filters were replaced and the lookback was not read with the earlier ones since. */
export function isRescanned({ state, session: { filtersEnd } }: TimeRangePoll): boolean {
	return filtersEnd === undefined || state.lastRescanAt >= filtersEnd;
}

/** Part of the lookback whose rescan is due, beyond the recent part. */
function partDue(poll: TimeRangePoll, mayWait: boolean): Rescan['part'] | undefined {
	const { state } = poll;
	const { recent, hourly, lookback, end: now } = poll.session;
	const daily = hourly < lookback;
	const every = daily ? LIMITS.wholeRescanEvery : LIMITS.rescanEvery;
	const behind = state.finalBefore < now - lookback - Math.max(recent, 2 * every);
	const overdue = now - state.lastRescanAt >= every;
	if (behind || overdue || !isRescanned(poll)) return 'whole';
	if (recent >= lookback) return mayWait ? undefined : 'whole';
	return daily && now - lastRescan(state) >= LIMITS.rescanEvery ? 'hourly' : undefined;
}

/** Start of a rescan in Unix milliseconds. The hourly part includes what leaves it now, to note objects that are not ready. */
function startOf(part: Rescan['part'], { state, session }: TimeRangePoll): number {
	if (part === 'whole') return state.finalBefore;
	return Math.max(state.finalBefore, Math.min(session.end, lastRescan(state)) - session.hourly);
}
