import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer, isObject } from './answer';

/**
 * Replaces an index in rows with the object that it points to, since an index is valid only inside its page (contract
 * document 1, identifiers).
 *
 * @param index field with the index, for example `sender_index`
 * @param name field for the object, for example `sender`
 * @param objects the answer's list of objects
 */
export function inlineIndexes(
	rows: IDataObject[],
	index: string,
	name: string,
	objects: unknown,
): IDataObject[] {
	const list: unknown[] = Array.isArray(objects) ? objects : [];
	return rows.map(({ [index]: position, ...row }) => {
		const object = typeof position === 'number' ? list[position] : undefined;
		if (!isObject(object)) throw brokenAnswer(`has a '${index}' that points to nothing`);
		row[name] = object;
		return row;
	});
}
