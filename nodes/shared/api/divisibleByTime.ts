import type { IDataObject } from 'n8n-workflow';

import type { Page } from './paginate';
import type { Divisible } from './readInParts';

/** Time range from `start_at` to `end_at` of a list that is ordered by the time that it selects. */
export interface TimeRange {
	/** Field of a row with its time in Unix milliseconds */
	time: string;
	descending: boolean;
	/** The end is inclusive, as the start always is */
	endIsInclusive?: boolean;
}

/** The list that these filters select, by milliseconds, which are negative in descending order. */
export function divisibleByTime(
	{ time, descending, endIsInclusive }: TimeRange,
	filters: IDataObject,
	read: (filters: IDataObject) => AsyncGenerator<Page>,
): Divisible {
	const start_at = Number(filters.start_at ?? NaN);
	const end_at = Number(filters.end_at ?? (isNaN(start_at) ? NaN : Date.now()));
	return {
		// NaN, and so no parts, if no filter tells how far the list goes
		end: descending ? -start_at : end_at,
		position: (row) => (descending ? -1 : 1) * Number(row[time]),
		pages: (from, to) => {
			const turned = (at?: number) => (at === undefined ? undefined : 1 - at);
			const [first, after] = descending ? [turned(to), turned(from)] : [from, to];
			const part = { ...filters };
			if (first !== undefined) part.start_at = first;
			if (after !== undefined) part.end_at = endIsInclusive ? after - 1 : after;
			return read(part);
		},
	};
}
