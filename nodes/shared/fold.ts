/** Characters that nobody sees: soft hyphens, zero-width spaces, joiners, fillers, marks of direction and of variants. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** All hyphens and dashes, with the minus sign. */
const HYPHENS = /[\p{Dash_Punctuation}\u2212]/gu;

/** Apostrophes as word processors write them. */
const APOSTROPHES = /[\u2018\u2019\u02BC]/g;

/** More marks on one letter than any language has. Two letters of half width become marks. */
const MANY_MARKS = /[\p{M}\uFF9E\uFF9F]{30}/gu;

/**
 * The text in Unicode's form NFKC, which puts the marks of each letter in order. For thousands of them, that takes time that
 * grows with the square of their number, so a joiner divides them, as in Unicode's Stream-Safe Text Format.
 */
function toNfkc(text: string): string {
	return text.replace(MANY_MARKS, '$&\u034F').normalize('NFKC');
}

/** The text as keyboards write it: with plain letters, blanks, hyphens and apostrophes, and without invisible characters. */
export function asTyped(text: string): string {
	const plain = toNfkc(text.replace(UNSEEN, '')).replace(/\s+/g, ' ').trim();
	return plain.replace(HYPHENS, '-').replace(APOSTROPHES, "'");
}

/**
 * The text for comparison: equal for texts that look the same (as in Graphify-Labs/graphify#1338), but for upper and lower
 * case. By Unicode's full case folding, ß is ss. A Turkish İ is an i, and all forms of sigma are one. Letters with and
 * without an accent differ.
 */
export function fold(text: string): string {
	const upper = asTyped(text).toLowerCase().toUpperCase();
	return upper.replaceAll('I\u0307', 'I').normalize('NFKC');
}
