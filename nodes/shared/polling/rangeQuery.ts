import type { IDataObject } from 'n8n-workflow';

import type { Path, RequestField, RequestOf } from '../contract';
import { paginate } from '../api/paginate';
import { timeOf } from '../api/time';
import type { TimeRange } from './event';

/** Time bounds of a PAGED operation. */
interface Windowed<P extends Path> {
	/** Request field of the start, which is inclusive in all operations */
	start: RequestField<P>;
	end: RequestField<P>;
	/** True if the end is inclusive in the contract */
	inclusive: boolean;
	/** True if rows have a time range of their own and the operation selects those that overlap */
	overlap?: boolean;
	/** Field of the rows by which the operation orders them, ascending */
	ascending?: string;
	/** Further request fields */
	also?: Partial<RequestOf<P>>;
}

/** Function that reads a time range of a PAGED operation, with the user's filters. */
export function windowOf<P extends Path>(
	url: P,
	{ start, end, inclusive, overlap, ascending, also }: Windowed<P>,
): TimeRange['read'] {
	return async function* ({ ask, filters }, { from, to, cursor }) {
		// One millisecond earlier: the operation leaves out rows that end exactly at the start
		const bounds: IDataObject = isFinite(from) ? { [start]: overlap ? from - 1 : from } : {};
		if (to !== undefined) bounds[end] = inclusive ? to - 1 : to;
		const request = { ...filters, ...also, ...bounds };
		for await (const { rows, next } of paginate({ url, ask }, request, { from: cursor })) {
			yield { rows, next, ...(ascending && { reached: latest(rows, ascending) }) };
		}
	};
}

/** Latest time of rows in Unix milliseconds; -Infinity without any. */
function latest(rows: IDataObject[], field: string): number {
	return Math.max(...rows.map((row) => timeOf(row[field]) ?? -Infinity));
}
