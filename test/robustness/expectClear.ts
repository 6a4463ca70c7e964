/** Technical words that a message for users must not contain. */
const RAW =
	/Cannot (read|convert|set|use)|is not (a function|iterable|a constructor|defined)|\bundefined\b|\[object|\bNaN\b|call stack|Invalid (time|array|string|value)|(Type|Range|Syntax|Reference)Error/;

/** Beginnings of the package's messages. */
const OURS = /^(The |There |')/;

/** Maximum length of a readable message. */
const LONGEST = 1000;

/** Checks that a message is understandable, and that its length does not depend on malformed data. */
export function expectClear(message: string): void {
	expect(message).toMatch(OURS);
	// Quoted text is the value itself
	expect(message.replace(/"[^"]*"/g, '')).not.toMatch(RAW);
	expect(message.length).toBeLessThan(LONGEST);
}
