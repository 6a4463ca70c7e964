import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../form/field';
import { declareLimits } from '../limits';
import { BLANK, codePoints, Flaw, type ValueSettings } from './converters';

const OWN_LIMITS = declareLimits({
	/** Most parts of a text that is too long for one message or record */
	maxParts: 100,
});

/** A value that fits its field, and what its row says of it. */
export interface ShortText {
	value: unknown;
	/** Fields of the output, such as `title_shortened` */
	told?: IDataObject;
	/** Request fields that get the whole text unless the user sets them */
	rest?: IDataObject;
}

/**
 * A text that is as long as its field takes, as If Too Long wants it: refused, shortened, or as it is for a write that
 * sends it in parts. White space at the ends of a text does not make it too long.
 */
export function shortenText(
	{ limits: own }: Field,
	value: unknown,
	settings: ValueSettings,
): ShortText | Flaw {
	const { ifTooLong, maxLength = Infinity } = own ?? {};
	if (!ifTooLong || typeof value !== 'string' || value.length <= maxLength) return { value };
	const length = codePoints(value);
	if (length <= maxLength) return { value };
	const chosen = settings.ifTooLong ?? ifTooLong.otherwise;
	const { maxParts } = OWN_LIMITS;
	const trimmed = value.trim();
	const least = codePoints(trimmed);
	if (chosen === 'split' && ifTooLong.otherwise === 'split')
		return least <= maxParts * maxLength && split(value, maxLength).length <= maxParts
			? { value }
			: new Flaw(`takes at most ${maxParts} parts of up to ${maxLength} characters`);
	if (least <= maxLength) return { value: trimmed };
	if (chosen === 'fail') return new Flaw(`takes at most ${maxLength} characters, not ${length}`);
	const { told, rest } = ifTooLong;
	return {
		value: cutText(value, maxLength),
		told: { [told]: true },
		...(rest && { rest: { [rest.property]: cutText(value, rest.maxLength!) } }),
	};
}

/** A part of a text, and where it begins in it. */
export interface TextPart {
	text: string;
	/** Index in UTF-16 units */
	start: number;
}

/** Ends of paragraphs, lines, sentences and words, the best places to divide a text first. */
const ENDS = [
	/\n[^\S\n]*(?=\n)/g,
	/\n/g,
	/[.!?…]["'”’»)\]]*(?=\s)|[。！？](?:[」』”’）]*)/g,
	/\s/g,
];

/** Least share of a part that an end leaves; if none does, the part ends at an end of the next kind. */
const LEAST_SHARE = 0.5;

/**
 * The parts of a text with at most `max` code points each. Each part ends at the end of a paragraph, line, sentence or
 * word if there is one in its second half, and otherwise between two characters as people see them. White space between
 * two parts and at the ends of the text is left out.
 *
 * @param whole texts that are neither divided nor trimmed, such as mentions
 */
export function split(given: string, max: number, whole: string[] = []): TextPart[] {
	const kept = placesOf(given, whole);
	const parts: TextPart[] = [];
	const text = given.slice(0, trimmedEnd(given, 0, given.length, kept));
	let start = text.length - text.trimStart().length;
	while (start < text.length) {
		const cut = endOf(text, start, max, kept);
		const end = trimmedEnd(text, start, cut, kept);
		const part = text.slice(start, end);
		if (!BLANK.test(part)) parts.push({ text: part, start });
		start = end + (/^(?:\s*\n|\s+)/.exec(text.slice(end))?.[0].length ?? 0);
	}
	return parts;
}

/** The text with at most `max` code points: cut at the end of a word and with `…` behind it if it is longer. */
export function cutText(text: string, max: number): string {
	if (codePoints(text) <= max) return text;
	const trimmed = text.trim();
	if (codePoints(trimmed) <= max) return trimmed;
	const limit = indexOf(trimmed, 0, max - 1);
	const word = /\s/.test(trimmed[limit]) ? limit : lastEnd(trimmed, 0, limit, /\s/g);
	return `${trimmed.slice(0, word ?? characterEnd(trimmed, 0, limit)).trimEnd()}…`;
}

/** Index of the end of a part that is cut off at `cut`, without the white space there, save that of a mention. */
function trimmedEnd(
	text: string,
	start: number,
	cut: number,
	kept: Array<[number, number]>,
): number {
	const trimmed = start + text.slice(start, cut).trimEnd().length;
	return kept.reduce((last, [from, to]) => (from < last && last < to ? to : last), trimmed);
}

/** Index of the end of the part that begins at `start`. */
function endOf(text: string, start: number, max: number, kept: Array<[number, number]>): number {
	const limit = indexOf(text, start, max);
	if (limit === text.length) return limit;
	let cut = bestEnd(text, start, limit);
	const divides = ([from, to]: [number, number]) => from < cut && cut < to && from > start;
	// The begin of one can lie inside of another one
	for (let divided = kept.find(divides); divided; divided = kept.find(divides)) cut = divided[0];
	return cut;
}

function bestEnd(text: string, start: number, limit: number): number {
	for (const ends of ENDS) {
		const end = lastEnd(text, start, limit, ends);
		if (end !== undefined) return end;
	}
	return characterEnd(text, start, limit);
}

/** The last end of this kind up to `limit`, unless it leaves too little. */
function lastEnd(text: string, start: number, limit: number, ends: RegExp): number | undefined {
	const least = Math.ceil((limit - start) * LEAST_SHARE);
	const found = [...text.slice(start, limit + 1).matchAll(ends)]
		.map(({ 0: { length }, index }) => index + length)
		// White space is left out, so it may be behind the limit
		.filter((end) => end >= least && (start + end <= limit || /\s/.test(text[limit])))
		.at(-1);
	return found === undefined ? undefined : Math.min(start + found, limit);
}

/** Code units before the limit that are divided into characters as people see them. */
const LOOKED_AT = 200;

/** The last end of a character, as people see it, up to `limit`; `limit` if a single one is longer than that. */
function characterEnd(text: string, start: number, limit: number): number {
	const from = Math.max(start, indexOf(text, limit - Math.min(LOOKED_AT, limit - start), 0));
	const near = text.slice(from, limit + LOOKED_AT);
	const last = [...new Intl.Segmenter().segment(near)]
		.map(({ index }) => from + index)
		.filter((index) => index <= limit)
		.at(-1)!;
	return last > from ? last : limit;
}

/** Index behind `count` code points from `start`, which is moved out of the middle of a code point. */
function indexOf(text: string, start: number, count: number): number {
	let index = start;
	if (/[\uDC00-\uDFFF]/.test(text[index] ?? '')) index++;
	for (let i = 0; i < count && index < text.length; i++) {
		index += text.codePointAt(index)! > 0xffff ? 2 : 1;
	}
	return index;
}

/** Begin and end of all occurrences of texts. */
function placesOf(text: string, whole: string[]): Array<[number, number]> {
	return whole.flatMap((each) => {
		const places: Array<[number, number]> = [];
		for (let at = text.indexOf(each); at >= 0; at = text.indexOf(each, at + each.length))
			places.push([at, at + each.length]);
		return places;
	});
}
