import { FailureError, isOutcomeUnknown } from '../../errors/failure';
import { Made } from '../../rows/row';
import type { ReadItem, Result } from '../endpoint';
import type { Run } from '../run';

/** The results of a run that a failure ended half-way. The failures say which items were written. */
export function withProgress(run: Run, items: ReadItem[], results: Result[]): Result[] {
	const { size, single } = run.scope;
	if (!run.stopped || single || size === 1) return results;
	const indexes = {
		written: [] as number[],
		'in doubt': [] as number[],
		'not written': [] as number[],
	};
	for (const [i, result] of results.entries()) indexes[progressOf(items[i], result)].push(i);
	const { written, 'in doubt': doubtful } = indexes;
	const perhaps = doubtful.length > 0 ? `, ${doubtful.length} more may have been` : '';
	// A retry with other values, such as those of $now, is refused for what may have been written
	const unless = doubtful.length > 0 ? ', if their values are the same then' : '';
	const count = `${written.length} of ${size} items were written${perhaps}; retrying sends only the rest${unless}`;
	const words = Object.entries(indexes)
		.filter(([, those]) => those.length > 0)
		.map(([what, those]) => `${what}: ${rangesOf(those)}`)
		.join('; ');
	return results.map((result) => {
		if (!('error' in result) || !(result.error instanceof FailureError)) return result;
		const { failure } = result.error;
		const message = `${failure.message} (${count})`;
		const description = [failure.description, `Items: ${words}.`].filter(Boolean).join(' ');
		return { error: new FailureError({ ...failure, message, description }) };
	});
}

function progressOf(item: ReadItem, result: Result): 'written' | 'in doubt' | 'not written' {
	if ('error' in result) {
		const { error } = result;
		const isFailure = error instanceof FailureError;
		if (isFailure && error.failure.reason === 'already_written') return 'written';
		return isOutcomeUnknown(error) ? 'in doubt' : 'not written';
	}
	const [row] = result.rows;
	if (row instanceof Made) {
		if (row.json.outcome_unknown) return 'in doubt';
		return row.json.already_written ? 'written' : 'not written';
	}
	return item instanceof Error || item.settings.validateOnly ? 'not written' : 'written';
}

/** Ascending indexes as ranges of items, counted from 1: `1-12, 14`. */
function rangesOf(indexes: number[]): string {
	const ranges: Array<[number, number]> = [];
	for (const index of indexes) {
		const last = ranges.at(-1);
		if (last?.[1] === index - 1) last[1] = index;
		else ranges.push([index, index]);
	}
	const words = ranges.map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1}-${to + 1}`));
	const rest = words.length - MOST_RANGES;
	return rest > 0
		? `${words.slice(0, MOST_RANGES).join(', ')} and ${rest} more ranges`
		: words.join(', ');
}

const MOST_RANGES = 100;
