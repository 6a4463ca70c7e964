import { FailureError } from '../errors/failure';
import type { Reader } from './event';
import type { Found } from './found';
import { type Novelty, noveltyOf } from './novelty';
import { SeenEvents, type StoredSeenEvents } from './seenEvents';
import type { PollSession } from './session';
import type { PollState } from './state';

/** One poll: what it begins with, what it has read, and the state that it changes. */
export class Poll {
	readonly state: PollState;
	readonly seen: SeenEvents;
	readonly novelty: Novelty;
	/** All events that were read, ordered by position */
	found: Found[] = [];
	/** Due events that were not emitted, by key */
	readonly waiting = new Map<string, Found>();
	/** True if events in the future wait for room to be stored as seen */
	isCrowded = false;

	constructor(
		readonly before: PollState,
		readonly session: PollSession,
	) {
		const { scan, scanned } = before;
		this.state = { ...before, scanned: { ...scanned }, ...(scan && { scan: { ...scan } }) };
		this.seen = seenIn(before.seen, session);
		this.novelty = noveltyOf(this.state, this.seen, session);
	}
}

/** The reading of a poll, of a range of time or of a list. */
export interface Reading {
	/** Reads, and returns events by position. After an error it goes on with what was read, or throws without anything */
	read(): Promise<Found[]>;
	/** Moves the positions past what was read and taken. True if that is everything up to now */
	move(): boolean;
	/** A time of which not all events are read, in Unix milliseconds: earlier pages of it are not read again */
	readonly moment?: number;
	/** Events of the pages that the next poll reads again */
	readonly repeated?: Found[];
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
