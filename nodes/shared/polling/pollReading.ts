import { FailureError } from '../errors/failure';
import type { TextReads } from './enrich';
import type { Reader } from './event';
import type { FoundEvent } from './found';
import { type Novelty, noveltyOf } from './novelty';
import { SeenEvents, type StoredSeenEvents } from './seenEvents';
import type { PollSession } from './session';
import type { Slice } from './slices';
import type { PollState } from './state';

/** One step of a poll, usually the only one: what it begins with, what it has read, and the state that it changes. */
export class Poll {
	readonly state: PollState;
	readonly seen: SeenEvents;
	readonly novelty: Novelty;
	/** All events that were read, ordered by position */
	found: FoundEvent[] = [];
	/** Due events that were not emitted, by key */
	readonly waiting = new Map<string, FoundEvent>();
	/** True if events in the future wait for room to be stored as seen */
	isCrowded = false;

	constructor(
		readonly before: PollState,
		readonly session: PollSession,
		readonly texts: TextReads,
		/** Number of events that earlier steps have emitted */
		private readonly emitted = 0,
		/** True for the first step */
		readonly isFirstStep = true,
	) {
		const { scan, scanned } = before;
		this.state = { ...before, scanned: { ...scanned }, ...(scan && { scan: { ...scan } }) };
		this.seen = seenIn(before.seen, session);
		this.novelty = noveltyOf(this.state, this.seen, session);
	}

	/** Number of events that the poll may still emit, with `taken` ones of this step. Each that waits for its text has a place. */
	placesFor(taken: number): number {
		return this.session.maxItems - this.emitted - this.texts.unread.size - taken;
	}
}

/** The reading of a poll, of a range of time or of a list. */
export interface Reading {
	/** Reads, and returns events by position. After an error it goes on with what was read, or throws without anything */
	read(): Promise<FoundEvent[]>;
	/** Moves the positions past what was read and taken. True if that is everything up to now */
	move(): boolean;
	/** True if it ended because enough events were due, though not all of them need be wanted */
	readonly isFull?: boolean;
	/** A new millisecond that the poll had no time to read whole. It ends where it begins while some of it is due */
	readonly cut?: Slice;
}

/** Failure of a poll that ran out of time before it had read anything. */
export const TOO_SLOW = {
	message: 'The service was too slow: the poll could not read anything in time',
	description:
		'The next poll tries again. If this happens often, narrow the filters or poll at other times.',
	transient: true,
};

/** Ends a poll early, with a warning, unless the failure is one that does not pass. The next poll continues. */
export function endEarly(error: unknown, { warn }: Reader): void {
	if (!(error instanceof FailureError) || [400, 401].includes(error.failure.status ?? 0))
		throw error;
	warn(`The poll ended early; the next poll continues: ${error.message}`);
}

/** The stored seen events. About 130 buckets cover a lookback. */
export function seenIn(stored: StoredSeenEvents, { lookback }: PollSession): SeenEvents {
	return new SeenEvents(Math.max(60_000, Math.floor(lookback / 128)), stored);
}
