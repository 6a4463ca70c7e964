import type { Emitted, Reader } from './event';
import type { Found } from './found';
import type { PollSession } from './session';
import type { PollState } from './state';
import type { Start } from './triggerSettings';

/** The outcome of one poll of a source. */
export interface Advance {
	emitted: Emitted[];
	state: PollState;
	/** Everything that is due was read and emitted */
	complete: boolean;
}

/** A kind of source: how it begins, goes on, and what it shows as a test event. */
export interface Source {
	/** The state before the first poll */
	begin: (session: PollSession, start: Start) => Promise<PollState>;
	/**
	 * One poll: gives new events, oldest first and at most `maxItems`, and a new state; `before` stays as it
	 * is. Given the same state again, it finds the same events again. Throws when nothing could be read,
	 * and always for HTTP 400 and 401.
	 */
	advance: (before: PollState, session: PollSession) => Promise<Advance>;
	/** The latest `count` events that are wanted, or the next ones of events that look ahead; oldest first */
	sample: (session: PollSession, count: number) => Promise<Found[]>;
}

/** Failure of a poll that had to end before it had read anything. */
export const TOO_SLOW = {
	message: 'The service was too slow for a poll: nothing could be read in time',
	description:
		'The next poll tries again. If it persists, narrow the filters or poll at other times.',
	transient: true,
};

/** An event without what only the source goes by. */
export function emittedOf({ key, row, time, previous }: Found): Emitted {
	return { key, row, time, previous };
}

/** Longest span of a bucket of seen events, in milliseconds: some 130 of them cover a lookback. */
export function bucketSpan(lookback: number): number {
	return Math.max(60_000, Math.floor(lookback / 128));
}

/** Says in n8n's log that late events are looked for less far back. */
export function warnOfEviction({ warn }: Reader): void {
	warn('There are too many events to look out for late ones as long as usual.');
}
