import type { IDataObject } from 'n8n-workflow';

import { errorOf, FailureError, isDefect } from '../errors/failure';
import { declareLimits, LIMITS } from '../limits';
import { type ExactRead, objectKey, readObjects } from './exactRead';
import { chunksOf, inParallel } from './batchItems';
import type { ReadContext } from './reading';

const OWN_LIMITS = declareLimits({
	/** Most objects that the rows of a run remember of exact reads, so that none is read twice */
	maxKnownObjects: 100_000,
});

/** An exact read that completes rows of lists, such as messages whose text is cut off. */
export interface Incomplete {
	lacks: (row: IDataObject) => boolean;
	read: ExactRead;
	/** The row with what it lacked */
	whole: (row: IDataObject, object: IDataObject) => IDataObject;
}

/** Makes the row of an object that cannot be read, or not whole. */
export type Unread = (row: IDataObject, reason: string) => IDataObject;

/** An object, the error of its read, or undefined if it can no longer be read. */
type ObjectRead = IDataObject | Error | undefined;

/** Exact reads of rows. Those that share one of these read each object once. */
export class ExactReads {
	private readonly reads = new Map<string, Promise<ObjectRead>>();
	/** Error of a request that gave nothing: the next ones would not either, and are not sent */
	private error?: Error;

	/** The objects of rows by their keys, ten per request, several requests at a time. */
	async of(
		rows: IDataObject[],
		read: Incomplete['read'],
		reading: Pick<ReadContext, 'send'>,
	): Promise<Map<string, ObjectRead>> {
		if (this.reads.size >= OWN_LIMITS.maxKnownObjects) this.reads.clear();
		const all = new Map(rows.map((row) => [objectKey(read, row), row]));
		const fresh = [...all].filter(([key]) => !this.reads.has(key));
		const asked = chunksOf(fresh, LIMITS.itemsPerRequest).map((part) => {
			const ask = async () => await this.readPart(part, read, reading);
			return { part, ...promised(ask) };
		});
		// All are noted before the first request, so that nobody else asks for them
		for (const { part, answer } of asked)
			for (const [key] of part)
				this.reads.set(
					key,
					answer.then((objects) => objects.get(key)),
				);
		const found = [...all.keys()].map(async (key) => [key, await this.reads.get(key)] as const);
		await inParallel(asked, async ({ begin }) => await begin());
		return new Map(await Promise.all(found));
	}

	private async readPart(
		part: Array<[key: string, row: IDataObject]>,
		read: Incomplete['read'],
		reading: Pick<ReadContext, 'send'>,
	): Promise<Map<string, ObjectRead>> {
		if (this.error) return new Map(part.map(([key]) => [key, this.error]));
		const rows = part.map(([, row]) => row);
		const objects = await readObjects(read, reading, rows).catch((error) => () => errorOf(error));
		const found = part.map(([key, row]) => [key, objects(row)] as const);
		const errors = found.flatMap(([, object]) => (object instanceof Error ? [object] : []));
		// A single one may be the fault of its row
		if (errors.length === part.length && part.length > 1) [this.error] = errors;
		return new Map(found);
	}
}

/** The result of work that begins later. */
function promised<T>(work: () => Promise<T>): { answer: Promise<T>; begin: () => Promise<void> } {
	let begin!: () => Promise<void>;
	const answer = new Promise<T>((resolve) => {
		begin = async () => resolve(await work());
	});
	return { answer, begin };
}

/**
 * The rows with what those that lack something have in exact reads, ten per request.
 *
 * @param unread for rows that cannot be completed. Without it, such a row stays as the list has it, and a failed request
 * is thrown
 */
export async function completeRows(
	rows: IDataObject[],
	reading: Pick<ReadContext, 'send'>,
	{ lacks, read, whole }: Incomplete,
	{ unread, reads = new ExactReads() }: { unread?: Unread; reads?: ExactReads } = {},
): Promise<IDataObject[]> {
	const objects = await reads.of(rows.filter(lacks), read, reading);
	return rows.map((row) => {
		if (!lacks(row)) return row;
		const object = objects.get(objectKey(read, row));
		if (object instanceof Error) {
			if (!unread || isDefect(object)) throw object;
			return unread(row, reasonOf(object));
		}
		const completed = object ? whole(row, object) : row;
		if (!unread || !lacks(completed)) return completed;
		return unread(
			completed,
			object ? `The service gives no more of this ${read.thing}` : goneOf(read),
		);
	});
}

/** The reason for an object that an exact read no longer finds. */
export function goneOf({ thing }: { thing: string }): string {
	return `The service no longer shows this ${thing}`;
}

/** The reason of a failed read in words. */
export function reasonOf(error: Error): string {
	return error instanceof FailureError ? error.message : 'Reading took too long';
}
