/** How many Unicode code points a text has, as the contract counts characters. */
export function codePoints(text: string): number {
	const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g);
	return text.length - (pairs?.length ?? 0);
}
