import type { IDataObject } from 'n8n-workflow';

import { isObject, objectsIn } from '../api/answer';
import type { IsoTime } from '../rows/isoTime';
import { type Result, rowsIn } from './endpoint';

/** A request as users see it: the path, and the item's own part of the body. */
export function requestTo(path: string, body: IDataObject): IDataObject {
	return { method: 'POST', path, body };
}

/** Result of an item under Validate Only: its requests, in the order in which they would be sent. */
export function validated(requests: IDataObject[]): Result {
	return { rows: [{ validated: true, requests }] };
}

/** The result with the times of its requests as text too, so that people can check them. */
export function withTimes(result: Result, iso: IsoTime): Result {
	if ('error' in result) return result;
	const times = Object.fromEntries(
		requestsOf(result)
			.flatMap(({ body }) => (isObject(body) ? objectsIn(body.items) : []))
			.flatMap((item) => Object.entries(item))
			.filter(([name, value]) => name.endsWith('_at') && Number(value) > 0)
			.map(([name, value]) => [name, iso(value)]),
	);
	if (Object.keys(times).length === 0) return result;
	return { rows: rowsIn(result).map((row) => ({ ...row, times })) };
}

/** Result of an item whose requests follow those of another write. */
export function requestsAfter(first: Result, second: Result): Result {
	const failed = [first, second].find((result) => 'error' in result);
	return failed ?? validated([...requestsOf(first), ...requestsOf(second)]);
}

function requestsOf(result: Result): IDataObject[] {
	return objectsIn(rowsIn(result)[0]?.requests);
}
