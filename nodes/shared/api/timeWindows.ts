import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../limits';

const DAY = 86_400_000;

/**
 * Splits a span with both bounds inclusive into windows of at most 366 days, the latest first. They
 * do not touch: a window ends a millisecond before the next one begins, so nothing comes twice. An
 * end that is missing or in the future is now; a missing start is the service's affair. A span whose
 * given end is before its start has no windows.
 */
export function closedWindows(
	startField: string,
	endField: string,
): (filters: IDataObject) => IDataObject[] {
	return (filters) => {
		const start = filters[startField] as number | undefined;
		const end = filters[endField] as number | undefined;
		if (start === undefined) return [filters];
		if (end !== undefined && end < start) return [];
		const now = Date.now();
		const last = Math.min(end ?? now, now);
		// The service's own now is later: a span that just fits would be too long for it
		if (last - start <= LIMITS.maxWindow - DAY) return [filters];
		const windows: IDataObject[] = [];
		for (let to = last; to >= start; to -= LIMITS.maxWindow + 1) {
			const from = Math.max(start, to - LIMITS.maxWindow);
			windows.push({ ...filters, [startField]: from, [endField]: to });
		}
		return windows;
	};
}

/**
 * Splits a span whose start belongs to it and whose end does not into windows of at most 366 days
 * that follow each other, the latest first if `descending`. A missing end is now.
 */
export function halfOpenWindows(
	filters: IDataObject,
	startField: string,
	endField: string,
	descending: boolean,
): IDataObject[] {
	const start = filters[startField] as number;
	const end = (filters[endField] as number | undefined) ?? Date.now();
	const windows: IDataObject[] = [];
	for (let from = start; from < end; from += LIMITS.maxWindow) {
		const to = Math.min(end, from + LIMITS.maxWindow);
		windows.push({ ...filters, [startField]: from, [endField]: to });
	}
	return descending ? windows.reverse() : windows;
}
