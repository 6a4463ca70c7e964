import type { Changes, Reader } from './event';
import { isBehind, type FoundEvent } from './found';
import type { SeenEvents } from './seenEvents';
import type { PollSession } from './session';
import type { PollState } from './state';
import { previousOf, Statuses } from './statusChanges';

/** Tells which objects that a poll has read are new events. */
export type Novelty = UnseenEvents | ChangedStatuses;

export function noveltyOf(state: PollState, seen: SeenEvents, session: PollSession): Novelty {
	const { changes } = session.event.source;
	return changes
		? new ChangedStatuses(state, changes, session.reader)
		: new UnseenEvents(seen, state, session);
}

/** Events are new if they are after the floor and not stored as seen. */
class UnseenEvents {
	constructor(
		private readonly seen: SeenEvents,
		private readonly state: PollState,
		private readonly session: PollSession,
	) {}

	/** True for an event that was not emitted or skipped before and is after the floor. */
	isDue(found: FoundEvent): boolean {
		const { floor } = this.state;
		if (found.ready === false || found.skip || this.seen.has(found.key)) return false;
		return found.again === true || isBehind(found, floor);
	}

	/** The event if it is due. */
	taken(found: FoundEvent): FoundEvent | undefined {
		if (this.isDue(found)) return found;
		const { key, keepUntil, skip } = found;
		const isHidden = this.session.event.source.orderedBy === 'hiddenTime';
		// The event may be dated later now. A hidden time can be after the end of the poll that took it, as the next one tells
		const isLater = !isHidden || keepUntil > this.state.readUntil;
		if (skip || (this.seen.has(key) && isLater)) this.seen.remember(key, keepUntil);
		return undefined;
	}

	remember({ key, again, keepUntil }: FoundEvent): void {
		// An object that was read by its UID can appear in a slice again, at an unknown position
		this.seen.remember(key, again ? this.session.end : keepUntil);
	}

	store(state: PollState): void {
		state.seen = this.seen.stored();
	}
}

/** Objects are events if they have another status than the one that is stored. */
class ChangedStatuses {
	/** Objects with an event in this poll */
	private readonly changed = new Set<string>();
	private readonly statuses: Statuses;

	/** Time up to which earlier polls have read */
	private readonly readUntil: number;

	constructor(
		{ statuses, readUntil }: PollState,
		private readonly changes: Changes,
		private readonly reader: Reader,
	) {
		this.statuses = new Statuses(changes.isFinal, statuses);
		this.readUntil = readUntil;
	}

	/** True for a wanted change. Others must not fill a poll, which would emit nothing and be forgotten by n8n. */
	isDue(found: FoundEvent): boolean {
		const { id, row } = found;
		const known = this.statuses.get(id);
		if (known === undefined || known.status === this.changes.value(row)) return false;
		if (this.isOutdated(found)) return false;
		return this.changes.wanted(this.previousOf(found), row, this.reader);
	}

	/** The event of a wanted change of status. Other changes are stored as known. */
	taken(found: FoundEvent): FoundEvent | undefined {
		if (this.changed.has(found.id)) return undefined;
		if (this.isDue(found)) {
			this.changed.add(found.id);
			return { ...found, previous: this.previousOf(found) };
		}
		if (!this.isOutdated(found)) this.remember(found);
		return undefined;
	}

	/**
	 * True for a row of a lower version than the known one, as a replica of the service gives it that lags behind. If it
	 * was updated since the last poll, the service was restored from a backup, and counts from a lower version.
	 */
	private isOutdated({ id, row, at }: FoundEvent): boolean {
		const known = this.statuses.get(id);
		return known !== undefined && this.changes.version(row) < known.version && at < this.readUntil;
	}

	private previousOf({ id, row }: FoundEvent): string | undefined {
		const { value, version, before } = this.changes;
		return previousOf(this.statuses.get(id)!, version(row), before(value(row)));
	}

	remember({ id, row }: FoundEvent): void {
		this.statuses.set(id, this.changes.value(row), this.changes.version(row));
	}

	store(state: PollState): void {
		state.statuses = this.statuses.stored();
		if (this.statuses.isFull)
			this.reader.warn(
				`More than ${Statuses.most} objects have changed. This trigger does not remember the status of all of them, so it misses the first change of the others.`,
			);
	}
}
