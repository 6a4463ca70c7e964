import { inParallel } from '../api/batchItems';
import { FailureError, failureOf, HaltedError } from '../errors/failure';
import { declareLimits } from '../limits';
import type { FoundEvent } from './found';
import { digest } from './seenEvents';
import type { PollSession } from './session';

const OWN_LIMITS = declareLimits({
	/** Most polls that try to read a text before its event is emitted without it */
	maxEnrichAttempts: 5,
	/** Longest time for which an event waits for its text, with the time until the next poll */
	maxTextWait: 3_600_000,
	/** Most events whose attempts are counted at the same time */
	maxCountedAttempts: 50,
});

/** Tries to read the text of an event, so far: their number, and the time of the first one in Unix milliseconds. */
type Attempts = Record<string, [count: number, first: number]>;

/** The texts that a poll could not read, in all of its steps. */
export interface TextReads {
	/** Tries of earlier polls */
	attempted: Attempts;
	/** Tries with those of this poll */
	attempts: Attempts;
	/** Keys of events that this poll does not try again */
	unread: Set<string>;
}

/**
 * Adds to due events what the user wants with them and takes further requests. Those that the user does not want, as
 * their texts show, are marked. An event whose text cannot be read waits for the next polls, a bounded number of
 * times and only if they come soon; then it goes out without it, with the reason. Throws for HTTP 401 only.
 */
export async function enriched(
	{ event: { enrich }, enricher: reader, interval }: PollSession,
	due: FoundEvent[],
	{ attempted, attempts, unread }: TextReads,
): Promise<FoundEvent[]> {
	if (!enrich) return due;
	const results = new Map<FoundEvent, FoundEvent>();
	const failed = (each: FoundEvent, error: unknown) => {
		const known = error instanceof HaltedError || error instanceof FailureError;
		if (!known || failureOf(error).status === 401) throw error;
		const name = digest(each.key);
		// If the poll ran out of time, only the first event had a full attempt
		const counts = error instanceof FailureError || each === due[0];
		const [before, first] = attempted[name] ?? [0, reader.now];
		const count = before + (counts ? 1 : 0);
		const waited = reader.now - first;
		// A report that comes once a week must not wait for the text of one event
		const isLast = waited + (interval ?? waited) > OWN_LIMITS.maxTextWait;
		if (count >= OWN_LIMITS.maxEnrichAttempts || (counts && isLast)) {
			const reason = error instanceof FailureError ? error.message : 'Reading took too long';
			results.set(each, { ...each, row: enrich.without(each.row, reason) });
			return;
		}
		unread.add(each.key);
		if (count > 0 && Object.keys(attempts).length < OWN_LIMITS.maxCountedAttempts)
			attempts[name] = [count, first];
	};
	await inParallel(due, async (each) => {
		const read = async () =>
			enrich.needed(reader, each.row) ? await enrich.add(each.row, reader) : each.row;
		await read().then(
			(row) => results.set(each, row ? { ...each, row } : { ...each, unwanted: true }),
			(error) => failed(each, error),
		);
	});
	return due.flatMap((each) => results.get(each) ?? []);
}
