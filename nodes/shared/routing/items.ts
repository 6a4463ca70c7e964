import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../request/failure';
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

/** Whether the request was refused for its body, so that a part of it may be accepted. */
function isRefusedWhole({ failure: { status } }: FailureError): boolean {
	return status === 400 || status === 413;
}
