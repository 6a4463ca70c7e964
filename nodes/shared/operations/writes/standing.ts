import { FailureError } from '../../errors/failure';
import type { Result } from '../endpoint';
import type { Run } from '../run';
import { Journal } from './journal';

/**
 * Says what stands after a run that failed, was stopped or timed out half-way: in n8n's log, and in the error that ends
 * the node. Without a journal nothing was sent.
 */
export async function tellStanding(
	run: Run,
	{ path, action }: { path: string; action: string },
	results: Result[],
): Promise<Result[]> {
	const { functions, scope, halted, stopped } = run;
	if (scope.single || !Journal.isOpen(run)) return results;
	const { written, doubt } = (await Journal.of(run)).indexes(path);
	// Otherwise the row of each item says all
	if (!halted && doubt.length === 0) return results;
	const told = new Set([...written, ...doubt]);
	const others = results.map((_result, i) => i).filter((i) => !told.has(i));
	const words = [
		written.length > 0 && `written: ${rangesOf(written)}`,
		doubt.length > 0 && `in doubt: ${rangesOf(doubt)}`,
		others.length > 0 && `not written: ${rangesOf(others)}`,
	]
		.filter(Boolean)
		.join('; ');
	functions.logger.warn(`${functions.getNode().name}, ${action}, items: ${words}`);
	if (!stopped || scope.size === 1) return results;
	const perhaps = doubt.length > 0 ? `, ${doubt.length} more may have been` : '';
	const stands = `${written.length} of ${scope.size} items were written${perhaps}; retrying sends only the rest`;
	return results.map((result) => {
		if (!('error' in result) || !(result.error instanceof FailureError)) return result;
		const { failure } = result.error;
		const message = `${failure.message} (${stands})`;
		const description = [failure.description, `Items: ${words}.`].filter(Boolean).join(' ');
		return { error: new FailureError({ ...failure, message, description }) };
	});
}

/** Ascending indexes as ranges of items, counted from 1: `1-12, 14`. */
function rangesOf(numbers: number[]): string {
	const ranges: Array<[number, number]> = [];
	for (const number of numbers) {
		const last = ranges.at(-1);
		if (last?.[1] === number - 1) last[1] = number;
		else ranges.push([number, number]);
	}
	const words = ranges.map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1}-${to + 1}`));
	const rest = words.length - MOST_RANGES;
	return rest > 0
		? `${words.slice(0, MOST_RANGES).join(', ')} and ${rest} more ranges`
		: words.join(', ');
}

const MOST_RANGES = 100;
