import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
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
 * item is sent in a request of its own, so that only the bad item fails. `fail` receives the error of an item.
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

/** True if the service refused the request because of its body, so that smaller requests may be accepted. */
function isRefusedWhole({ failure: { status } }: FailureError): boolean {
	return status === 400 || status === 413;
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
