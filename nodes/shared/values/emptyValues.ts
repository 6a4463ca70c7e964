import { FailureError } from '../errors/failure';
import { choicesOf, type Field } from '../form/field';
import { CORRECT, Flaw, refusal, type ValueSettings } from './converters';
import type { Input, RawValues } from './inputs';

/**
 * Purpose of a field. Without a value, it would mean: all objects, no change, a new object without the field, or another
 * behaviour of the node.
 */
export type Purpose = 'select' | 'change' | 'create' | 'set';

/** Context in which a field without a value is judged. */
export interface EmptyValues {
	settings?: ValueSettings;
	/** Fields that select may be empty */
	ignoreEmptyFilters?: boolean;
	/** True for an input that is or contains an expression */
	varies: (input: Input) => boolean;
	/** Is told of each optional field whose expression yields no value, and which is left out */
	onEmpty?: (field: Field) => void;
	/** Gets the names of the fields that Ignore Empty Filters leaves out */
	ignored?: Set<string>;
}

/** True if the settings turn Ignore Empty Filters on. Their own filters are read by it, so it is read before them. */
export function ignoresEmptyFilters(settings: RawValues): boolean {
	const [, value] = [...settings].find(([{ field }]) => field.name === 'ignoreEmptyFilters') ?? [];
	return value === true || value === 'true';
}

/**
 * The failure of an input without a value, if it needs one. An expression without a value is a misspelt column more often
 * than a wish: it must not read everything, or change something else than was meant. A filter that was added needs a value
 * too. Options say how something is done, and have a meaning without a value. Two values are no accident: one that empties
 * a field that Clear Fields names, and an empty list.
 *
 * @returns the failure; 'ignored' for a filter that Ignore Empty Filters leaves out
 */
export function withoutValue(
	input: Input,
	value: unknown,
	purpose: Purpose,
	{ ignoreEmptyFilters, settings, varies, onEmpty, ignored }: EmptyValues,
): FailureError | 'ignored' | undefined {
	const { field, path, collection } = input;
	const { displayName, name, required, limits } = field;
	const isGiven = varies(input);
	if (settings?.clearFields?.includes(path.join('.')))
		return isGiven && value === undefined ? missing(field) : undefined;
	// A filter of two request fields is left out as a whole
	const isPart = purpose === 'select' && path.length > 1;
	if (required && isPart && isGiven && ignoreEmptyFilters) return 'ignored';
	if (!required && purpose !== 'select' && collection !== 'updateFields' && isNone(field, value))
		return undefined;
	if (required || limits?.emptyHint) return refusal(field, 'is empty', limits?.emptyHint);
	if (purpose === 'set') return emptySetting(field, isGiven);
	if (purpose === 'select' && (isGiven || collection === 'filters')) {
		if (!ignoreEmptyFilters) return emptySelection(field, !isGiven);
		ignored?.add(name);
		return 'ignored';
	} else if (purpose === 'change' && isGiven && collection !== 'options')
		return empty(field, `To change nothing there, remove '${displayName}'.`);
	else if (isGiven) onEmpty?.(field);
	return undefined;
}

/** True for a list without entries, which says "none". */
function isNone({ type, limits }: Field, value: unknown): boolean {
	const isList = limits?.list !== undefined || type === 'multiOptions';
	const isText = typeof value === 'string' && /^\s*\[\s*\]\s*$/.test(value);
	return isList && (isText || (Array.isArray(value) && value.length === 0));
}

/** Failure of a field that Clear Fields names, and whose expression yields nothing at all: it empties no field. */
function missing(field: Field): FailureError {
	return refusal(
		field,
		new Flaw(
			"has no value, since its expression yields 'undefined', as for a column that does not exist",
			"'Clear Fields' empties it for null or an empty text, such as {{ $json.due ?? null }}.",
		),
	);
}

/** Failure of a setting by an expression without a value, or of a choice, unless it may have none. */
function emptySetting(field: Field, isGiven: boolean): FailureError | undefined {
	const isChoice = field.type === 'options';
	const takesNone = isChoice && choicesOf(field).some(({ value }) => value === '');
	if (takesNone || !(isGiven || isChoice)) return undefined;
	return refusal(field, new Flaw('is empty', field.limits?.guard ? GUARD_HINT : '', ''));
}

const GUARD_HINT =
	'The expression yields no value. Remove the field or leave it empty to let the node choose the value.';

/** Failure of a field without a value, by which everything would be selected. `isAdded` is true for a filter without one. */
export function emptySelection(field: Field, isAdded = false): FailureError {
	return empty(
		field,
		'To read everything when it is empty, turn on Options > Ignore Empty Filters.',
		isAdded ? 'Give a value, or remove the filter.' : undefined,
	);
}

function empty(
	{ displayName }: Field,
	way: string,
	first: string = CORRECT.description,
): FailureError {
	return new FailureError({
		message: `'${displayName}' is empty`,
		description: `${first} ${way}`,
		plain: 'Give a value.',
		unsent: 'item',
	});
}
