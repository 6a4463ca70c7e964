/** A value for a message: as JSON, at most 60 characters. */
export function formatValue(value: unknown): string {
	return truncate(json(value), 60);
}

/** Words for a value that is not among the allowed ones. */
export function notOneOf(values: string[], value: unknown): string {
	return `must be one of ${values.join(', ')}, not ${formatValue(value)}`;
}

/** The text with at most `length` characters (UTF-16 units) and an ellipsis if it was cut off. */
export function truncate(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length).replace(/\p{Surrogate}$/u, '')}…` : text;
}

/** JSON of a value, or words for a value that has no JSON. */
function json(value: unknown): string {
	if (value === undefined) return 'nothing';
	if (typeof value === 'number' && !Number.isFinite(value)) return 'an invalid number';
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		return `a ${typeof value} that cannot be written as JSON`;
	}
}
