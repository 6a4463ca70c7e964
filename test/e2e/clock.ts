import { TIME_ZONE } from './setup';

/** A time in n8n's time zone, for example `2026-03-01 00:00:00.000`. */
export function localTime(millis: number): string {
	const format = new Intl.DateTimeFormat('sv-SE', {
		timeZone: TIME_ZONE,
		dateStyle: 'short',
		timeStyle: 'medium',
	});
	return `${format.format(millis)}.${String(millis % 1000).padStart(3, '0')}`;
}

/** Number of days until a time; negative for the past. */
export function daysFromNow(millis: number): number {
	return (millis - Date.now()) / 86_400_000;
}
