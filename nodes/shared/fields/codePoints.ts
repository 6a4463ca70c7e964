/** How many Unicode code points a text has, as the contract counts characters. */
export function codePoints(text: string): number {
	let count = 0;
	for (const _character of text) count++;
	return count;
}
