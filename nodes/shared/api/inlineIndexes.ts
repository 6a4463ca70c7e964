import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer, isObject } from './answer';

/**
 * Rows with the object that their index means instead of the index, which says nothing outside of its
 * page (contract document 1, identifiers). `objects` is what the answer has as the list of them.
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
		if (!isObject(object)) throw brokenAnswer(`has a '${index}' that leads nowhere`);
		row[name] = object;
		return row;
	});
}
