import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { Field, Operation } from '../operation';
import { FailureError } from '../request/failure';
import { cut, shown } from '../request/shown';
import { isObject, looked } from '../routing/answer';
import type { Parameters } from '../routing/endpoint';
import { codePoints } from './codePoints';
import type { Rule } from './rules';
import { isTimeZone, isoText, numberIn, otherNumber, toDay, toMillis } from './time';

/** A field that becomes a request field: where it goes, and what it is. */
export interface Input {
	/** Path in the request, for example `container`, `topic_uid` */
	path: string[];
	/** Path of the node's parameter, for example `filters.startAt` */
	parameter: string;
	field: Field;
}

/** All fields of an operation that become request fields, those inside collections included. */
export function inputsOf(fields: Field[], collection = ''): Input[] {
	return fields.flatMap((field) => {
		const property = field.routing?.send?.property;
		const parameter = `${collection}${field.name}`;
		if (property) return [{ path: property.split('.'), parameter, field }];
		return field.type === 'collection' ? inputsOf(field.options as Field[], `${parameter}.`) : [];
	});
}

/** What a request body is made of, and the rules for it. */
export interface BodySpec extends Pick<Operation, 'rules' | 'finish'> {
	/** Those that the user sees */
	inputs: Input[];
	/** All of them, for the names in messages; the same unless given */
	all?: Input[];
}

/** How values are read. */
export interface Conversion {
	/** The workflow's time zone, for dates without one */
	zone: string;
	/** Values that are the same for all items, converted once; those of the other inputs are not in it */
	fixed?: Map<Input, Read>;
	/** Whether a value is the same for all items */
	isFixed?: (input: Input) => boolean;
}

/**
 * The request body made of what n8n has put together from the fields: every value converted to the
 * contract's type and checked, optional values that are empty left out, nothing else let through.
 * The failure when a value cannot be sent, in words that name the field.
 */
export function readInputs(
	{ inputs, all = inputs, rules = [], finish }: BodySpec,
	raw: unknown,
	how: Conversion,
): IDataObject | FailureError {
	const body: IDataObject = {};
	const dayZone = timeZoneOf(inputs, raw) ?? how.zone;
	for (const input of inputs) {
		const { path, field } = input;
		const value = at(raw, path);
		const zone = field.limits?.day ? dayZone : how.zone;
		const read = how.fixed?.get(input) ?? convertOrLeave(field, value, zone);
		if (how.isFixed?.(input) && !field.limits?.day) how.fixed?.set(input, read);
		// As a date, 0 is an attempt to clear it
		if (read instanceof Flaw)
			return refusal(field, read.text, value === 0 ? field.limits?.emptyHint : undefined);
		if (!isEmpty(read.value)) put(body, path, read.value);
		// A field that is not shown has no key in the request
		else if (has(raw, path) && (field.required || field.limits?.emptyHint)) {
			return refusal(field, 'is empty', field.limits?.emptyHint);
		}
	}
	return brokenRule(rules, all, body) ?? (finish ? finish(body, how.zone) : body);
}

function convertOrLeave(field: Field, value: unknown, zone: string): Read {
	return isEmpty(value) ? { value } : convert(field, value, zone);
}

/** The time zone that the request itself names, if it is one: its days are days there. */
function timeZoneOf(inputs: Input[], raw: unknown): string | undefined {
	const input = inputs.find(({ field }) => field.limits?.timeZone);
	const value = input && at(raw, input.path);
	return typeof value === 'string' && isTimeZone(value) ? value : undefined;
}

/** A field that the node itself goes by, with where its value is found in the node's parameters. */
export interface Setting {
	path: string;
	field: Field;
}

/** The fields of an operation that are not sent, options such as If Rejected, and those that guard something. */
export function settingsOf(fields: Field[], collection = ''): Setting[] {
	return fields.flatMap((field) => {
		if (field.type === 'collection') {
			return settingsOf(field.options as Field[], `${collection}${field.name}.`);
		}
		if (field.routing?.send && !field.limits?.guard) return [];
		return [{ path: `${collection}${field.name}`, field }];
	});
}

/**
 * What is wrong with a setting, if anything. An expression has to yield something, or it is a mistake.
 *
 * @param parameters the node's parameters as they are written, with their expressions
 */
export function checkSettings(
	settings: Setting[],
	parameters: IDataObject,
	context: Parameters,
): FailureError | undefined {
	for (const { path, field } of settings) {
		const raw = at(parameters, path.split('.'));
		const byExpression = typeof raw === 'string' && raw.startsWith('=');
		const value = byExpression ? evaluated(field, () => context.getNodeParameter(path)) : raw;
		if (raw === undefined || (isEmpty(value) && !byExpression && field.type !== 'options'))
			continue;
		const read = isEmpty(value) ? new Flaw('is empty') : convert(field, value, '');
		if (read instanceof Flaw)
			return refusal(field, read.text, byExpression && field.limits?.guard ? GUARD_HINT : '');
	}
	return undefined;
}

/** What n8n gives for a parameter. Whatever an expression fails with, the failure names the field. */
export function evaluated(
	field: Field,
	read: () => unknown,
	advice = 'Nothing was sent for this item. Correct the expression.',
): unknown {
	const result = looked(() => ({ value: read() }));
	if ('value' in result) return result.value;
	throw new FailureError({
		message: `'${field.displayName}' could not be evaluated: ${cut(String(result.message), 200)}`,
		description: advice,
	});
}

const GUARD_HINT =
	'The expression gives nothing. Remove the field, or empty it, to leave the value to the node.';

function brokenRule(rules: Rule[], inputs: Input[], body: IDataObject): FailureError | undefined {
	const name = (property: string) =>
		`'${inputs.find(({ path }) => path.join('.') === property)!.field.displayName}'`;
	for (const rule of rules) {
		const message = rule(body, name);
		if (message) return new FailureError({ message, description: NOTHING_SENT });
	}
	return undefined;
}

const NOTHING_SENT =
	'Nothing was sent for this item. Correct the value, or the expression behind it.';

function refusal(field: Field, flaw: string, hint?: string): FailureError {
	return new FailureError({
		message: `'${field.displayName}' ${flaw}`,
		description: [hint, NOTHING_SENT].filter(Boolean).join(' '),
	});
}

/** What is wrong with a value; continues the field's name. */
export class Flaw {
	constructor(readonly text: string) {}
}

/** A converted value, or what is wrong with it. */
export type Read = { value: unknown } | Flaw;

function convert(field: Field, value: unknown, zone: string): Read {
	if (field.limits?.list) return list(field, value);
	if (field.limits?.json) return object(value);
	switch (field.type) {
		case 'dateTime':
			return field.limits?.day ? day(value, zone) : time(value, zone);
		case 'number':
			return integer(field, value);
		case 'boolean':
			return boolean(value);
		case 'options':
			return oneOf(field, value);
		case 'multiOptions':
			return severalOf(field, value);
		case 'fixedCollection':
			return rows(field, value, zone);
		default:
			return text(field, value);
	}
}

function time(value: unknown, zone: string): Read {
	const millis = toMillis(value, zone);
	if (millis !== undefined) return { value: millis };
	return noDate(value, `is not a date: ${shown(value)}. Use ISO 8601, such as 2026-01-31T09:00:00`);
}

/** Why a value is no date or day: what a number looks like instead, or the given words. */
function noDate(value: unknown, words: string): Flaw {
	const number = numberIn(value);
	return new Flaw((number !== undefined && otherNumber(number)) || words);
}

function day(value: unknown, zone: string): Read {
	const read = toDay(value, zone);
	return read ? { value: read } : noDate(value, `is not a day: ${shown(value)}. Use YYYY-MM-DD`);
}

function integer({ typeOptions }: Field, value: unknown): Read {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
		return new Flaw(`must be a whole number, not ${shown(value)}`);
	}
	const { minValue = -Infinity, maxValue = Infinity } = typeOptions ?? {};
	if (number < minValue) return new Flaw(`must be at least ${minValue}, not ${number}`);
	if (number > maxValue) return new Flaw(`must be at most ${maxValue}, not ${number}`);
	return { value: number };
}

function boolean(value: unknown): Read {
	if (value === true || value === 'true') return { value: true };
	if (value === false || value === 'false') return { value: false };
	return new Flaw(`must be true or false, not ${shown(value)}`);
}

function oneOf({ options }: Field, value: unknown): Read {
	const allowed = (options as INodePropertyOptions[]).map((option) => option.value);
	if (allowed.includes(value as string)) return { value };
	return new Flaw(`must be one of ${allowed.join(', ')}, not ${shown(value)}`);
}

function severalOf(field: Field, value: unknown): Read {
	// Holes of a list are values too
	const given = entries(value);
	if (given instanceof Flaw) return given;
	const values = [...given];
	const wrong = values.map((entry) => oneOf(field, entry)).find((read) => read instanceof Flaw);
	return wrong ?? { value: values };
}

function list(field: Field, value: unknown): Read {
	const given = entries(value);
	if (given instanceof Flaw) return given;
	const values = given.filter(
		(entry) => !isEmpty(typeof entry === 'string' ? entry.trim() : entry),
	);
	const { maxItems = Infinity, integers, unique } = field.limits!.list!;
	if (values.length > maxItems) {
		return new Flaw(`takes at most ${maxItems} entries, not ${values.length}`);
	}
	const read = values.map((entry) => (integers ? integer(field, entry) : text(field, entry)));
	const wrong = read.find((entry) => entry instanceof Flaw);
	if (wrong) return wrong;
	const list = (read as Array<{ value: unknown }>).map((entry) => entry.value);
	const twice = unique ? list.find((entry, i) => list.indexOf(entry) !== i) : undefined;
	return twice === undefined ? { value: list } : new Flaw(`names ${shown(twice)} twice`);
}

/** The rows of a fixed collection, as the elements of a list in the request. */
function rows(field: Field, value: unknown, zone: string): Read {
	const { maxValue: maxItems = Infinity } = field.typeOptions ?? {};
	const [group] = field.options as unknown as Array<{ name: string; values: Field[] }>;
	const filled = isObject(value) ? (value[group.name] ?? []) : value;
	if (!Array.isArray(filled) || !filled.every(isObject)) {
		return new Flaw(`must be a list of entries, not ${shown(value)}`);
	}
	if (filled.length > maxItems) {
		return new Flaw(`takes at most ${maxItems} entries, not ${filled.length}`);
	}
	const elements: IDataObject[] = [];
	for (const row of filled) {
		const element: IDataObject = {};
		for (const inner of group.values) {
			const raw = row[inner.name];
			const read = isEmpty(raw) ? { value: raw } : convert(inner, raw, zone);
			if (read instanceof Flaw) return new Flaw(`has a '${inner.displayName}' that ${read.text}`);
			if (!isEmpty(read.value)) element[inner.limits!.property!] = read.value as IDataObject;
			else if (inner.required) return new Flaw(`has an empty '${inner.displayName}'`);
		}
		elements.push(element);
	}
	return { value: elements };
}

function object(value: unknown): Read {
	let read = value;
	if (typeof value === 'string') {
		const inexact = inexactIn(value);
		if (inexact !== undefined) return new Flaw(inexactWords(inexact));
		try {
			read = JSON.parse(value);
		} catch (error) {
			return new Flaw(`is not JSON: ${cut((error as Error).message, 200)}`);
		}
	}
	const written = asJson(read);
	if (written instanceof Flaw) return written;
	// By what is sent: a date is an object only until it is written down
	if (!isObject(written.value)) return new Flaw(`must be a JSON object, not ${shown(read)}`);
	if (Object.hasOwn(written.value, 'user_id'))
		return new Flaw("must not have a 'user_id': the key says whose account it is");
	return written;
}

/** What JSON can say of a value; not everything that an expression may give can be written so. */
function asJson(value: unknown): Read {
	let flaw: string | undefined;
	try {
		const text = JSON.stringify(value, (_key, inner: unknown) => {
			if (typeof inner === 'string' && HALF.test(inner)) flaw ??= HALF_WORDS;
			if (typeof inner === 'number' && !isExact(inner)) flaw ??= inexactWords(String(inner));
			return inner;
		}) as string | undefined;
		return flaw ? new Flaw(flaw) : { value: JSON.parse(text ?? 'null') };
	} catch (error) {
		return new Flaw(`cannot be written as JSON: ${cut((error as Error).message, 200)}`);
	}
}

/** Whether a number goes out as it came: integers beyond 2^53 do not, and what is infinite has no JSON. */
function isExact(number: number): boolean {
	return Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
}

/** The first number in a JSON text that JavaScript would change. Texts are passed over as wholes. */
function inexactIn(json: string): string | undefined {
	for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g)) {
		if (!token.startsWith('"') && !isExact(Number(token)) && !Number.isNaN(Number(token)))
			return token;
	}
	return undefined;
}

function inexactWords(number: string): string {
	return `has a number that cannot be sent exactly: ${cut(number, 60)}. Write it as text, in quotes`;
}

/** Half of a character beyond the first 65,536, such as an emoji: UTF-8 has no way to write it. */
const HALF = /\p{Surrogate}/u;
const HALF_WORDS =
	'has half a character, as a text that was cut in the middle of an emoji. Cut it by characters, for example with [...text].slice(0, 100).join("")';

function text({ limits = {}, type }: Field, given: unknown): Read {
	const value = typeof given === 'object' ? (isoText(given) ?? given) : given;
	if (typeof value !== 'string' && !Number.isFinite(value)) {
		return new Flaw(`must be text, not ${shown(value)}`);
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
		return new Flaw(`is not a time zone: ${shown(value)}. Use a name such as Europe/Berlin`);
	}
	return { value: string };
}

/**
 * The entries of a list: of an array, of the text of a JSON array (agents and Set nodes give it so), or
 * of a text separated by commas or line breaks, without blanks around them.
 */
function entries(value: unknown): unknown[] | Flaw {
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
			`begins like a JSON array and is none: ${cut((error as Error).message, 200)}. Write ["a", "b"], or a, b`,
		);
	}
}

function isEmpty(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		value === '' ||
		(Array.isArray(value) && value.length === 0)
	);
}

/** What stands at a path of a value; undefined where there is nothing. */
export function at(value: unknown, path: string[]): unknown {
	return path.reduce<unknown>((inner, key) => (inner as IDataObject | undefined)?.[key], value);
}

/** Whether there is a key at a path, whatever its value. */
export function has(value: unknown, path: string[]): boolean {
	const parent = at(value, path.slice(0, -1));
	return typeof parent === 'object' && parent !== null && path[path.length - 1] in parent;
}

/** Puts a value where a path leads to, making the objects on the way. */
export function put(body: IDataObject, path: string[], value: unknown): void {
	const parent = path
		.slice(0, -1)
		.reduce<IDataObject>((inner, key) => (inner[key] ??= {}) as IDataObject, body);
	parent[path[path.length - 1]] = value as IDataObject[string];
}
