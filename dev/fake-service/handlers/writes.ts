import type { Call } from '../call';
import { canonical } from '../cursors';
import { violation } from '../failure';

/** An item with an idempotency key: the same key for retries, another key for another intent. */
export interface KeyedItem {
	item_id: string;
	idempotency_key: string;
}

/**
 * Executes items and gives their results in input order. The contract promises the order of results,
 * not of execution, so the last item is executed first.
 */
export function inAnyOrder<Item, Result>(
	items: Item[],
	execute: (item: Item, index: number) => Result,
): Result[] {
	const results: Result[] = [];
	for (let i = items.length - 1; i >= 0; i--) results[i] = execute(items[i], i);
	return results;
}

/** Content of an item without its two identifiers. */
function contentOf({ item_id: _id, idempotency_key: _key, ...content }: KeyedItem): string {
	return canonical(content);
}

/**
 * The outcome of an item with the same key and content, if it was executed before; `conflict` if the key was used
 * for other content.
 */
export function replayed<Outcome>(call: Call, item: KeyedItem): Outcome | 'conflict' | undefined {
	const known = call.account.keyed.get(`${call.operation} ${item.idempotency_key}`);
	if (!known) return undefined;
	const isSame = known.content === contentOf(item) || call.settings.keys === 'repeated';
	return isSame ? (known.outcome as Outcome) : 'conflict';
}

/** Remembers the outcome of a keyed item for its retries. */
export function remember(call: Call, item: KeyedItem, outcome: unknown): void {
	call.account.keyed.set(`${call.operation} ${item.idempotency_key}`, {
		content: contentOf(item),
		outcome,
	});
}

/**
 * Validates all items of a batch before any of them is executed. The contract does not define the meaning of a key
 * with other content if results have no status: here it is a violation. Items that were executed before are valid,
 * since their parameters were.
 * @throws Failure 400 that names the item
 */
export function validateBatch<Item extends KeyedItem>(
	call: Call<{ items: Item[] }>,
	check: (item: Item, path: string) => void,
): void {
	const contents = new Map<string, string>();
	for (const [i, item] of call.body.items.entries()) {
		const known = replayed(call, item);
		const before = contents.get(item.idempotency_key);
		const isOther = before !== undefined && before !== contentOf(item);
		if (known === 'conflict' || (isOther && call.settings.keys === 'refused')) {
			throw violation(`items[${i}].idempotency_key was used with other content`);
		}
		contents.set(item.idempotency_key, contentOf(item));
		if (known === undefined) check(item, `items[${i}]`);
	}
}
