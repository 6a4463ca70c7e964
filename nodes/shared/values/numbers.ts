/** A number as people write it: no hexadecimal digits and no exponents, which JavaScript takes too. */
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)\s*$/;

/** A number whose points can divide its thousands, as in German: 1.000 is 1 or 1000. */
export const GROUPED = /^\s*[+-]?[1-9]\d{0,2}(?:\.\d{3})+\s*$/;

/** The value as a number, if it is a number or a text of digits that has one meaning. */
export function numberIn(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	const isOne = typeof value === 'string' && NUMBER.test(value) && !GROUPED.test(value);
	return isOne ? Number(value) : undefined;
}
