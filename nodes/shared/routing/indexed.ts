import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer } from './answer';

/**
 * Rows with the object that their index means instead of the index, which says nothing outside of its
 * page (contract document 1, identifiers).
 */
export function indexed(
	rows: IDataObject[],
	index: string,
	name: string,
	objects: IDataObject[] = [],
): IDataObject[] {
	return rows.map(({ [index]: place, ...row }) => {
		const object = typeof place === 'number' ? objects[place] : undefined;
		if (!object) throw brokenAnswer(`has a '${index}' that leads nowhere`);
		return { ...row, [name]: object };
	});
}
