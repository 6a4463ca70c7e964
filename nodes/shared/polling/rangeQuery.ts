import type { IDataObject } from 'n8n-workflow';

import { paginate } from '../api/paginate';
import type { TimeRange } from './event';

/** How a PAGED operation filters by time. */
interface Windowed {
	/** Request field of the start, which belongs to the window in all operations */
	start: string;
	end: string;
	/** Whether the end belongs to the window, too */
	inclusive: boolean;
	/** Whether a row is in the window that has a part of its own span in it */
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
		// What ends just when the window begins has no part of its span in it
		const bounds: IDataObject = from > 0 ? { [start]: overlap ? from - 1 : from } : {};
		if (to !== undefined) bounds[end] = inclusive ? to - 1 : to;
		const request = { ...filters, ...also, ...bounds };
		for await (const { rows } of paginate({ url, ask }, request)) yield rows;
	};
}
