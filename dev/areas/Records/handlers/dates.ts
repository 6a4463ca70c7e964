/**
 * The first millisecond of a calendar day in a time zone. It is not always midnight, since some days start with the
 * change to daylight saving time.
 */
export function startOfDay(date: string, timeZone: string): number {
	// Canadian English writes dates as YYYY-MM-DD.
	const format = new Intl.DateTimeFormat('en-CA', {
		timeZone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
	});
	const utc = Date.parse(date);
	// No time zone is further from UTC than 15 hours.
	let before = utc - 16 * 3_600_000;
	let after = utc + 16 * 3_600_000;
	while (after - before > 1) {
		const middle = Math.floor((before + after) / 2);
		if (format.format(middle) >= date) after = middle;
		else before = middle;
	}
	return after;
}

/** The calendar day after a date. */
export function nextDay(date: string): string {
	return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}
