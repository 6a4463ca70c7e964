import type { IDataObject } from 'n8n-workflow';

import { objectsIn } from '../api/answer';
import { type Result, rowsIn } from './endpoint';

/** A request as users see it: the path, and the item's own part of the body. */
export function requestTo(path: string, body: IDataObject): IDataObject {
	return { method: 'POST', path, body };
}

/** Result of an item under Validate Only: its requests, in the order in which they would be sent. */
export function validated(requests: IDataObject[]): Result {
	return { rows: [{ validated: true, requests }] };
}

/** Result of an item whose requests follow those of another write. */
export function requestsAfter(first: Result, second: Result): Result {
	const failed = [first, second].find((result) => 'error' in result);
	return failed ?? validated([...requestsOf(first), ...requestsOf(second)]);
}

function requestsOf(result: Result): IDataObject[] {
	return objectsIn(rowsIn(result)[0]?.requests);
}
