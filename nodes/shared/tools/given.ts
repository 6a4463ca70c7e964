import type { IDataObject } from 'n8n-workflow';

import { tryTo } from '../api/answer';
import { FailureError } from '../errors/failure';
import { formatValue } from '../errors/format';
import { fold } from '../fold';
import { locatorIn, type Field, groupIn } from '../form/field';
import type { ItemReader, ItemValues } from '../operations/caller';
import type { ReadItem } from '../operations/endpoint';
import { choiceIn, isChoice } from '../values/choices';
import { entries, Flaw, isEmpty, refusal } from '../values/converters';
import { numberIn } from '../values/numbers';
import type { RawValues } from '../values/inputs';
import { seemsId } from '../values/name';
import { isObject } from '../objects';

/**
 * What a model gives: fields with a value, and those that need one. It has to fill in every field (as in
 * moltis-org/moltis#283): an empty value, the word null, and 0 where no 0 is allowed, say that it has nothing to say, and the
 * field counts as not given. Clear Fields clears.
 */
export function valuesOf(raw: RawValues): RawValues {
	const all = [...raw].map(
		([input, value]) => [input, meant(input.field, value) ?? usualOf(input.field, value)] as const,
	);
	const [vain] = all.find(([{ field }, value]) => field.limits?.never && value !== undefined) ?? [];
	if (vain) {
		const { displayName, limits } = vain.field;
		const { reason, advice } = limits!.never!;
		throw refused(`'${displayName}' cannot be given: ${reason}`, advice);
	}
	const naming = all.find(([{ field }]) => field.limits?.isName);
	const given = all
		.filter((each) => each !== naming)
		.map(
			([input, value]) => [input, naming ? named(input.field, value, naming[1]) : value] as const,
		);
	return new Map(given.filter(([{ field }, value]) => value !== undefined || field.required));
}

/** The default of a field of several choices for an empty text. A person can fix it to none, which is an empty list. */
function usualOf({ type, default: usual }: Field, value: unknown): unknown {
	const isUsual = type === 'multiOptions' && typeof value === 'string';
	return isUsual && Array.isArray(usual) && usual.length > 0 ? usual : undefined;
}

/** The items of a call, one for each object that it names. One that the service refuses does not hold up the others. */
export function itemsOf(read: ItemReader, item: ItemValues): ReadItem[] {
	const all = tryTo(() => severalIn(item.collect()));
	if (all instanceof Error) return [read({ ...item, collect: () => raise(all) })];
	const { index } = item;
	const items = all.map((values, i) => read({ ...item, index: index + i, collect: () => values }));
	if (items.length === 1) return items;
	return items.map((each) =>
		each instanceof Error
			? each
			: { ...each, settings: { ...each.settings, ifRejected: 'output' } },
	);
}

function raise(error: Error): never {
	throw error;
}

/** The values of each object that a call names. */
function severalIn(raw: RawValues): RawValues[] {
	const [input] = [...raw.keys()].filter(({ field }) => field.limits?.together);
	if (!input) return [raw];
	const given = raw.get(input);
	const all = entries(choiceIn(given).value);
	if (all instanceof Flaw) return [raw];
	const { field } = input;
	const most = field.limits!.together!;
	const named = [...new Set(all.filter((each) => !saysNothing(each)))];
	if (named.length > most)
		throw refusal(field, `takes at most ${most} entries, not ${named.length}`);
	if (named.length === 0) return [raw];
	const one = (value: unknown) => (isChoice(given) ? { mode: given.mode, value } : value);
	return named.map((each) => new Map(raw).set(input, one(each)));
}

/** The value without what says nothing, in entries too; undefined if nothing is left. */
function meant(field: Field, value: unknown): unknown {
	if (saysNothing(value, field)) return undefined;
	if (Array.isArray(value)) return value.map((each) => meant(field, each)).filter(hasValue);
	const locator = locatorIn(field);
	if (hasEntries(field, value)) {
		const inner = Object.entries(value).map(([name, each]) => [name, meant(field, each)] as const);
		const given = inner.filter(([, each]) => hasValue(each));
		return given.length > 0 ? Object.fromEntries(given) : undefined;
	}
	return locator ? choiceOf(field, locator, value) : value;
}

function hasValue(value: unknown): boolean {
	return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** True for the rows of a field with several entries, and for one of them. */
function hasEntries({ type, options }: Field, value: unknown): value is IDataObject {
	if (type !== 'fixedCollection' || !isObject(value) || isChoice(value)) return false;
	const group = groupIn({ options });
	return [group, ...group.values].some(({ name }) => name in value);
}

/**
 * True for an empty value, the word null and an array of empty texts, also as the value of a locator, and for 0 in a field of
 * greater numbers: the dialog of "Execute step" in n8n's editor fills each number of a tool with 0 (n8n 2.41,
 * FromAiParametersModal.vue).
 */
export function saysNothing(value: unknown, { type, typeOptions }: Partial<Field> = {}): boolean {
	const plain = isChoice(value) ? value.value : value;
	const least = type === 'number' ? (typeOptions?.minValue ?? 0) : 0;
	if (least > 0 && numberIn(plain) === 0) return true;
	const text = typeof plain === 'string' ? plain.trim() : '';
	const isBare = isObject(plain) && Object.keys(plain).length === 0;
	return isEmpty(plain) || isBare || text === 'null' || /^\[([\s,]|"\s*")*\]$/.test(text);
}

/**
 * The choice in a locator. A model passes on identifiers where names are asked for. Words are no identifier: a filter by
 * them would find nothing, as if there were nothing.
 */
function choiceOf(field: Field, locator: Field, value: unknown): unknown {
	const { mode, value: given, byExpression } = choiceIn(value);
	if (mode === 'name' && locator.lookup) return { mode: 'any', value: given, byExpression };
	const all = field.limits?.list ? entries(given) : [given];
	const name = all instanceof Flaw ? undefined : all.find(seemsName);
	if (name === undefined) return value;
	const { placeholder } = locator.modes!.find((each) => each.name === 'id')!;
	const advice = `Give the ID that another result shows, such as ${placeholder!.replace('e.g. ', '')}`;
	throw refusal(field, `is not an ID: ${formatValue(name)}. ${advice}`);
}

/** The choice of a recipient with the name beside its ID, which a person reads where calls are approved. */
function named(field: Field, choice: unknown, name: unknown): unknown {
	if (!field.limits?.named || !isChoice(choice) || choice.mode !== 'any') return choice;
	// A person has chosen it in the form
	if (!choice.byExpression) return choice;
	const text = String(choice.value).trim();
	const given = isEmpty(name) ? '' : String(name).trim();
	if (!seemsId(text)) {
		const isOther = given !== '' && fold(given) !== fold(text);
		if (isOther)
			throw refused(`'${field.displayName}' and 'Name' differ: ${formatValue(text)}`, ALONE);
		return choice;
	}
	if (given === '')
		throw refused(`'${field.displayName}' is an ID without 'Name' beside it`, NEEDED);
	// Some chats have no name, and some names look like an ID
	if (given === text) return choice;
	return { ...choice, mode: 'name', value: given, id: text };
}

/** The failure of a call of which nothing was sent, with all that helps. */
function refused(message: string, description: string): FailureError {
	return new FailureError({ message, description, unsent: 'item' });
}

const ALONE = "Give the name alone, without 'Name'.";

const NEEDED =
	"Give an ID with the name that a result shows beside it in 'Name', or with the ID once more if it has none.";

/** True for words, and for a single short word. */
function seemsName(value: unknown): boolean {
	const text = typeof value === 'string' ? value.trim() : '';
	return /\s/.test(text) || (/^[\p{L}\p{M}]+$/u.test(text) && text.length < 16);
}
