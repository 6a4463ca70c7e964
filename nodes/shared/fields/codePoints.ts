/** How many Unicode code points a text has: what the contract calls characters. */
export function codePointsIn(text: string): number {
	const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g);
	return text.length - (pairs?.length ?? 0);
}
