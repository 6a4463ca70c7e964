/** A value as it is named in a message: short, and in quotes where it is text. */
export function formatValue(value: unknown): string {
	return truncate(json(value), 60);
}

/** A text with at most `length` characters, and a sign where it was cut. */
export function truncate(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length).replace(/\p{Surrogate}$/u, '')}…` : text;
}

/** Not everything that an expression may yield can be written as JSON. */
function json(value: unknown): string {
	if (value === undefined) return 'nothing';
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		return `a ${typeof value} that is no JSON`;
	}
}
