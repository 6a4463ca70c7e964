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
