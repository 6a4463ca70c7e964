import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Post } from './case';

/** Maximum number of requests in flight, as in the nodes. */
const IN_FLIGHT = 4;

/** Reads the account, as the nodes do once before they write. */
export async function readAccount(post: Post): Promise<void> {
	await post('/api/v1/profile/get', {});
}

const RUN = randomUUID();

/** An idempotency key with the length of those of the nodes, from the run, the item, its content and its time. */
export function keyOf(i: number): string {
	return `${RUN}-${i}-0123456789abcdef-${Date.now()}`;
}

/** Reads all pages, one after the other. */
export async function allPages(
	post: Post,
	path: string,
	body: IDataObject,
	rowsOf = ({ items }: IDataObject) => items as IDataObject[],
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	let cursor: IDataObject[string];
	do {
		const data = await post(path, { ...body, ...(cursor ? { page_cursor: cursor } : {}) });
		for (const row of rowsOf(data)) rows.push(row);
		cursor = data.has_more ? data.next_page_cursor : undefined;
	} while (cursor);
	return rows;
}

/** Processes all parts, a few at a time, and returns all their rows in order. */
export async function fewAtATime<T>(
	parts: T[],
	work: (part: T) => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	const results: IDataObject[][] = [];
	const waiting = parts.entries();
	const worker = async () => {
		for (const [i, part] of waiting) results[i] = await work(part);
	};
	await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
	return results.flat();
}

/** Splits a list into parts of a size. */
export function partsOf<T>(list: T[], size: number): T[][] {
	const parts: T[][] = [];
	for (let i = 0; i < list.length; i += size) parts.push(list.slice(i, i + size));
	return parts;
}

/** The numbers 0 to count - 1. */
export function indices(count: number): number[] {
	return Array.from({ length: count }, (_, i) => i);
}
