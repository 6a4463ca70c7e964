import type { IDataObject, INode, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { isObject, looked } from '../api/answer';
import type { Parameters, Settings } from '../api/reading';
import { FailureError } from '../errors/failure';
import { truncate } from '../errors/format';
import { type Field, locatorIn } from '../fields/field';
import { toChoice } from './choices';
import {
	Flaw,
	isEmpty,
	toBoolean,
	toDayText,
	toNumber,
	toList,
	toOption,
	toOptions,
	toRows,
	toText,
	toTime,
	type Converted,
} from './converters';
import { isTimeZone } from './dates';
import type { Input } from './inputs';
import { toJson } from './json';
import { brokenRule, CORRECT, type Rule } from './rules';

/** Function that reads a parameter of an item, as those of n8n for runs. */
interface Source {
	getNodeParameter: (path: string, index: number, fallback?: unknown) => unknown;
}

/**
 * Parameters of a node in a run over many items. Parameters without an expression are read once per run, the others once
 * per item.
 */
export class RunParameters {
	private readonly fixed = new Map<string, unknown>();
	private readonly varying = new Map<string, boolean>();

	constructor(
		private readonly source: Source,
		readonly node: INode,
		/** Advice on an expression that fails */
		private readonly advice?: string,
	) {}

	/** The parameters of one item. */
	readonly of = (index: number): Parameters => ({
		getNodeParameter: (path, fallback) => this.get(path, index, fallback),
	});

	/** True for a parameter that can differ between items: it is, contains or is inside an expression. */
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

	/** Request fields of an item from the shown parameters, as n8n's routing builds them. */
	bodyOf(inputs: Input[], index: number): IDataObject {
		const body: IDataObject = {};
		for (const { path, parameter, field } of inputs) {
			put(
				body,
				path,
				evaluated(field, () => this.valueOf(parameter, index), this.advice),
			);
		}
		return body;
	}

	/** Inputs that the user sees, without options that were not added. */
	shown(inputs: Input[]): Input[] {
		const { parameters } = this.node;
		return inputs.filter(
			({ parameter, field }) =>
				has(parameters, parameter.split('.')) &&
				NodeHelpers.displayParameter(
					parameters,
					field as INodeProperties,
					this.node,
					// Some fields are shown for other names of the node type
					{ name: this.node.type } as INodeTypeDescription,
					parameters,
				),
		);
	}

	/** Value of a parameter. For a locator, n8n evaluates the value alone, which takes half the time. */
	private valueOf(path: string, index: number): unknown {
		const written = at(this.node.parameters, path.split('.'));
		if (!isLocator(written)) return this.get(path, index);
		return { __rl: true, mode: written.mode, value: this.get(`${path}.value`, index) };
	}

	private get(path: string, index: number, fallback?: unknown): unknown {
		const read = (i: number): unknown => this.source.getNodeParameter(path, i, fallback);
		if (this.varies(path)) return read(index);
		if (!this.fixed.has(path)) this.fixed.set(path, read(0));
		return this.fixed.get(path);
	}
}

/** True for a locator as the editor stores it, unless its mode is an expression. */
function isLocator(value: unknown): value is IDataObject {
	return isObject(value) && value.__rl === true && !isExpression(value.mode) && 'value' in value;
}

function isExpression(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}

/** True for an expression, or an object or list that contains one. */
export function holdsExpression(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return isExpression(value);
	return Object.values(value).some(holdsExpression);
}

/** Inputs of a request body, and the rules for it. */
export interface BodySpec {
	/** Inputs that the user sees */
	inputs: Input[];
	/** All inputs, for display names in messages; defaults to `inputs` */
	all?: Input[];
	/** Rules of the contract over several fields */
	rules?: Rule[];
	finish?: Finish;
}

/** Completes a request body. `zone` is the time zone of the workflow. */
export type Finish = (
	body: IDataObject,
	settings: Settings,
	zone: string,
) => IDataObject | FailureError;

/** Context in which values are read. */
export interface Conversion {
	settings?: Settings;
	/** Time zone of the workflow, for dates without a time zone */
	zone: string;
	/** Cache of converted values of inputs that are the same for all items */
	fixed?: Map<Input, Converted>;
	/** True for an input whose value is the same for all items */
	isFixed?: (input: Input) => boolean;
	/** True if added filters, and entries of a list, without a value are ignored */
	ignoreEmptyFilters?: boolean;
	/** Time of the trigger's event in the input item, in Unix milliseconds */
	foundAt?: number;
	/** Is told of each optional field of a new object that was added and has no value */
	onEmpty?: (field: Field) => void;
}

/**
 * The request body from the raw values that n8n collected: each value is checked and converted to the contract's type,
 * empty optional values and unknown fields are left out. A failure, which names the field, if a value cannot be sent.
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
		const converted = () => convert(field, value, zone, how.ignoreEmptyFilters);
		const read = how.fixed?.get(input) ?? (isEmpty(value) ? { value: undefined } : converted());
		if (how.isFixed?.(input) && !field.limits?.day) how.fixed?.set(input, read);
		// A date of 0 is an attempt to clear the field
		if (read instanceof Flaw)
			return refusal(field, read.text, value === 0 ? field.limits?.emptyHint : undefined);
		if (!isEmpty(read.value)) put(body, path, read.value);
		else if (input.collection === 'filters' && has(raw, path) && !how.ignoreEmptyFilters)
			return emptyFilter(field);
		// A hidden field has no key in the raw values
		else if (has(raw, path) && (field.required || field.limits?.emptyHint)) {
			return refusal(field, 'is empty', field.limits?.emptyHint);
		} else if (has(raw, path) && input.collection === 'additionalFields') {
			how.onEmpty?.(field);
		}
	}
	return (
		brokenRule(rules, body, nameIn(all), how.foundAt) ??
		(finish ? finish(body, how.settings ?? {}, how.zone) : body)
	);
}

function emptyFilter({ displayName }: Field): FailureError {
	return new FailureError({
		message: `'${displayName}' is an empty filter`,
		description: 'Enter a value, remove the filter, or turn on Options > Ignore Empty Filters.',
		unsent: 'item',
	});
}

/** Time zone for the days of the request, if the request has a valid one. */
function timeZoneOf(inputs: Input[], raw: unknown): string | undefined {
	const input = inputs.find(({ field }) => field.limits?.timeZone);
	const value = input && at(raw, input.path);
	return typeof value === 'string' && isTimeZone(value) ? value : undefined;
}

/** Value of a parameter. If its expression fails, the failure names the field. */
export function evaluated(
	field: Field,
	read: () => unknown,
	advice = 'Correct the expression.',
): unknown {
	const result = looked(() => ({ value: read() }));
	if ('value' in result) return result.value;
	throw new FailureError({
		message: `'${field.displayName}' could not be evaluated: ${truncate(String(result.message), 200)}`,
		description: advice,
		unsent: 'item',
	});
}

/** Function that gives the display name of a request field in quotes. */
function nameIn(inputs: Input[]): (property: string) => string {
	return (property) =>
		`'${inputs.find(({ path }) => path.join('.') === property)!.field.displayName}'`;
}

export function refusal(field: Field, flaw: string, hint?: string): FailureError {
	return new FailureError({
		message: `'${field.displayName}' ${flaw}`,
		description: [hint, CORRECT].filter(Boolean).join(' '),
		unsent: 'item',
	});
}

/** Value at a path; undefined if there is none. */
export function at(value: unknown, path: string[]): unknown {
	return path.reduce<unknown>((inner, key) => (inner as IDataObject | undefined)?.[key], value);
}

/** True if the path has a key, whatever its value. */
export function has(value: unknown, path: string[]): boolean {
	const parent = at(value, path.slice(0, -1));
	return typeof parent === 'object' && parent !== null && path[path.length - 1] in parent;
}

/** Sets a value at a path, and creates missing objects. */
export function put(body: IDataObject, path: string[], value: unknown): void {
	const parent = path
		.slice(0, -1)
		.reduce<IDataObject>((inner, key) => (inner[key] ??= {}) as IDataObject, body);
	parent[path[path.length - 1]] = value as IDataObject[string];
}

/** The value in the contract's type. With `ignoresEmpty`, entries without a value are left out. */
export function convert(
	field: Field,
	value: unknown,
	zone: string,
	ignoresEmpty?: boolean,
): Converted {
	const locator = locatorIn(field);
	if (locator) return toChoice(field, locator, value, ignoresEmpty);
	if (field.limits?.list) return toList(field, value);
	if (field.limits?.json) return toJson(value);
	switch (field.type) {
		case 'dateTime':
			return field.limits?.day ? toDayText(value, zone) : toTime(field, value, zone);
		case 'number':
			return toNumber(field, value);
		case 'boolean':
			return toBoolean(value);
		case 'options':
			return toOption(field, value);
		case 'multiOptions':
			return toOptions(field, value);
		case 'fixedCollection':
			return toRows(field, value, (inner, raw) => convert(inner, raw, zone));
		default:
			return toText(field, value);
	}
}
