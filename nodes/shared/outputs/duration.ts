/** A length of time in milliseconds as people read it: `00:16:21`, hours first, fractions cut off. */
export function durationText(millis: number): string {
	const seconds = Math.floor(millis / 1000);
	return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
		.map((part) => String(Math.floor(part)).padStart(2, '0'))
		.join(':');
}

/** Field of a duration in milliseconds, and the name of the text that goes beside it: `duration`. */
export const DURATION = /^(.*duration)_ms$/;

/** True for a number that `durationText` can write. */
export function isDuration(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}
