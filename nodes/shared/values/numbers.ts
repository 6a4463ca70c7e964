/** A number as people write it: no hexadecimal digits and no exponents, which JavaScript takes too. */
const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)\s*$/;

/** The value as a number, if it is a number or a text of digits. */
export function numberIn(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined;
}
