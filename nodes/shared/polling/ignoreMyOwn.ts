import type { IDataObject } from 'n8n-workflow';

import type { Setting } from '../fields/field';
import type { Reader } from './event';

/** Option to ignore what the account itself wrote. `things` is a plural noun. */
export function ignoreMyOwn(things: string): Setting {
	return {
		displayName: 'Ignore My Own',
		name: 'ignoreMyOwn',
		type: 'boolean',
		default: true,
		description: `Whether to ignore ${things} that you wrote, such as those of this workflow`,
	};
}

/** The rows that the account did not write itself; all of them where the user wants its own too. */
export async function withoutMyOwn(
	rows: IDataObject[],
	{ own, self }: Reader,
	authorOf: (row: IDataObject) => unknown,
): Promise<IDataObject[]> {
	if (own.ignoreMyOwn === false || rows.length === 0) return rows;
	const me = await self();
	return rows.filter((row) => authorOf(row) !== me);
}
