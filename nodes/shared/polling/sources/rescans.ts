import { MINUTE } from '../../durations';
import { LIMITS } from '../../limits';
import type { PollSession } from '../session';
import type { PollState, Rescan } from '../state';

/** True while what was read again may wait: a page of it is read per minute, and all of it after 10 minutes in any case. */
export function isRecentlyRead({ recentRead }: PollState, now: number): boolean {
	const { at, pages } = recentRead ?? { at: 0, pages: 0 };
	// A poll may come some seconds early
	return now - at < (Math.min(pages, 10) - 0.5) * MINUTE;
}

/** Decides what a poll reads again: the recent part of the lookback, and about once an hour or day the rest. */
export class Rescans {
	constructor(
		private readonly before: PollState,
		private readonly state: PollState,
		private readonly session: PollSession,
	) {}

	/** Time from which a poll reads again, in Unix milliseconds; undefined if nothing is due. A full poll would emit nothing. */
	start(isFull: boolean): number | undefined {
		const { state, session } = this;
		const { end: now } = session;
		// Earlier filters end with a poll that has read everything
		const mayWait = session.filtersEnd === undefined && (isFull || isRecentlyRead(state, now));
		const part = this.partDue(mayWait);
		if (part && state.rescan?.part !== 'whole' && state.rescan?.part !== part)
			state.rescan = { part, startedAt: now, readUntil: this.startOf(part) };
		if (state.rescan) return state.rescan.readUntil;
		return mayWait ? undefined : Math.max(state.finalBefore, now - session.recent);
	}

	/** Notes the pages of a complete read. */
	noteRead(pages: number): void {
		const { state, session } = this;
		if (!state.rescan || session.recent >= session.lookback)
			state.recentRead = { at: session.end, pages };
	}

	/** Start of the last rescan of the hourly part or the whole, in Unix milliseconds. */
	get last(): number {
		return Math.max(this.before.lastRescanAt, this.before.lastHourlyRescanAt ?? 0);
	}

	/** False if filters were replaced and the lookback was not read with the earlier ones since. */
	get areDone(): boolean {
		const { filtersEnd } = this.session;
		return filtersEnd === undefined || this.state.lastRescanAt >= filtersEnd;
	}

	/** Part of the lookback whose rescan is due, beyond the recent part. */
	private partDue(mayWait: boolean): Rescan['part'] | undefined {
		const { state } = this;
		const { recent, hourly, lookback, end: now } = this.session;
		const daily = hourly < lookback;
		const every = daily ? LIMITS.wholeRescanEvery : LIMITS.rescanEvery;
		const behind = state.finalBefore < now - lookback - Math.max(recent, 2 * every);
		const overdue = now - state.lastRescanAt >= every;
		if (behind || overdue || !this.areDone) return 'whole';
		if (recent >= lookback) return mayWait ? undefined : 'whole';
		return daily && now - this.last >= LIMITS.rescanEvery ? 'hourly' : undefined;
	}

	/** Start of a rescan in Unix milliseconds. The hourly part includes what leaves it now, to note objects that are not ready. */
	private startOf(part: Rescan['part']): number {
		const { finalBefore } = this.state;
		if (part === 'whole') return finalBefore;
		return Math.max(finalBefore, Math.min(this.session.end, this.last) - this.session.hourly);
	}
}
