import type { IDataObject } from 'n8n-workflow';

import { LAST_TIME } from '../api/time';
import { DAY, MINUTE } from '../durations';

/** Converts a time in Unix milliseconds or RFC 3339 (as in calls) to ISO 8601 text. Other values are unchanged. */
export type IsoTime = (value: IDataObject[string]) => IDataObject[string];

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/** Offsets change, for example for summer time, only at full quarters of an hour. */
const QUARTER = 15 * MINUTE;

/** Maximum number of cached offsets. */
const MOST_DAYS = 100_000;

/**
 * Converter to ISO 8601 with the offset of a time zone, as n8n prints `$now`: `2026-01-31T09:00:00.000+01:00`. Offsets
 * are cached per day, and per quarter of an hour on days with a change, since looking them up is slow.
 */
export function isoTimeIn(zone: string): IsoTime {
	const offsets = new Map<number, number>();
	const remembered = (time: number): number => {
		let offset = offsets.get(time);
		if (offset === undefined) {
			if (offsets.size >= MOST_DAYS) offsets.clear();
			offsets.set(time, (offset = offsetAt(time)));
		}
		return offset;
	};
	// As in n8n's Luxon (normalizeZone of Luxon 3.7), only these zones are written as Z; London in winter is +00:00
	const format = ['utc', 'gmt'].includes(zone.toLowerCase()) ? undefined : formatOf(zone);
	const offsetAt = (time: number): number =>
		minutesOf(format?.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value);
	const offsetOf = (time: number): number => {
		const day = time - modulo(time, DAY);
		const first = remembered(day);
		// No day follows the last day that JavaScript can express
		if (day + DAY > LAST_TIME || remembered(day + DAY) === first) return first;
		return remembered(time - modulo(time, QUARTER));
	};
	return (value) => {
		const millis = typeof value === 'string' && RFC_3339.test(value) ? Date.parse(value) : value;
		if (typeof millis !== 'number' || !Number.isInteger(millis)) return value;
		if (Math.abs(millis) > LAST_TIME) return value;
		const minutes = format ? offsetOf(millis) : 0;
		const local = millis + minutes * MINUTE;
		if (!format || Math.abs(local) > LAST_TIME) return new Date(millis).toISOString();
		return new Date(local).toISOString().replace('Z', textOf(minutes));
	};
}

/** Converts the times of rows, which are in fields that end with `_at`. */
export function writeTimes(rows: IDataObject[], iso: IsoTime): void {
	for (const row of rows)
		for (const key of Object.keys(row)) if (key.endsWith('_at')) row[key] = iso(row[key]);
}

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
	try {
		return new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
	} catch {
		// n8n refuses unknown time zones. Without a time zone, the text is in UTC
		return undefined;
	}
}

/** Minutes of an offset such as `GMT+05:30`; 0 of `GMT`. */
function minutesOf(offset = ''): number {
	const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? [];
	return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0;
}

function textOf(minutes: number): string {
	const pad = (value: number) => String(Math.floor(value)).padStart(2, '0');
	const size = Math.abs(minutes);
	return `${minutes < 0 ? '-' : '+'}${pad(size / 60)}:${pad(size % 60)}`;
}

/** Remainder of a division, never negative. */
function modulo(value: number, divisor: number): number {
	return ((value % divisor) + divisor) % divisor;
}

/** Duration in milliseconds as `00:16:21`: hours, minutes and whole seconds. */
export function durationText(millis: number): string {
	const seconds = Math.floor(millis / 1000);
	return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
		.map((part) => String(Math.floor(part)).padStart(2, '0'))
		.join(':');
}

/** True for a value that `durationText` accepts. */
export function isDuration(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
