import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
import {
	convertValue,
	Flaw,
	refusal,
	type Conversions,
	type Converted,
	type ValueSettings,
	CORRECT,
} from './converters';
import { isTimeZone } from './dates';
import { columnIn } from './dragged';
import { type EmptyValues, type Purpose, withoutValue } from './emptyValues';
import type { Input, RawValues } from './inputs';
import type { Rule } from './rules';
import { shortenText, type ShortText } from './longTexts';
import { at } from './runParameters';

/** Inputs of a request body, and the rules for it. */
export interface BodySpec {
	/** Inputs that the user sees */
	inputs: Input[];
	/** All inputs, for display names in messages; defaults to `inputs` */
	all?: Input[];
	/** Rules of the contract over several fields */
	rules?: Rule[];
	finish?: Finish;
	/** What an input is for */
	purposeOf: (input: Input) => Purpose;
}

/** Completes a request body. */
export type Finish = (
	body: IDataObject,
	settings: ValueSettings,
	how: FinishContext,
) => IDataObject | FailureError;

/** Context in which a body is completed, beside the settings. */
export type FinishContext = Pick<Conversion, 'zone' | 'takesDefaults' | 'ignored' | 'onPeriod'>;

/** Context in which values are read. */
export interface Conversion extends Conversions, EmptyValues {
	/** Time zone of the workflow, for dates without a time zone */
	zone: string;
	/** Converted values of the inputs that are the same for all items; undefined until the first item is read */
	fixed?: Map<Input, Converted | undefined>;
	/** Parameters of the node with unevaluated expressions */
	stored?: IDataObject;
	/** Time of the trigger's event in the input item, in Unix milliseconds */
	foundAt?: number;
	/** Gets the fields of the output that tell of changed values, such as `title_shortened` */
	notes?: IDataObject;
	/** True if a choice without a value is the default one */
	takesDefaults?: boolean;
	/** Is told which days a chosen period means, in words, and in which time zone */
	onPeriod?: (words: string, zone: string) => void;
}

/**
 * The request body from the raw values: each value is checked and converted to the contract's type, and empty optional
 * values are left out. A failure, which names the field, if a value cannot be sent.
 */
export function readParameters(
	spec: BodySpec,
	raw: RawValues,
	how: Conversion,
): IDataObject | FailureError {
	const { inputs, all = inputs, rules = [], finish } = spec;
	const body: IDataObject = {};
	const rest: IDataObject = {};
	const dayZone = timeZoneOf(inputs, raw) ?? how.zone;
	for (const input of inputs) {
		const { path, field, convert } = input;
		const value = raw.get(input);
		const zone = field.limits?.day ? dayZone : how.zone;
		const isWritten = field.routing?.send !== undefined && spec.purposeOf(input) !== 'select';
		const columnOf = () => columnIn(at(how.stored, input.parameter.split('.')));
		const of = { ...how, isWritten, columnOf };
		const read = how.fixed?.get(input) ?? convertValue(convert, value, zone, of);
		if (how.fixed?.has(input)) how.fixed.set(input, read);
		if (read instanceof Flaw) return refusal(field, read);
		const mayFit = field.limits?.ifTooLong !== undefined;
		const fit: ShortText | Flaw = mayFit
			? shortenText(field, read.value, how.settings ?? {})
			: read;
		if (fit instanceof Flaw) return refusal(field, new Flaw(fit.text, IF_TOO_LONG, SHORTEN));
		Object.assign(rest, fit.rest);
		Object.assign(how.notes ?? {}, fit.told);
		if (fit.value !== undefined) put(body, path, fit.value);
		else if (raw.has(input)) {
			const failure = withoutValue(input, value, spec.purposeOf(input), how);
			if (failure === 'ignored') delete body[path[0]];
			else if (failure) return failure;
		}
	}
	for (const property of Object.keys(rest)) body[property] ??= rest[property];
	return (
		brokenRule(rules, body, nameIn(all), how.foundAt) ??
		(finish ? finish(body, how.settings ?? {}, how) : body)
	);
}

/** Time zone for the days of the request, if the request has a valid one. */
function timeZoneOf(inputs: Input[], raw: RawValues): string | undefined {
	const input = inputs.find(({ field }) => field.limits?.timeZone);
	const value = input && raw.get(input);
	return typeof value === 'string' && isTimeZone(value) ? value : undefined;
}

/** Function that gives the display name of a request field in quotes. */
function nameIn(inputs: Input[]): (property: string) => string {
	return (property) =>
		`'${inputs.find(({ path }) => path.join('.') === property)!.field.displayName}'`;
}

/** Sets a value at a path, and creates missing objects. */
function put(body: IDataObject, path: string[], value: unknown): void {
	const parent = path
		.slice(0, -1)
		.reduce<IDataObject>((inner, key) => (inner[key] ??= {}) as IDataObject, body);
	parent[path[path.length - 1]] = value as IDataObject[string];
}

const IF_TOO_LONG = 'Options > If Too Long can make it fit.';
const SHORTEN = 'Give a shorter text, or write it in pieces.';

/** Failure of the first rule that a request breaks. */
function brokenRule(
	rules: Rule[],
	body: IDataObject,
	name: (property: string) => string,
	foundAt?: number,
): FailureError | undefined {
	for (const rule of rules) {
		const message = rule(body, name, foundAt);
		if (message) return new FailureError({ message, ...CORRECT, unsent: 'item' });
	}
	return undefined;
}
