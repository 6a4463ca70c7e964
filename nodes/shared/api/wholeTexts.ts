import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../limits';
import { type ExactRead, keyFor, type KeyedRead, objectsOf } from './batchGet';
import { chunksOf, inParallel } from './batchItems';
import type { ReadContext } from './reading';

/** Rows whose texts lists cut off, and the exact read that has the full ones. */
export interface CutTexts {
	isCut: (row: IDataObject) => boolean;
	read: ExactRead | KeyedRead;
	/** The row with the text of its object */
	whole: (row: IDataObject, object: IDataObject) => IDataObject;
}

/**
 * The rows with the full texts of those that are cut off, ten per request. A row whose object can no longer be read keeps
 * the text of the list. Throws if a request failed.
 */
export async function withWholeTexts(
	rows: IDataObject[],
	reading: Pick<ReadContext, 'send'>,
	{ isCut, read, whole }: CutTexts,
): Promise<IDataObject[]> {
	const objects = new Map<string, IDataObject | undefined>();
	const cut = new Map(rows.filter(isCut).map((row) => [keyFor(read, row), row]));
	await inParallel(chunksOf([...cut], LIMITS.itemsPerRequest), async (part) => {
		const cutRows = part.map(([, row]) => row);
		const objectOf = await objectsOf(read, reading, cutRows);
		for (const [key, row] of part) {
			const object = objectOf(row);
			if (object instanceof Error) throw object;
			objects.set(key, object);
		}
	});
	return rows.map((row) => {
		const object = isCut(row) ? objects.get(keyFor(read, row)) : undefined;
		return object ? whole(row, object) : row;
	});
}
