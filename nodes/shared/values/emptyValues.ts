import { FailureError } from '../errors/failure';
import type { Field } from '../form/field';
import { CORRECT, refusal } from './converters';
import type { Setting } from './inputs';

/** Purpose of a field. Without a value, it would mean: all objects, no change, or a new object without the field. */
export type Purpose = 'select' | 'change' | 'create';

/** Context in which a field without a value is judged. */
export interface EmptyValues {
	/** Fields that select may be empty */
	ignoreEmptyFilters?: boolean;
	/** True for an input that is or contains an expression */
	varies: (input: Setting) => boolean;
	/** Is told of each optional field that was added, or has an expression, and is left out */
	onEmpty?: (field: Field) => void;
	/** Gets the names of the fields that Ignore Empty Filters leaves out */
	ignored?: Set<string>;
}

/**
 * The failure of an input without a value, if it needs one. An expression without a value is a misspelt column more often
 * than a wish: it must not read everything, or change something else than was meant. A filter that was added needs a value
 * too. Options say how something is done, and have a meaning without a value.
 */
export function withoutValue(
	input: Setting,
	purpose: Purpose,
	{ ignoreEmptyFilters, varies, onEmpty, ignored }: EmptyValues,
): FailureError | undefined {
	const { field, collection } = input;
	const { displayName, name, required, limits } = field;
	if (required || limits?.emptyHint) return refusal(field, 'is empty', limits?.emptyHint);
	const isGiven = varies(input);
	if (purpose === 'select' && (isGiven || collection === 'filters')) {
		if (!ignoreEmptyFilters) return emptySelection(field, !isGiven);
		ignored?.add(name);
	} else if (purpose === 'change' && isGiven && collection !== 'options')
		return empty(field, `To change nothing there, remove '${displayName}'.`);
	else if (isGiven || collection === 'additionalFields') onEmpty?.(field);
	return undefined;
}

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
