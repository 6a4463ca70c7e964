import { inParallel } from '../api/batchItems';
import { FailureError, failureOf } from '../errors/failure';
import { HaltedError } from '../errors/halted';
import { LIMITS } from '../limits';
import type { Reader, TriggerEvent } from './event';
import { digest } from './seenEvents';
import { type Due } from './slices';

type Tries = Record<string, number>;

/**
 * Adds to due events what the user wants with them and takes further requests. An event whose text
 * cannot be read waits for the next polls, a bounded number of times; then it goes out with null and
 * the reason. Throws for HTTP 401 only.
 */
export async function enriched(
	{ complete }: TriggerEvent,
	reader: Reader,
	due: Due[],
	tried: Tries = {},
): Promise<{ done: Due[]; tries?: Tries }> {
	if (!complete?.wanted(reader)) return { done: due };
	const { field, add } = complete;
	const rows = new Map<Due, Due['row']>();
	const tries: Tries = {};
	const failed = (each: Due, error: unknown) => {
		const known = error instanceof HaltedError || error instanceof FailureError;
		if (!known || failureOf(error).status === 401) throw error;
		const name = digest(each.key);
		// Of those that the time did not suffice for, only the first one had a real chance
		const counts = error instanceof FailureError || each === due[0];
		const count = (tried[name] ?? 0) + (counts ? 1 : 0);
		if (count >= LIMITS.maxEnrichTries) {
			const reason = error instanceof FailureError ? error.message : 'It took too long to read';
			rows.set(each, { ...each.row, [field]: null, [`${field}_error`]: reason });
		} else if (count > 0 && Object.keys(tries).length < LIMITS.maxCountedTries) {
			tries[name] = count;
		}
	};
	await inParallel(due, async (each) => {
		await add(each.row, reader).then(
			(row) => rows.set(each, row),
			(error) => failed(each, error),
		);
	});
	const done = due
		.filter((each) => rows.has(each))
		.map((each) => ({ ...each, row: rows.get(each)! }));
	return { done, tries: Object.keys(tries).length > 0 ? tries : undefined };
}
