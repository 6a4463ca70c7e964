import type { IDataObject } from 'n8n-workflow';

import { paginate } from '../api/paginate';
import type { TimeRange } from './event';

/** Time filter of a PAGED operation. */
interface Windowed {
	/** Request field of the start, which belongs to the window in all operations */
	start: string;
	end: string;
	/** True when the end belongs to the window */
	inclusive: boolean;
	/** True when rows have a span of their own, and a part of it in the window is enough */
	overlap?: boolean;
	/** Further request fields, the same for all windows */
	also?: IDataObject;
}

/** Reads a window of a PAGED operation, with the user's filters. */
export function windowOf(
	url: string,
	{ start, end, inclusive, overlap, also }: Windowed,
): TimeRange['read'] {
	return async function* ({ ask, filters }, from, to) {
		// A row that ends just when the window begins has no part of its span in it
		const bounds: IDataObject = from > 0 ? { [start]: overlap ? from - 1 : from } : {};
		if (to !== undefined) bounds[end] = inclusive ? to - 1 : to;
		const request = { ...filters, ...also, ...bounds };
		for await (const { rows } of paginate({ url, ask }, request)) yield rows;
	};
}
