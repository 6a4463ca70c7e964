import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { isObject, tryTo } from '../api/answer';
import { errorOf, FailureError } from '../errors/failure';
import { formatValue, truncate } from '../errors/format';
import { type Field, type Limits, choicesOf, groupIn } from '../form/field';
import type { DateOrder } from './dateTexts';
import { isTimeZone, isoText, toDay, toMillis } from './dates';
import { COLUMN, lookOf } from './looks';
import { numberIn } from './numbers';
import type { ValueSettings } from './valueSettings';

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
}

/** Conversion of a value that is not empty. `zone` is the time zone of dates without one. */
export type Converter = (value: unknown, zone: string, how?: Conversions) => Converted;

const NOTHING: Converted = { value: undefined };

/** The converted value; undefined if it is empty before or after. */
export function convertValue(
	convert: Converter,
	...[value, ...how]: Parameters<Converter>
): Converted {
	const read = isEmpty(value) ? NOTHING : convert(value, ...how);
	return read instanceof Flaw || !isEmpty(read.value) ? read : NOTHING;
}

export function toTime(
	{ limits }: Field,
	value: unknown,
	zone: string,
	order?: DateOrder,
): Converted {
	const millis = toMillis(value, zone, order);
	if (millis !== undefined) return { value: limits?.exclusive ? millis - 1 : millis };
	return noDate(value, limits);
}

export function toDayText({ limits }: Field, value: unknown, zone: string): Converted {
	const read = toDay(value, zone);
	return read ? { value: read } : noDate(value, limits);
}

/** Flaw of a value that is no date or day: what it looks like, and how this and a whole column of its kind become dates. */
function noDate(value: unknown, { day, dateOrder }: Limits = {}): Flaw {
	const { words, note = '', ways = [], isLocal, ...look } = lookOf(value);
	const { form = `Write it as ${day ? '2026-01-31' : '2026-01-31T09:00:00'}` } = look;
	const { lead = 'If all items have such values, enter' } = look;
	const option = dateOrder && / or /.test(form) ? ', or add the option Day or Month First' : '';
	// The day of a time depends on the zone of the field, which need not be that of the expression
	const ofDay = day && isLocal ? '.toISODate()' : '';
	const expressions = ways.map((way) => `{{ ${way}${ofDay} }}`).join(' or ');
	const column = ways.some((way) => way.includes(COLUMN)) ? ', with the name of your column' : '';
	const advice = expressions && ` ${lead} ${expressions}${column}.`;
	return new Flaw(words, `${note}${form}${option}.${advice}`, `${note}${form}.`);
}

/** A whole number, as all numbers of the contract are. A setting with `numberPrecision` may have a fraction. */
export function toNumber({ typeOptions = {} }: Field, value: unknown): Converted {
	const number = numberIn(value);
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision = 0 } = typeOptions;
	const [fits, words] =
		numberPrecision > 0 ? [Number.isFinite, 'a number'] : [Number.isSafeInteger, 'a whole number'];
	if (number === undefined || !fits(number)) {
		return new Flaw(`must be ${words}, not ${formatValue(value)}`);
	}
	if (number < minValue) return new Flaw(`must be at least ${minValue}, not ${number}`);
	if (number > maxValue) return new Flaw(`must be at most ${maxValue}, not ${number}`);
	return { value: number };
}

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
	const given = entries(value);
	if (given instanceof Flaw) return given;
	const values = given.filter((entry) => !isEmpty(entry));
	const { maxItems = Infinity, integers, unique } = field.limits!.list!;
	if (values.length > maxItems) {
		return new Flaw(`takes at most ${maxItems} entries, not ${values.length}`);
	}
	const list: unknown[] = [];
	for (const entry of values) {
		const read = integers ? toNumber(field, entry) : toText(field, entry);
		if (read instanceof Flaw) return read;
		list.push(read.value);
	}
	const twice = unique ? list.find((entry, i) => list.indexOf(entry) !== i) : undefined;
	return twice === undefined ? { value: list } : new Flaw(`names ${formatValue(twice)} twice`);
}

const ROUNDED = 'Give numbers of more than 15 digits as text, where they come from.';

/** Unpaired surrogate: half of a character such as an emoji, which UTF-8 cannot encode. */
export const HALF = /\p{Surrogate}/u;
export const HALF_WORDS =
	'contains half a character, for example from text that was cut in the middle of an emoji. Cut text by characters, for example with [...text].slice(0, 100).join("")';

export function toText({ limits = {}, type }: Field, given: unknown): Converted {
	const value = typeof given === 'object' ? (isoText(given) ?? given) : given;
	if (typeof value !== 'string' && !Number.isFinite(value)) {
		return new Flaw(`must be text, not ${formatValue(value)}`);
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

function isLanguage(tag: string): boolean {
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

/** The entries of a text that has all of them in quotation marks, as JSON and exported tables write them. */
function quotedIn(text: string): unknown[] | undefined {
	if (!/^\s*"/.test(text)) return undefined;
	const inner = text.replace(/[\s,]+$/, '').replace(/"[ \t]*,?\s*\n\s*"/g, '","');
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
			`starts like a JSON array but is not one: ${truncate(errorOf(error).message, 200)}. Write ["a", "b"], or a, b`,
		);
	}
}

/** Invisible characters at both ends of a text, which copying can add: white space, controls, zero-width spaces, marks. */
const AROUND = /^[\s\p{Cc}\u200B\u200E\u200F\u2060]+|[\s\p{Cc}\u200B\u200E\u200F\u2060]+$/gu;

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

/** Length of a text in Unicode code points, as the contract counts characters. */
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
