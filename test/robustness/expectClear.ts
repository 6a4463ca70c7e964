/** Technical words that a message for users must not contain. */
const RAW =
	/Cannot (read|convert|set|use)|is not (a function|iterable|a constructor|defined)|\bundefined\b|\[object|\bNaN\b|call stack|Invalid (time|array|string|value)|(Type|Range|Syntax|Reference)Error/;

/** Our messages begin like this. */
const OURS = /^(The |There |')/;

/** Longest message that somebody can be expected to read. */
const LONGEST = 1000;

/** A message that a person understands, and that a malformed service or value cannot blow up. */
export function expectClear(message: string): void {
	expect(message).toMatch(OURS);
	// What is quoted is the value itself
	expect(message.replace(/"[^"]*"/g, '')).not.toMatch(RAW);
	expect(message.length).toBeLessThan(LONGEST);
}
