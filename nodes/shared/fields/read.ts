import type {
	IDataObject,
	IExecutePaginationFunctions,
	INode,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Field, Operation } from '../operation';
import { FailureError } from '../request/failure';
import { cut, shown } from '../request/shown';
import { isObject } from '../routing/answer';
import { codePoints } from './codePoints';
import type { Rule } from './rules';
import { isTimeZone, looksLikeSeconds, toDay, toMillis } from './time';

/** A field that becomes a request field: where it goes, and what it is. */
export interface Input {
	/** Path in the request, for example `container.topic_uid` */
	path: string[];
	field: Field;
}

/** All fields of an operation that become request fields, those inside collections included. */
export function inputsOf(fields: Field[]): Input[] {
	return fields.flatMap((field) => {
		const property = field.routing?.send?.property;
		if (property) return [{ path: property.split('.'), field }];
		return field.type === 'collection' ? inputsOf(field.options as Field[]) : [];
	});
}

/**
 * The request body made of what n8n has put together from the fields: every value converted to the
 * contract's type and checked, optional values that are empty left out, nothing else let through.
 * The failure when a value cannot be sent, in words that name the field.
 *
 * @param zone the workflow's time zone, for dates without one
 */
export function readInputs(
	inputs: Input[],
	{ rules = [], finish }: Pick<Operation, 'rules' | 'finish'>,
	raw: unknown,
	zone: string,
): IDataObject | FailureError {
	const body: IDataObject = {};
	for (const { path, field } of inputs) {
		const value = at(raw, path);
		const read = isEmpty(value) ? { value } : convert(field, value, zone);
		if (read instanceof Flaw) return refusal(field, read.text);
		if (!isEmpty(read.value)) put(body, path, read.value);
		// A field that is not shown has no key in the request
		else if (has(raw, path) && (field.required || field.limits?.emptyHint)) {
			return refusal(field, 'is empty', field.limits?.emptyHint);
		}
	}
	return brokenRule(rules, inputs, body) ?? (finish ? finish(body, zone) : body);
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

/** What is wrong with a setting, if anything. An expression has to yield something, or it is a mistake. */
export function checkSettings(
	settings: Setting[],
	{ parameters }: INode,
	context: IExecutePaginationFunctions,
): FailureError | undefined {
	for (const { path, field } of settings) {
		const raw = at(parameters, path.split('.'));
		const byExpression = typeof raw === 'string' && raw.startsWith('=');
		const value = byExpression ? context.getNodeParameter(path) : raw;
		if (raw === undefined || (isEmpty(value) && !byExpression && field.type !== 'options'))
			continue;
		const read = isEmpty(value) ? new Flaw('is empty') : convert(field, value, '');
		if (read instanceof Flaw)
			return refusal(field, read.text, byExpression && field.limits?.guard ? GUARD_HINT : '');
	}
	return undefined;
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
class Flaw {
	constructor(readonly text: string) {}
}

type Read = { value: unknown } | Flaw;

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
	if (millis === undefined) {
		return new Flaw(`is not a date: ${shown(value)}. Use ISO 8601, such as 2026-01-31T09:00:00`);
	}
	if (typeof value === 'number' && looksLikeSeconds(millis)) {
		return new Flaw(`looks like Unix seconds: ${millis}. Multiply by 1000 to get milliseconds`);
	}
	return { value: millis };
}

function day(value: unknown, zone: string): Read {
	const read = toDay(value, zone);
	return read ? { value: read } : new Flaw(`is not a day: ${shown(value)}. Use YYYY-MM-DD`);
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
	const values = Array.isArray(value) ? [...value] : entries(value);
	const wrong = values.map((entry) => oneOf(field, entry)).find((read) => read instanceof Flaw);
	return wrong ?? { value: values };
}

function list(field: Field, value: unknown): Read {
	const values = Array.isArray(value) ? value.filter((entry) => !isEmpty(entry)) : entries(value);
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
	let halves = false;
	try {
		const text = JSON.stringify(value, (_key, inner: unknown) => {
			halves ||= typeof inner === 'string' && HALF.test(inner);
			return inner;
		}) as string | undefined;
		return halves ? new Flaw(HALF_WORDS) : { value: JSON.parse(text ?? 'null') };
	} catch (error) {
		return new Flaw(`cannot be written as JSON: ${cut((error as Error).message, 200)}`);
	}
}

/** Half of a character beyond the first 65,536, such as an emoji: UTF-8 has no way to write it. */
const HALF = /\p{Surrogate}/u;
const HALF_WORDS =
	'has half a character, as a text that was cut in the middle of an emoji. Cut it by characters, for example with [...text].slice(0, 100).join("")';

function text({ limits = {} }: Field, value: unknown): Read {
	if (typeof value !== 'string' && !Number.isFinite(value)) {
		return new Flaw(`must be text, not ${shown(value)}`);
	}
	const string = String(value);
	if (HALF.test(string)) return new Flaw(HALF_WORDS);
	const length = codePoints(string);
	const { minLength = 0, maxLength = Infinity, maxBytes = Infinity, pattern, timeZone } = limits;
	if (length < minLength) return new Flaw(`needs at least ${minLength} characters`);
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

/** The entries of a text separated by commas or line breaks, without blanks around them. */
function entries(value: unknown): unknown[] {
	if (typeof value !== 'string') return [value];
	return value
		.split(/[,\n]/)
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}

function isEmpty(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		value === '' ||
		(Array.isArray(value) && value.length === 0)
	);
}

function at(value: unknown, path: string[]): unknown {
	return path.reduce<unknown>((inner, key) => (inner as IDataObject | undefined)?.[key], value);
}

function has(value: unknown, path: string[]): boolean {
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
