import { FailureError } from '../errors/failure';
import type { Reader } from './event';
import type { Found } from './found';
import { SeenEvents, type StoredSeenEvents } from './seenEvents';
import type { PollSession } from './session';
import type { PollState } from './state';
import type { Start } from './triggerFields';

/** Result of one poll of a source. */
export interface Advance {
	emitted: Found[];
	state: PollState;
	/** True if everything that is due was read and emitted */
	upToDate: boolean;
}

/** A kind of source: its first state, its polls and its test events. */
export interface Source {
	/** State before the first poll */
	begin(session: PollSession, start: Start): Promise<PollState>;
	/**
	 * One poll: returns new events, at most `maxItems`, and a new state without changing `before`. The
	 * same state gives the same events again. Throws if nothing could be read, and always for HTTP 400 and 401.
	 */
	advance(before: PollState, session: PollSession): Promise<Advance>;
	/** State from which changed filters count, at `session.filtersEnd`. `prior` has those before, unless they are refused */
	beginAgain(before: PollState, session: PollSession, prior?: PollSession): Promise<PollState>;
	/** The latest `count` wanted events, or the next ones if the event looks ahead; oldest first */
	sample(session: PollSession, count: number): Promise<Found[]>;
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
