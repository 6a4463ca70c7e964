import { FailureError } from '../errors/failure';
import type { Stored } from './seenEvents';
import type { StoredValues } from './statusChanges';

const VERSION = 1;

/**
 * All that a trigger remembers from poll to poll; JSON of at most 64 KiB. Times are Unix milliseconds.
 */
export interface PollState {
	v: typeof VERSION;
	/** What the trigger watches and since when; another one starts afresh */
	fp: string;
	/** Everything before was read twice after nothing could come late any more: it is final */
	low: number;
	/** Everything before was read at least once */
	done: number;
	/** Events up to here are passed over: their time and, among those of the same time, their id */
	floor: [time: number, id: string];
	/** The walk over the whole lookback that is under way: when it began, how far it came */
	lap?: { began: number; at: number };
	/** When the last such walk began */
	lapped: number;
	/** Longest span that could be read at once, where it could not be the whole */
	step?: number;
	/** Emitted events, and those that are not to be */
	seen: Stored;
	/** Last known values, of Status Changed */
	known?: StoredValues;
	/** Digests of the groups that were read before */
	groups?: string;
	/** Events whose completion failed, and how often */
	tries?: Record<string, number>;
	/** So many rows have no time that new ones among them cannot be told any more */
	blind?: true;
}

/** A state that has read nothing and lets everything from `time` on count. */
export function stateFrom(time: number, fp: string): PollState {
	return { v: VERSION, fp, low: time, done: time, floor: [time, ''], lapped: 0, seen: {} };
}

/**
 * What a workflow has stored, as a plain object; undefined when there is nothing, or it belongs to
 * something else than `fp`. Throws for the state of a newer version of this package.
 */
export function readState(stored: unknown, fp: string): PollState | undefined {
	if (stored === undefined || stored === null) return undefined;
	// n8n hands out proxies, which are slow and cannot be cloned
	const state = JSON.parse(JSON.stringify(stored)) as PollState;
	if (state.v > VERSION) {
		throw new FailureError({
			message: 'The memory of this trigger was written by a newer version of the package',
			description:
				'Install that version again, or recreate the trigger: it then starts from now on.',
		});
	}
	return state.v === VERSION && state.fp === fp ? state : undefined;
}
