import type { IDataObject, IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { isObject, looked } from '../api/answer';
import { type Parameters } from '../api/reading';
import { FailureError } from '../errors/failure';
import { formatValue, truncate } from '../errors/format';
import { type Field, locatorIn } from '../fields/field';
import { toChoice } from './choices';
import {
	Flaw,
	isEmpty,
	toBoolean,
	toDayText,
	toInteger,
	toList,
	toOption,
	toOptions,
	toText,
	toTime,
	type Read,
} from './converters';
import { isTimeZone } from './dates';
import { toJson } from './json';
import type { Rule } from './rules';

/**
 * The parameters of a node in a run over many items. Those without an expression are read once, the
 * others once for each item.
 */
export class RunParameters {
	private readonly fixed = new Map<string, unknown>();
	private readonly varying = new Map<string, boolean>();

	constructor(
		private readonly functions: IExecuteFunctions,
		readonly node: INode,
	) {}

	/** The parameters of one item. */
	of(index: number): Parameters {
		return {
			getNodeParameter: (path, fallback) => this.get(path, index, fallback),
		};
	}

	/** True for a parameter that may differ between items: it is, holds, or lies in an expression. */
	varies(path: string): boolean {
		let varies = this.varying.get(path);
		if (varies === undefined) {
			const keys = path.split('.');
			const around = keys.map((_key, i) => at(this.node.parameters, keys.slice(0, i)));
			varies = around.some(isExpression) || holdsExpression(at(this.node.parameters, keys));
			this.varying.set(path, varies);
		}
		return varies;
	}

	/** The request fields of an item, put together from the parameters that are shown, as n8n's routing does. */
	bodyOf(inputs: Input[], index: number): IDataObject {
		const body: IDataObject = {};
		for (const { path, parameter, field } of inputs) {
			put(
				body,
				path,
				evaluated(field, () => this.valueOf(parameter, index)),
			);
		}
		return body;
	}

	/** Inputs that the user sees; options that were not added are left out. */
	shown(inputs: Input[]): Input[] {
		const { parameters } = this.node;
		return inputs.filter(
			({ parameter, field }) =>
				has(parameters, parameter.split('.')) &&
				NodeHelpers.displayParameter(
					parameters,
					field as INodeProperties,
					this.node,
					null,
					parameters,
				),
		);
	}

	/** Value of a parameter; of a locator only the value is read, which takes n8n half the time. */
	private valueOf(path: string, index: number): unknown {
		const written = at(this.node.parameters, path.split('.'));
		if (!isLocator(written)) return this.get(path, index);
		return { __rl: true, mode: written.mode, value: this.get(`${path}.value`, index) };
	}

	private get(path: string, index: number, fallback?: unknown): unknown {
		const read = (i: number): unknown => this.functions.getNodeParameter(path, i, fallback);
		if (this.varies(path)) return read(index);
		if (!this.fixed.has(path)) this.fixed.set(path, read(0));
		return this.fixed.get(path);
	}
}

/** True for a locator as the editor stores it, whose mode is no expression. */
function isLocator(value: unknown): value is IDataObject {
	return isObject(value) && value.__rl === true && !isExpression(value.mode) && 'value' in value;
}

function isExpression(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}

function holdsExpression(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return isExpression(value);
	return Object.values(value).some(holdsExpression);
}

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

/** Inputs of a request body, and the rules for it. */
export interface BodySpec {
	/** Inputs that the user sees */
	inputs: Input[];
	/** All inputs, for the names in messages; `inputs` unless given */
	all?: Input[];
	/** Rules of the contract over several fields */
	rules?: Rule[];
	/** Completes the body with values that users need not enter; `zone` is the workflow's time zone */
	finish?: (body: IDataObject, zone: string) => IDataObject | FailureError;
}

/** Context in which values are read. */
export interface Conversion {
	/** The workflow's time zone, for dates without one */
	zone: string;
	/** Converted values of the inputs that are the same for all items */
	fixed?: Map<Input, Read>;
	/** True for an input whose value is the same for all items */
	isFixed?: (input: Input) => boolean;
	/** True where filters that are added but have no value count as not added */
	ignoreEmptyFilters?: boolean;
}

/**
 * The request body made of what n8n has put together from the fields: every value converted to the
 * contract's type and checked, optional values that are empty left out, nothing else let through.
 * The failure when a value cannot be sent, in words that name the field.
 */
export function readParameters(
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
		const read = how.fixed?.get(input) ?? convertOrLeave(input, value, zone);
		if (how.isFixed?.(input) && !field.limits?.day) how.fixed?.set(input, read);
		// The date 0 is an attempt to clear the field
		if (read instanceof Flaw)
			return refusal(field, read.text, value === 0 ? field.limits?.emptyHint : undefined);
		if (!isEmpty(read.value)) put(body, path, read.value);
		else if (isFilter(input) && has(raw, path) && !how.ignoreEmptyFilters)
			return emptyFilter(field);
		// A field that is not shown has no key in the request
		else if (has(raw, path) && (field.required || field.limits?.emptyHint)) {
			return refusal(field, 'is empty', field.limits?.emptyHint);
		}
	}
	return brokenRule(rules, all, body) ?? (finish ? finish(body, how.zone) : body);
}

function convertOrLeave({ field, ...input }: Input, value: unknown, zone: string): Read {
	const blank = isFilter(input) && typeof value === 'string' && value.trim() === '';
	return isEmpty(value) || blank ? { value: undefined } : convert(field, value, zone);
}

/** True for a field in the collection Filters. */
function isFilter({ parameter }: Pick<Input, 'parameter'>): boolean {
	return parameter.startsWith('filters.');
}

function emptyFilter({ displayName }: Field): FailureError {
	return new FailureError({
		message: `'${displayName}' is an empty filter`,
		description:
			'Nothing was sent. Give it a value, remove it, or turn on Options > Ignore Empty Filters.',
	});
}

/** The time zone that the request names, if it is valid: days of the request are days in it. */
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
 * Failure of a setting that is not valid, if any. An expression has to give a value, or it is an error.
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

/** Value of a parameter from n8n. When its expression fails, the failure names the field. */
export function evaluated(
	field: Field,
	read: () => unknown,
	advice = 'Nothing was sent for this item. Correct the expression.',
): unknown {
	const result = looked(() => ({ value: read() }));
	if ('value' in result) return result.value;
	throw new FailureError({
		message: `'${field.displayName}' could not be evaluated: ${truncate(String(result.message), 200)}`,
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

/** Value at a path; undefined where there is nothing. */
export function at(value: unknown, path: string[]): unknown {
	return path.reduce<unknown>((inner, key) => (inner as IDataObject | undefined)?.[key], value);
}

/** True when there is a key at a path, whatever its value. */
export function has(value: unknown, path: string[]): boolean {
	const parent = at(value, path.slice(0, -1));
	return typeof parent === 'object' && parent !== null && path[path.length - 1] in parent;
}

/** Sets a value at a path, and makes the objects on the way. */
export function put(body: IDataObject, path: string[], value: unknown): void {
	const parent = path
		.slice(0, -1)
		.reduce<IDataObject>((inner, key) => (inner[key] ??= {}) as IDataObject, body);
	parent[path[path.length - 1]] = value as IDataObject[string];
}

export function convert(field: Field, value: unknown, zone: string): Read {
	const locator = locatorIn(field);
	if (locator) return toChoice(field, locator, value);
	if (field.limits?.list) return toList(field, value);
	if (field.limits?.json) return toJson(value);
	switch (field.type) {
		case 'dateTime':
			return field.limits?.day ? toDayText(value, zone) : toTime(field, value, zone);
		case 'number':
			return toInteger(field, value);
		case 'boolean':
			return toBoolean(value);
		case 'options':
			return toOption(field, value);
		case 'multiOptions':
			return toOptions(field, value);
		case 'fixedCollection':
			return toRows(field, value, zone);
		default:
			return toText(field, value);
	}
}

/** The rows of a fixed collection, as the elements of a list in the request. */
export function toRows(field: Field, value: unknown, zone: string): Read {
	const { maxValue: maxItems = Infinity } = field.typeOptions ?? {};
	const [group] = field.options as unknown as Array<{ name: string; values: Field[] }>;
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
