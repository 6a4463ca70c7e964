/** Sets of small integers as bits in base64: about 0.17 characters for each integer up to the largest. */

/** The text of a set. */
export function bitmapOf(numbers: number[]): string {
	const bytes = new Uint8Array(Math.floor(Math.max(-1, ...numbers.slice(-1)) / 8) + 1);
	for (const number of numbers) bytes[number >> 3] |= 1 << (number & 7);
	return Buffer.from(bytes).toString('base64');
}

/** The numbers of a set, in ascending order. */
export function numbersIn(bitmap: string): number[] {
	const numbers: number[] = [];
	for (const [i, byte] of Buffer.from(bitmap, 'base64').entries()) {
		for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) numbers.push(i * 8 + bit);
	}
	return numbers;
}
