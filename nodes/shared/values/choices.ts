import { formatValue } from '../errors/format';
import type { Field } from '../form/field';
import { IDENTIFIER } from '../form/texts';
import { LIMITS } from '../limits';
import {
	codePoints,
	entries,
	Flaw,
	identifiersIn,
	isEmpty,
	tooMany,
	toText,
	type Converted,
} from './converters';
import { Name } from './name';
import { isObject } from '../objects';

/**
 * Value of a locator with its mode: list, name, id, or `any` for an identifier or a name. A value without a mode is an
 * identifier.
 */
interface Choice {
	mode: unknown;
	value: unknown;
	/** True for the value of an expression, see `withOrigins` */
	byExpression?: boolean;
	/** Identifier beside a name */
	id?: string;
	/** The text that contains the value as one of several, if the text itself can be a name */
	whole?: string;
}

/**
 * Identifier or name in a locator, or a list of them for a field with several entries. Equal values count once. One entry
 * can contain several values: identifiers separated by commas, or an array. A text By Name is one name.
 *
 * @param ignoresEmpty true if Ignore Empty Filters is on
 */
export function toChoice(
	field: Field,
	locator: Field,
	value: unknown,
	ignoresEmpty?: boolean,
): Converted {
	if (!field.limits?.list) return chosenIn(field, locator, choiceIn(value));
	const chosen = new Map<unknown, unknown>();
	const choices = entriesIn(locator, value);
	for (const choice of choices) {
		const all = partsOf(choice, locator);
		if (all instanceof Flaw) return all;
		for (const part of all) {
			const read = chosenIn(field, locator, part);
			if (read instanceof Flaw) return read;
			const one = read.value;
			if (one !== undefined) chosen.set(one instanceof Name ? one.key : one, one);
		}
	}
	// Without any entry that has a value, the field counts as not given
	if (chosen.size > 0 && !ignoresEmpty && choices.some((choice) => isEmpty(choice.value)))
		return new Flaw('has an entry without a value');
	const { maxItems = Infinity } = field.limits.list;
	if (chosen.size > maxItems) return tooMany(maxItems, chosen.size);
	return { value: [...chosen.values()] };
}

/** Choices of a field with several entries: its entries, or the value of an expression for the whole field. */
function entriesIn({ name }: Field, value: unknown): Choice[] {
	// Spreading turns holes of the array into undefined
	if (Array.isArray(value)) return Array.from<unknown>(value).map(choiceIn);
	if (!isObject(value) || isChoice(value)) return [choiceIn(value)];
	// Without entries, n8n stores an empty object
	const { values = [] } = value;
	const rows: unknown[] = Array.isArray(values) ? values : [values];
	return rows.map((row) => choiceIn(isObject(row) && !isChoice(row) ? row[name] : row));
}

export function choiceIn(value: unknown): Choice {
	if (!isChoice(value)) return { mode: 'id', value };
	const { mode, value: chosen, byExpression, id } = value;
	return { mode, value: chosen, byExpression, id };
}

export function isChoice(value: unknown): value is Choice & object {
	return isObject(value) && 'mode' in value && 'value' in value;
}

/** The choices in an entry of a field with several entries. */
function partsOf(choice: Choice, locator: Field): Choice[] | Flaw {
	const { value } = choice;
	if (isByName(choice, locator) && !Array.isArray(value)) return namesIn(choice);
	const all = choice.mode === 'id' ? identifiersIn(value) : entries(value);
	return all instanceof Flaw ? all : all.map((each) => ({ ...choice, value: each }));
}

function isByName({ mode }: Choice, { lookup }: Field): boolean {
	return (mode === 'name' || mode === 'any') && lookup !== undefined;
}

/**
 * The name in an entry, or the names in the JSON of an array of texts, which Edit Fields nodes give, and in a text with
 * commas from a caller who chooses no mode; none is blank.
 */
function namesIn(choice: Choice): Choice[] {
	const text = typeof choice.value === 'string' ? choice.value.trim() : '';
	const isSeveral = text.startsWith('[') || (choice.mode === 'any' && /[,\n]/.test(text));
	const parts = isSeveral ? entries(choice.value) : [];
	if (parts instanceof Flaw || !parts.every((part) => typeof part === 'string')) return [choice];
	const names = parts.filter((part) => part.trim() !== '');
	const whole = codePoints(text) <= LIMITS.maxQueryLength ? text : undefined;
	return names.length > 0 ? names.map((value) => ({ ...choice, value, whole })) : [choice];
}

function chosenIn(field: Field, locator: Field, choice: Choice): Converted {
	const { mode, value, whole, byExpression, id } = choice;
	const { lookup } = locator;
	const named = isByName(choice, locator) && lookup;
	if (isEmpty(value)) return { value: undefined };
	const maxLength = named ? LIMITS.maxQueryLength : field.limits?.maxLength;
	const read = toText({ ...locator, limits: { trim: true, maxLength } }, value);
	if (read instanceof Flaw || read.value === undefined) return read;
	const text = String(read.value);
	const origin = { canBeId: mode === 'any', byExpression, id };
	if (named) return { value: new Name(field, named, text, origin, whole) };
	if (IDENTIFIER.pattern!.regex.test(text)) return read;
	const advice =
		lookup && /\s/.test(text)
			? 'Choose By Name to look up a name'
			: 'An ID contains no spaces and no quotation marks';
	return new Flaw(`is not an ID: ${formatValue(text)}. ${advice}`);
}
