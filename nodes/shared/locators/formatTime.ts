/** Time in a list entry, to the minute, in UTC: `2026-01-31 09:00 UTC`. */
export function formatTime(time: unknown): string {
	const date = new Date(time as number | string);
	if (Number.isNaN(date.getTime())) return 'unknown time';
	return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
