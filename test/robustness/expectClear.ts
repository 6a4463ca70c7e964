/** Technical words that a message for users must not contain. */
const RAW =
	/Cannot (read|convert|set|use)|is not (a function|iterable|a constructor|defined)|\bundefined\b|\[object|\bNaN\b|call stack|Invalid (time|array|string|value)|(Type|Range|Syntax|Reference)Error/;

/** Beginnings of the package's messages. */
const OURS = /^(The |There |')/;

/** Maximum length of a readable message. */
const LONGEST = 1000;

/** Maximum length of a value in a message, as `formatValue` writes it; a longer one has an ellipsis behind it. */
const LONGEST_VALUE = 60;

/** What JSON.parse says about a text that is no JSON: a part of the text, in quotes and as it is. */
const NO_JSON = /(\.\.\.)?"[^]*"(\.\.\.)? is not valid JSON/;

/** Checks that a message is understandable, and that its length does not depend on malformed data. */
export function expectClear(message: string): void {
	expect(message).toMatch(OURS);
	expect(withoutValues(message.replace(NO_JSON, ''))).not.toMatch(RAW);
	expect(message.length).toBeLessThan(LONGEST);
}

/** The words of a message without the values in it, which are JSON and may contain any word. */
function withoutValues(message: string): string {
	let words = '';
	for (let at = 0; at < message.length;) {
		const length = lengthOfValue(message.slice(at));
		if (length === 0) words += message[at];
		at += length || 1;
	}
	return words;
}

/** Length of the text, object or array at the start of a text, whole or cut off; 0 if there is none. */
function lengthOfValue(text: string): number {
	if (!/^["{[]/.test(text)) return 0;
	for (let end = 2; end <= LONGEST_VALUE + 1; end++) if (isJson(text.slice(0, end))) return end;
	// Half a character is not written, so that the ellipsis can come one earlier
	const cut = text.indexOf('…', LONGEST_VALUE - 1);
	return cut >= 0 && cut <= LONGEST_VALUE ? cut + 1 : 0;
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
