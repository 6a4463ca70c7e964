import type { IDataObject } from 'n8n-workflow';

import { paginate } from '../api/paginate';
import type { TimeRange } from './event';

/** Time bounds of a PAGED operation. */
interface Windowed {
	/** Request field of the start, which is inclusive in all operations */
	start: string;
	end: string;
	/** True if the end is inclusive in the contract */
	inclusive: boolean;
	/** True if rows have a time range of their own and the operation selects those that overlap */
	overlap?: boolean;
	/** Further request fields */
	also?: IDataObject;
}

/** Function that reads a time range of a PAGED operation, with the user's filters. */
export function windowOf(
	url: string,
	{ start, end, inclusive, overlap, also }: Windowed,
): TimeRange['read'] {
	return async function* ({ ask, filters }, from, to) {
		// One millisecond earlier: the operation leaves out rows that end exactly at the start
		const bounds: IDataObject = isFinite(from) ? { [start]: overlap ? from - 1 : from } : {};
		if (to !== undefined) bounds[end] = inclusive ? to - 1 : to;
		const request = { ...filters, ...also, ...bounds };
		for await (const { rows } of paginate({ url, ask }, request)) yield rows;
	};
}
