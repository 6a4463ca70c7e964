import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
import { LIMITS } from '../limits';
import { brokenAnswer, listOf } from './answer';

/** Gives the result of an item by its `item_id`, or what is wrong with the answer about it. */
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
 * Sends several items in one request. The service refuses a request as a whole when one item breaks
 * the contract in a way that could not be seen before (400), or when the items are too large together
 * (413); then each item is sent alone, so that only the bad one fails. `fail` takes what was thrown
 * for an item.
 */
export async function inOneRequest<T>(
	items: T[],
	send: (part: T[]) => Promise<void>,
	fail: (item: T, error: Error) => void,
): Promise<void> {
	try {
		await send(items);
	} catch (error) {
		if (items.length > 1 && error instanceof FailureError && isRefusedWhole(error)) {
			await Promise.all(items.map(async (item) => await inOneRequest([item], send, fail)));
		} else {
			for (const item of items) fail(item, error as Error);
		}
	}
}

/** True when the service refused the request because of its body: smaller parts of it may be accepted. */
function isRefusedWhole({ failure: { status } }: FailureError): boolean {
	return status === 400 || status === 413;
}

/** The parts of a list with at most `size` elements each. */
export function chunksOf<T>(list: T[], size: number): T[][] {
	const chunks: T[][] = [];
	for (let i = 0; i < list.length; i += size) chunks.push(list.slice(i, i + size));
	return chunks;
}

/**
 * Does the work on all parts, a few at a time and in their order, so that what one part reads
 * before it writes is not old by then. After the first error no further part is begun; the error is
 * thrown when the parts that were under way have ended, so no request is left behind.
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
