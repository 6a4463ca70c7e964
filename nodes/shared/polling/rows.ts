import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer } from '../routing/answer';

/** The UID of a row; fails when the service left it out. */
export function uidOf(row: IDataObject, field: string): string {
	const uid = row[field];
	if (typeof uid !== 'string' || uid === '') throw brokenAnswer(`has an entry without '${field}'`);
	return uid;
}
