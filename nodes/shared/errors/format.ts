/** Most characters of a value. */
const VALUE = 60;

/** A value for a message: as JSON, at most 60 characters, with escapes in place of what nobody sees. A text ends with its quote. */
export function formatValue(value: unknown): string {
	// Escapes only lengthen: one character more than fits tells that something is cut off
	if (typeof value !== 'string') return truncate(escaped(json(value).slice(0, VALUE + 1)), VALUE);
	let text = '"';
	for (const character of value) {
		const next = escaped(JSON.stringify(character).slice(1, -1));
		if (text.length + next.length > VALUE - 1) return `${text}…"`;
		text += next;
	}
	return `${text}"`;
}

function escaped(text: string): string {
	const codeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return text.replace(UNSEEN, (unseen) => unseen.split('').map(codeOf).join(''));
}

/** Characters that nobody sees, or that change how what follows is read: controls, marks of direction, blanks of no width. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;

/**
 * A name of the service for a message: in quotes that it cannot end, on one line, with at most 60 characters, and without
 * what nobody sees. Others choose names, and a reader may take what they say for the advice of the message.
 */
export function quoteName(name: unknown): string {
	const line = String(name).replace(/\s+/g, ' ').replace(UNSEEN, '').trim();
	return JSON.stringify(truncate(line, NAME));
}

/** An identifier or one plain word as it is, and any other text as a name in quotes. */
export function quoteUnlessWord(text: unknown): string {
	return /^[\w.:@-]{1,80}$/.test(String(text)) ? String(text) : quoteName(text);
}

/** Most characters of a name. */
const NAME = 60;

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
