import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { tryTo } from '../api/answer';
import { errorOf, FailureError } from '../errors/failure';
import { formatValue, truncate } from '../errors/format';
import { type Field, choicesOf, groupIn } from '../form/field';
import { invalidTime, isTimeZone, isoText } from './dates';
import { GROUPED, numberIn } from './numbers';
import { isObject } from '../objects';

/** Settings that say how values are read, by parameter name. */
export interface ValueSettings {
	/** Request fields that an empty value clears */
	clearFields?: string[];
	dayOrMonthFirst?: 'day' | 'month';
	ifTooLong?: string;
	ignoreEmptyFilters?: boolean;
	period?: string;
}

/**
 * Flaw of a value. `text` is the rest of a sentence that starts with the field's name, `advice` are sentences, and `plain`
 * those for a caller without a form.
 */
export class Flaw {
	constructor(
		readonly text: string,
		readonly advice = '',
		readonly plain = advice,
	) {}
}

/** Advice on a value that is refused: in the words of the form, and for a caller who sees no form. */
export const CORRECT = {
	description: 'Correct the value or its expression.',
	plain: 'Give another value.',
};

/** Failure of a value. A flaw as text completes a sentence that begins with the field's name. */
export function refusal(field: Field, flaw: string | Flaw, hint?: string): FailureError {
	const { text, advice, plain } = typeof flaw === 'string' ? new Flaw(flaw) : flaw;
	const sentences = (...all: Array<string | undefined>) => all.filter(Boolean).join(' ');
	return new FailureError({
		message: `'${field.displayName}' ${text}`,
		description: sentences(advice, hint, CORRECT.description),
		plain: sentences(plain, hint, CORRECT.plain),
		unsent: 'item',
	});
}

/** Converted value, or its flaw. */
export type Converted = { value: unknown } | Flaw;

/** Rules by which values are converted. */
export interface Conversions {
	/** Entries without a value are left out */
	ignoreEmptyFilters?: boolean;
	settings?: ValueSettings;
	/** The field is written: its value is not for selecting */
	isWritten?: boolean;
	/** Gives the expression of the one column that the value comes from, such as `$json['Due date']` */
	columnOf?: () => string | undefined;
}

/** Conversion of a value that is not empty. `zone` is the time zone of dates without one. */
export type Converter = (value: unknown, zone: string, how?: Conversions) => Converted;

const NOTHING: Converted = { value: undefined };

/** The converted value; undefined if it is empty before or after. */
export function convertValue(
	convert: Converter,
	value: unknown,
	zone: string,
	how?: Conversions,
): Converted {
	const read = isEmpty(value) ? NOTHING : convert(value, zone, how);
	return read instanceof Flaw || !isEmpty(read.value) ? read : NOTHING;
}

/** A whole number, as all numbers of the contract are. A setting with `numberPrecision` may have a fraction. */
export function toNumber({ typeOptions = {} }: Field, value: unknown): Converted {
	const number = numberIn(value);
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision = 0 } = typeOptions;
	const [fits, words] =
		numberPrecision > 0 ? [Number.isFinite, 'a number'] : [Number.isSafeInteger, 'a whole number'];
	if (number === undefined || !fits(number)) {
		const isGrouped = typeof value === 'string' && GROUPED.test(value);
		return new Flaw(`must be ${words}, not ${formatValue(value)}`, isGrouped ? UNGROUP : '');
	}
	if (number < minValue) return new Flaw(`must be at least ${minValue}, not ${number}`);
	if (number > maxValue) return new Flaw(`must be at most ${maxValue}, not ${number}`);
	return { value: number };
}

const UNGROUP = 'Write it without points: they can divide thousands or begin a fraction.';

export function toBoolean(value: unknown): Converted {
	if (value === true || value === 'true') return { value: true };
	if (value === false || value === 'false') return { value: false };
	return new Flaw(`must be true or false, not ${formatValue(value)}`);
}

export function optionOf(field: Field): Converter {
	const choices = choicesOf(field);
	return (value) => {
		const chosen = chosenOf(choices, value);
		if (chosen) return { value: chosen.value };
		return new Flaw(`must be one of ${inChoices(choices)}, not ${formatValue(value)}`);
	};
}

/** The choice that a value means: its value, or the words of its value or name in any spelling, also as a list of one. */
function chosenOf(
	choices: INodePropertyOptions[],
	given: unknown,
): INodePropertyOptions | undefined {
	const exact = choices.find(({ value }) => value === given);
	const [one, ...others] = exact ? [] : [entries(given)].flat();
	const word = typeof one === 'string' && others.length === 0 ? lettersOf(one) : '';
	if (word === '') return exact;
	const those = (key: 'value' | 'name') => choices.filter((each) => lettersOf(each[key]) === word);
	const [chosen, ...more] = [those('value'), those('name')].find(({ length }) => length > 0) ?? [];
	return more.length === 0 ? chosen : undefined;
}

/** Letters and digits of a value, which are the same for `thisWeek`, `This Week` and `this-week`. */
function lettersOf(value: unknown): string {
	return String(value)
		.toLowerCase()
		.replace(/[^a-z\d]/g, '');
}

/** The values of choices, each with its name in the form if that is another word. A choice of nothing has no value to give. */
function inChoices(choices: INodePropertyOptions[]): string {
	return choices
		.filter(({ value }) => value !== '')
		.map(({ name, value }) =>
			lettersOf(name) === lettersOf(value) ? String(value) : `${String(value)} (${name})`,
		)
		.join(', ');
}

export function optionsOf(field: Field): Converter {
	const toOption = optionOf(field);
	return (value, zone) => {
		const values = entries(value);
		if (values instanceof Flaw) return values;
		const options = new Set<unknown>();
		for (const entry of values.filter((each) => !isEmpty(each))) {
			const read = toOption(entry, zone);
			if (read instanceof Flaw) return read;
			options.add(read.value);
		}
		return { value: [...options] };
	};
}

export function toList(field: Field, value: unknown): Converted {
	const given = field.limits!.pattern ? identifiersIn(value) : entries(value);
	if (given instanceof Flaw) return given;
	const values = given.filter((entry) => !isEmpty(entry));
	const { maxItems = Infinity, integers, unique } = field.limits!.list!;
	if (values.length > maxItems) return tooMany(maxItems, values.length);
	const list: unknown[] = [];
	for (const entry of values) {
		const read = integers ? toNumber(field, entry) : toText(field, entry);
		if (read instanceof Flaw) return read;
		list.push(read.value);
	}
	const twice = unique ? list.find((entry, i) => list.indexOf(entry) !== i) : undefined;
	return twice === undefined ? { value: list } : new Flaw(`names ${formatValue(twice)} twice`);
}

/** Flaw of a list with too many entries. */
export function tooMany(most: number, count: number): Flaw {
	const way = `Give at most ${most} in each item, and the others in further items.`;
	return new Flaw(`takes at most ${most} entries, not ${count}`, way, '');
}

const ROUNDED = 'Give numbers of more than 15 digits as text, where they come from.';

const DRAG_INSIDE =
	'Give one value of the object or list: drag the field inside of it, not the whole.';

/** Unpaired surrogate: half of a character such as an emoji, which UTF-8 cannot encode. */
export const HALF = /\p{Surrogate}/u;
export const HALF_WORDS =
	'contains half a character, for example from text that was cut in the middle of an emoji. Cut text by characters, for example with [...text].slice(0, 100).join("")';

export function toText({ limits = {}, type }: Field, given: unknown): Converted {
	const value = typeof given === 'object' ? (isoText(given) ?? given) : given;
	if (typeof value !== 'string' && !Number.isFinite(value)) {
		const advice = typeof given === 'object' ? DRAG_INSIDE : '';
		return new Flaw(invalidTime(given) ?? `must be text, not ${formatValue(value)}`, advice, '');
	}
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		return new Flaw(`is a number that JavaScript has rounded: ${formatValue(value)}`, ROUNDED);
	}
	const trims = limits.trim ?? (limits.list !== undefined || type === 'resourceLocator');
	const string = trims ? String(value).replace(AROUND, '') : String(value);
	if (trims && string === '') return { value: undefined };
	if (HALF.test(string)) return new Flaw(HALF_WORDS);
	const { minLength = 0, maxLength = Infinity, maxBytes = Infinity, pattern } = limits;
	const { timeZone, language } = limits;
	// A code point has one or two UTF-16 units, so most texts need no exact count
	const surelyFits = string.length >= 2 * minLength - 1 && string.length <= maxLength;
	const length = surelyFits ? 0 : codePoints(string);
	if (!surelyFits && length < minLength) {
		return new Flaw(`needs at least ${minLength} characters`);
	}
	if (length > maxLength && !limits.ifTooLong) {
		return new Flaw(`takes at most ${maxLength} characters, not ${length}`);
	}
	if (Buffer.byteLength(string) > maxBytes) {
		return new Flaw(`takes at most ${maxBytes} bytes for each entry`);
	}
	if (pattern && !pattern.regex.test(string)) return new Flaw(`must be ${pattern.words}`);
	if (timeZone && !isTimeZone(string)) {
		return new Flaw(`is not a time zone: ${formatValue(value)}. Use a name such as Europe/Berlin`);
	}
	if (language && !isLanguage(string)) {
		return new Flaw(`is not a language: ${formatValue(value)}. Use a tag such as de or pt-BR`);
	}
	return { value: string };
}

/** Length that no tag of a language has. Checking one takes time that grows with the square of its length. */
const LONGEST_TAG = 100;

function isLanguage(tag: string): boolean {
	if (tag.length > LONGEST_TAG) return false;
	return Array.isArray(tryTo(() => Intl.getCanonicalLocales(tag)));
}

/**
 * Entries of a list: from an array, from JSON of an array (Edit Fields nodes give it), or from text with
 * commas or line breaks. Whitespace around entries of a text is removed.
 */
export function entries(value: unknown): unknown[] | Flaw {
	// Spreading turns holes of the array into undefined
	if (Array.isArray(value)) return Array.from<unknown>(value);
	if (typeof value !== 'string') return [value];
	if (/^\s*\[/.test(value)) return arrayIn(value);
	return (
		quotedIn(value) ??
		value
			.split(/[,\n]/)
			.map((entry) => entry.trim())
			.filter((entry) => entry !== '')
	);
}

/** Entries of a list of identifiers. One may contain a semicolon or a bar, but a text with one rather divides them so. */
export function identifiersIn(value: unknown): unknown[] | Flaw {
	const all = entries(value);
	const divided = typeof value === 'string' && !/^\s*["[]/.test(value) && /[;|]/.exec(value);
	if (!divided) return all;
	const way = `Separate entries with commas. An ID that contains the character is given as ["a${divided[0]}b"].`;
	return new Flaw(`contains '${divided[0]}': ${formatValue(value)}`, way);
}

/** The entries of a text that has all of them in quotation marks, as JSON and exported tables write them. */
function quotedIn(text: string): unknown[] | undefined {
	if (!/^\s*"/.test(text)) return undefined;
	const inner = text
		.replace(/(?<![\s,])[\s,]+$/, '')
		.replace(/"(?:[ \t]*,)?[^\S\n]*\n\s*"/g, '","');
	const read = tryTo((): unknown[] => JSON.parse(`[${inner}]`) as unknown[]);
	return Array.isArray(read) && read.every((each) => typeof each === 'string') ? read : undefined;
}

/** The array in a text that starts like a JSON array. */
function arrayIn(text: string): unknown[] | Flaw {
	try {
		const array: unknown[] = JSON.parse(text);
		return array;
	} catch (error) {
		return new Flaw(
			`starts like a JSON array but is not one: ${truncate(errorOf(error).message, 200)}. Write ["a", "b"], or a, b. The text [a] itself is written ["[a]"]`,
		);
	}
}

/**
 * Blank or invisible character, which copying can add around a text: white space, controls, zero-width characters, marks of
 * direction. Variation selectors and tags belong to the emoji before them.
 */
const INVISIBLE = String.raw`(?:[\p{White_Space}\p{Cc}\u2800]|(?!\p{Variation_Selector}|[\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point})`;
const AROUND = new RegExp(`^${INVISIBLE}+|(?<!${INVISIBLE})${INVISIBLE}+$`, 'gu');

/** A text of blanks and invisible characters alone, and one without characters. */
export const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export function isEmpty(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		(typeof value === 'string' && BLANK.test(value)) ||
		(Array.isArray(value) && value.length === 0)
	);
}

/** Length of a text in Unicode code points, as the contract counts characters (document 1, time and text conventions). */
export function codePoints(text: string): number {
	const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g);
	return text.length - (pairs?.length ?? 0);
}

/** A field of the rows of a fixed collection. */
interface Column {
	field: Field;
	convert: Converter;
}

/** Rows of a fixed collection as elements of a list in the request. */
export function toRows(field: Field, columns: Column[], value: unknown, zone: string): Converted {
	const { maxValue: maxItems = Infinity } = field.typeOptions ?? {};
	const group = groupIn(field);
	const filled = isObject(value) ? (value[group.name] ?? []) : value;
	if (!Array.isArray(filled) || !filled.every(isObject)) {
		return new Flaw(`must be a list of entries, not ${formatValue(value)}`);
	}
	if (filled.length > maxItems) {
		return new Flaw(`takes at most ${maxItems} entries, not ${filled.length}`);
	}
	const elements: IDataObject[] = [];
	for (const row of filled) {
		const element: IDataObject = {};
		for (const { field: inner, convert } of columns) {
			const read = convertValue(convert, row[inner.name], zone);
			if (read instanceof Flaw) return new Flaw(`has a '${inner.displayName}' that ${read.text}`);
			if (read.value !== undefined) element[inner.limits!.property!] = read.value as IDataObject;
			else if (inner.required) return new Flaw(`has an empty '${inner.displayName}'`);
		}
		elements.push(element);
	}
	return { value: elements };
}
