import { isObject } from '../api/answer';
import { formatValue } from '../errors/format';
import { type Field } from '../fields/field';
import { LIMITS } from '../limits';
import { entries, Flaw, isEmpty, toText, type Read } from './converters';
import { NameRef } from './names';

/** Value of a locator with its mode: list, name or id. A value without a mode is an identifier. */
interface Choice {
	mode: unknown;
	value: unknown;
}

/** Rules for the values of a locator. */
export interface ChoiceReading {
	/** A model gives the value: it may be an identifier where a name is expected */
	fromModel?: boolean;
	/** Entries without a value are ignored */
	ignoresEmpty?: boolean;
}

/**
 * Identifier or name in a locator, or a list of them for a field with several entries. One entry can contain several
 * values, separated by commas. Equal values count once.
 */
export function toChoice(
	field: Field,
	locator: Field,
	value: unknown,
	{ fromModel = false, ignoresEmpty = fromModel }: ChoiceReading = {},
): Read {
	if (!field.limits?.list) return chosenIn(field, locator, choiceIn(value), fromModel);
	const chosen = new Map<unknown, unknown>();
	const choices = choicesIn(locator, value);
	for (const { mode, value: given } of choices) {
		const all = entries(given);
		if (all instanceof Flaw) return all;
		for (const entry of all) {
			const read = chosenIn(field, locator, { mode, value: entry }, fromModel);
			if (read instanceof Flaw) return read;
			const one = read.value;
			if (one !== undefined) chosen.set(one instanceof NameRef ? one.key : one, one);
		}
	}
	if (chosen.size > 0 && !ignoresEmpty && choices.some((choice) => isEmpty(choice.value)))
		return new Flaw('has an entry without a value');
	const { maxItems = Infinity } = field.limits.list;
	if (chosen.size > maxItems)
		return new Flaw(`takes at most ${maxItems} entries, not ${chosen.size}`);
	return { value: [...chosen.values()] };
}

/** Choices of a field with several entries: its entries, or the value of an expression for the whole field. */
function choicesIn({ name }: Field, value: unknown): Choice[] {
	if (Array.isArray(value)) return value.map(choiceIn);
	if (!isObject(value) || isChoice(value)) return [choiceIn(value)];
	// Without entries, n8n stores an empty object
	const { values = [] } = value;
	const rows: unknown[] = Array.isArray(values) ? values : [values];
	return rows.map((row) => choiceIn(isObject(row) && !isChoice(row) ? row[name] : row));
}

function choiceIn(value: unknown): Choice {
	return isChoice(value) ? value : { mode: 'id', value };
}

function isChoice(value: unknown): value is Choice & object {
	return isObject(value) && 'mode' in value && 'value' in value;
}

function chosenIn(field: Field, locator: Field, { mode, value }: Choice, fromModel: boolean): Read {
	if (isEmpty(value)) return { value: undefined };
	const { lookup } = locator;
	const named = mode === 'name' && lookup;
	const maxLength = named ? LIMITS.maxQueryLength : field.limits?.maxLength;
	const read = toText({ ...locator, limits: { trim: true, maxLength } }, value);
	if (read instanceof Flaw || read.value === undefined) return read;
	const text = read.value as string;
	if (named) return { value: new NameRef(field.displayName, lookup, text, fromModel) };
	if (fromModel ? !seemsName(text) : !/\s/.test(text)) return read;
	const advice = fromModel
		? `Give the ID that another result shows, such as ${exampleOf(locator)}`
		: lookup
			? 'Choose By Name to look up a name'
			: 'An ID contains no spaces';
	return new Flaw(`is not an ID: ${formatValue(text)}. ${advice}`);
}

/** True for words, and for a single short word: a filter by a name would find nothing, as if there were nothing. */
function seemsName(text: string): boolean {
	return /\s/.test(text) || (/^[\p{L}\p{M}]+$/u.test(text) && text.length < 16);
}

/** An example of an identifier, from the placeholder of By ID. */
function exampleOf({ modes = [] }: Field): string {
	return modes.find(({ name }) => name === 'id')!.placeholder!.replace('e.g. ', '');
}
