import { omit } from '../../omit';
import type { InputItem } from '../endpoint';
import { digestOf, type Journal } from './journal';
import type { Write, WriteItem } from './write';

/** The items with their order, time and journal entries. */
export function planItems(
	inputs: InputItem[],
	{ target, expected, inOrder = () => true }: Write,
	path: string,
	journal: Journal,
): WriteItem[] {
	const startedAt = journal.startedAt();
	return inputs.map((input): WriteItem => {
		const { index, body: item, run } = input;
		const changed = target && digestOf(target.map((field) => item[field]));
		const position = changed !== undefined && inOrder(input) ? run.positionOf(changed) : 0;
		// Never in the future, so that a later change of the same object does not get an earlier time
		const at = expected ? startedAt + position : startedAt - journal.size + 1 + index;
		const digest = digestOf(item);
		const content = expected ? digestOf(omit(item, ...expected.map(({ field }) => field))) : digest;
		// Tool calls do not show whether they are retries: while an outcome is unknown, a call with the
		// same content counts as a retry
		const key = { path, index, target: run.scope.single ? digest : changed };
		const earlier = journal.entry(key, content);
		const repeats = earlier?.at !== undefined && (earlier.rejected || earlier.digest === digest);
		return {
			...key,
			input,
			item,
			digest,
			content,
			position,
			at: repeats ? earlier.at! : at,
			earlier,
			outcomeUnknown: earlier !== undefined && !earlier.rejected && !earlier.written,
			outdated: 0,
			undecided: 0,
			// The user's expected value refers to the object before the steps of an earlier try
			steps: earlier?.begun && earlier.digest === digest ? 1 : 0,
		};
	});
}

/** Rounds of items with different targets: the first item of each target, then the second of each, and so on. */
export function roundsOf(items: WriteItem[]): WriteItem[][] {
	const rounds: WriteItem[][] = [];
	for (const item of items) (rounds[item.position] ??= []).push(item);
	return rounds.filter((round) => round !== undefined);
}
