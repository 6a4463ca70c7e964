import type { IDataObject } from 'n8n-workflow';

import { errorOf, FailureError, isRefusal } from '../errors/failure';
import { LIMITS } from '../limits';
import { brokenAnswer, listOf } from './answer';

/** Function that returns the result of an `item_id`, or a failure if there is none or more than one. */
export function itemResults(data: IDataObject): (itemId: string) => IDataObject | FailureError {
	const results = new Map<unknown, IDataObject[]>();
	for (const result of listOf(data, 'items')) {
		const own = results.get(result.item_id);
		if (own) own.push(result);
		else results.set(result.item_id, [result]);
	}
	return (itemId) => {
		const own = results.get(itemId) ?? [];
		if (own.length === 1) return own[0];
		return brokenAnswer(
			own.length === 0 ? 'lacks the result of this item' : 'has several results for this item',
		);
	};
}

/**
 * Sends several items in one request. If the service refuses the request because of one item (400) or its size (413), each
 * item is sent in a request of its own, so that only the bad item fails. If the service names an item, the others are
 * sent together. The items of a read whose answer is too large are read in halves. `fail` receives the error of an item.
 */
export async function inOneRequest<T>(
	items: T[],
	send: (part: T[]) => Promise<void>,
	fail: (item: T, error: Error) => void,
	hints = MOST_HINTS,
): Promise<void> {
	try {
		await send(items);
	} catch (error) {
		if (items.length > 1 && error instanceof FailureError && isRefusedWhole(error)) {
			const parts = error.failure.tooLarge
				? chunksOf(items, Math.ceil(items.length / 2))
				: partsWithout(hints > 0 ? namedIn(error) : undefined, items);
			await Promise.all(parts.map(async (part) => await inOneRequest(part, send, fail, hints - 1)));
		} else {
			for (const item of items) fail(item, errorOf(error));
		}
	}
}

/** Most items that are told apart by the service's words. With more bad ones this would take more requests than one each. */
const MOST_HINTS = 3;

/**
 * Index of the item that the message of a 400 names. The contract does not define its words (document 1, errors): it is only
 * a hint.
 */
function namedIn({ failure: { message } }: FailureError): number | undefined {
	const [, index] = /\bitems[[.](\d+)/.exec(message) ?? [];
	return index === undefined ? undefined : Number(index);
}

/** The item at an index and all others; without such an item, each alone. */
function partsWithout<T>(index: number | undefined, items: T[]): T[][] {
	if (index === undefined || index >= items.length) return items.map((item) => [item]);
	return [items.filter((_item, i) => i !== index), [items[index]]];
}

/** True if smaller requests may succeed: after a refusal of the body, or a read whose answer was too large. */
function isRefusedWhole({ failure }: FailureError): boolean {
	const isLargeRead = failure.tooLarge === true && failure.outcomeUnknown !== true;
	return isRefusal(failure) || failure.status === 413 || isLargeRead;
}

/** Splits a list into parts of at most `size` elements. */
export function chunksOf<T>(list: T[], size: number): T[][] {
	const chunks: T[][] = [];
	for (let i = 0; i < list.length; i += size) chunks.push(list.slice(i, i + size));
	return chunks;
}

/**
 * Runs `work` on all parts, at most `LIMITS.maxInFlight` at a time and in order. After the first error, no further part
 * is started, and the error is thrown when the running parts have ended.
 */
export async function inParallel<T>(parts: T[], work: (part: T) => Promise<void>): Promise<void> {
	const waiting = parts.values();
	const errors: unknown[] = [];
	const worker = async () => {
		for (const part of waiting) {
			if (errors.length > 0) return;
			try {
				await work(part);
			} catch (error) {
				errors.push(error);
			}
		}
	};
	await Promise.all(Array.from({ length: LIMITS.maxInFlight }, worker));
	if (errors.length > 0) throw errors[0];
}
