import type { IDataObject } from 'n8n-workflow';

import { DAY } from '../durations';
import { LIMITS } from '../limits';

/** Last time that a JavaScript date can express, in Unix milliseconds. The first one is its negative. */
export const LAST_TIME = 8_640_000_000_000_000;

/** True for Unix milliseconds that a JavaScript date can express. */
export function isTime(value: unknown): value is number {
	return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= LAST_TIME;
}

/** A time of an answer (Unix milliseconds or RFC 3339) in Unix milliseconds; undefined if it is not a valid time. */
export function timeOf(value: unknown): number | undefined {
	const time = typeof value === 'string' ? Date.parse(value) : value;
	return isTime(time) ? time : undefined;
}

/**
 * Splits a time range with inclusive bounds into windows of at most 366 days (queryCalls), latest first. A window ends one
 * millisecond before the next one, so that no row is read twice. An end that is missing or after `now` becomes `now`. Without
 * a start, the filters are unchanged. A range that ends before its start has no windows.
 */
export function closedWindows(
	filters: IDataObject,
	startField: string,
	endField: string,
	now: number,
): IDataObject[] {
	if (filters[startField] === undefined) return [filters];
	const start = Number(filters[startField]);
	const end = Number(filters[endField] ?? now);
	if (filters[endField] !== undefined && end < start) return [];
	const last = Math.min(end, now);
	// A day less than the maximum: the service's clock is later, so a range that just fits would be too long
	if (last - start <= LIMITS.maxWindow - DAY) return [filters];
	const windows: IDataObject[] = [];
	for (let to = last; to >= start; to -= LIMITS.maxWindow + 1) {
		const from = Math.max(start, to - LIMITS.maxWindow);
		windows.push({ ...filters, [startField]: from, [endField]: to });
	}
	return windows;
}

/**
 * Splits a time range with inclusive start and exclusive end into consecutive windows of at most 366 days
 * (queryChatMessages), latest first if `descending`. A missing end becomes `now`.
 */
export function halfOpenWindows(
	filters: IDataObject,
	startField: string,
	endField: string,
	{ descending, now }: { descending: boolean; now: number },
): IDataObject[] {
	const start = Number(filters[startField]);
	const end = Number(filters[endField] ?? now);
	const windows: IDataObject[] = [];
	for (let from = start; from < end; from += LIMITS.maxWindow) {
		const to = Math.min(end, from + LIMITS.maxWindow);
		windows.push({ ...filters, [startField]: from, [endField]: to });
	}
	return descending ? windows.reverse() : windows;
}
