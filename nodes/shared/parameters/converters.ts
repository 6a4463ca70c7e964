import type { INodePropertyOptions } from 'n8n-workflow';

import { formatValue, truncate } from '../errors/format';
import { type Field } from '../fields/field';
import { isTimeZone, isoText, numberIn, otherNumber, toDay, toMillis } from './dates';

/** Flaw of a value; its words continue the field's name. */
export class Flaw {
	constructor(readonly text: string) {}
}

/** A converted value, or its flaw. */
export type Read = { value: unknown } | Flaw;

export function toTime({ limits }: Field, value: unknown, zone: string): Read {
	const millis = toMillis(value, zone);
	if (millis === 0 && limits?.exclusive) return new Flaw('must be later than 1970-01-01T00:00:00Z');
	if (millis !== undefined) return { value: limits?.exclusive ? millis - 1 : millis };
	return noDate(
		value,
		`is not a date: ${formatValue(value)}. Write it as 2026-01-31T09:00:00; the Date & Time node or DateTime.fromFormat() converts other forms`,
	);
}

/** Flaw of a value that is no date or day: what a number looks like instead, or the given words. */
function noDate(value: unknown, words: string): Flaw {
	const number = numberIn(value);
	return new Flaw((number !== undefined && otherNumber(number)) || words);
}

export function toDayText(value: unknown, zone: string): Read {
	const read = toDay(value, zone);
	return read
		? { value: read }
		: noDate(value, `is not a day: ${formatValue(value)}. Use YYYY-MM-DD`);
}

export function toInteger({ typeOptions }: Field, value: unknown): Read {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
		return new Flaw(`must be a whole number, not ${formatValue(value)}`);
	}
	const { minValue = -Infinity, maxValue = Infinity } = typeOptions ?? {};
	if (number < minValue) return new Flaw(`must be at least ${minValue}, not ${number}`);
	if (number > maxValue) return new Flaw(`must be at most ${maxValue}, not ${number}`);
	return { value: number };
}

export function toBoolean(value: unknown): Read {
	if (value === true || value === 'true') return { value: true };
	if (value === false || value === 'false') return { value: false };
	return new Flaw(`must be true or false, not ${formatValue(value)}`);
}

export function toOption({ options }: Field, value: unknown): Read {
	const allowed = (options as INodePropertyOptions[]).map((option) => option.value);
	if (allowed.includes(value as string)) return { value };
	return new Flaw(`must be one of ${allowed.join(', ')}, not ${formatValue(value)}`);
}

export function toOptions(field: Field, value: unknown): Read {
	// Holes of a list are values too
	const given = entries(value);
	if (given instanceof Flaw) return given;
	const values = [...given];
	const wrong = values.map((entry) => toOption(field, entry)).find((read) => read instanceof Flaw);
	return wrong ?? { value: values };
}

export function toList(field: Field, value: unknown): Read {
	const given = entries(value);
	if (given instanceof Flaw) return given;
	const values = given.filter(
		(entry) => !isEmpty(typeof entry === 'string' ? entry.trim() : entry),
	);
	const { maxItems = Infinity, integers, unique } = field.limits!.list!;
	if (values.length > maxItems) {
		return new Flaw(`takes at most ${maxItems} entries, not ${values.length}`);
	}
	const read = values.map((entry) => (integers ? toInteger(field, entry) : toText(field, entry)));
	const wrong = read.find((entry) => entry instanceof Flaw);
	if (wrong) return wrong;
	const list = (read as Array<{ value: unknown }>).map((entry) => entry.value);
	const twice = unique ? list.find((entry, i) => list.indexOf(entry) !== i) : undefined;
	return twice === undefined ? { value: list } : new Flaw(`names ${formatValue(twice)} twice`);
}

/** Half of a character beyond the first 65,536, such as an emoji: UTF-8 has no way to write it. */
export const HALF = /\p{Surrogate}/u;
export const HALF_WORDS =
	'has half a character, as a text that was cut in the middle of an emoji. Cut it by characters, for example with [...text].slice(0, 100).join("")';

export function toText({ limits = {}, type }: Field, given: unknown): Read {
	const value = typeof given === 'object' ? (isoText(given) ?? given) : given;
	if (typeof value !== 'string' && !Number.isFinite(value)) {
		return new Flaw(`must be text, not ${formatValue(value)}`);
	}
	const trims = limits.trim ?? (limits.list !== undefined || type === 'resourceLocator');
	const string = trims ? String(value).trim() : String(value);
	if (trims && string === '') return { value: undefined };
	if (HALF.test(string)) return new Flaw(HALF_WORDS);
	const { minLength = 0, maxLength = Infinity, maxBytes = Infinity, pattern, timeZone } = limits;
	// A code point has one or two units: most texts need not be counted
	const surelyFits = string.length >= 2 * minLength - 1 && string.length <= maxLength;
	const length = surelyFits ? 0 : codePoints(string);
	if (!surelyFits && length < minLength) {
		return new Flaw(`needs at least ${minLength} characters`);
	}
	if (length > maxLength) {
		return new Flaw(`takes at most ${maxLength} characters, it has ${length}`);
	}
	if (new TextEncoder().encode(string).length > maxBytes) {
		return new Flaw(`takes at most ${maxBytes} bytes for each entry`);
	}
	if (pattern && !pattern.regex.test(string)) return new Flaw(`must be ${pattern.words}`);
	if (timeZone && !isTimeZone(string)) {
		return new Flaw(`is not a time zone: ${formatValue(value)}. Use a name such as Europe/Berlin`);
	}
	return { value: string };
}

/**
 * The entries of a list: of an array, of the text of a JSON array (agents and Set nodes give it so), or
 * of a text separated by commas or line breaks, without blanks around them.
 */
export function entries(value: unknown): unknown[] | Flaw {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return [value];
	if (/^\s*\[/.test(value)) return arrayIn(value);
	return value
		.split(/[,\n]/)
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}

/** The array in a text that begins like the JSON of one. */
function arrayIn(text: string): unknown[] | Flaw {
	try {
		return JSON.parse(text) as unknown[];
	} catch (error) {
		return new Flaw(
			`begins like a JSON array and is none: ${truncate((error as Error).message, 200)}. Write ["a", "b"], or a, b`,
		);
	}
}

export function isEmpty(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		value === '' ||
		(Array.isArray(value) && value.length === 0)
	);
}

/** Number of Unicode code points of a text, as the contract counts characters. */
export function codePoints(text: string): number {
	const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g);
	return text.length - (pairs?.length ?? 0);
}
