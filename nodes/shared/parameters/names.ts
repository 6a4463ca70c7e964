import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer, isObject, looked, textsIn } from '../api/answer';
import { candidatesOf, type Candidates } from '../api/candidates';
import type { ReadContext } from '../api/reading';
import { HOUR } from '../durations';
import { FailureError } from '../errors/failure';
import { formatValue, truncate } from '../errors/format';
import type { AlsoLookup, Field, NameLookup } from '../fields/field';
import { LIMITS } from '../limits';

/** A name in place of an identifier, from the moment its field is read (`choices.ts`) until `withoutNames`. */
export class Name {
	/** Key of the lookup: equal for names that are looked up alike */
	readonly key: string;
	/** The text that contains this name, as JSON of an array. If something has that text as its name, it is meant */
	readonly whole?: Name;
	/** The text as the name of other objects that the field takes */
	readonly others: Name[];

	/** @param canBeId true if the text can be an identifier as well */
	constructor(
		readonly field: Field,
		readonly lookup: AlsoLookup,
		readonly text: string,
		readonly canBeId: boolean,
		whole?: string,
	) {
		this.others = (lookup.also ?? []).map((also) => new Name(field, also, text, false));
		if (whole !== undefined) this.whole = new Name(field, lookup, whole, false);
		// Two IDs can differ in upper and lower case alone
		const compared = canBeId && seemsId(text) ? text : folded(text);
		const of = [lookup.path, lookup.thing.one, compared];
		this.key = JSON.stringify(this.whole ? [...of, this.whole.key] : of);
	}

	/** The form of the name in the JSON of request fields. */
	toJSON(): string {
		return this.key;
	}
}

/** The text for comparison: without case, outer whitespace and differences in Unicode normalization. */
function folded(text: string): string {
	return text.normalize('NFC').trim().toLowerCase();
}

/** True for a text that is an identifier rather than a name. The contract does not say what identifiers look like. */
function seemsId(text: string): boolean {
	return !/[\s,"'[\]]/.test(text) && /\d/.test(text) && (text.includes('_') || text.length >= 16);
}

/** Settings of lookups. */
export interface Lookups extends Pick<ReadContext, 'send'> {
	/** Gives the cache of identifiers by key, if there is one; called if there are names. Found identifiers are added */
	known?: () => KnownIds | undefined | Promise<KnownIds | undefined>;
}

/** Cache of identifiers by the key of a name. */
export interface KnownIds {
	get(key: string): string | undefined;
	set(key: string, id: string): void;
}

/**
 * The bodies with identifiers in place of names, or a failure for a body with a name that matches no object or several.
 * Each name is looked up once, however many bodies contain it. Without names, nothing is sent.
 */
export async function withoutNames(
	bodies: IDataObject[],
	{ send, known }: Lookups,
): Promise<Array<IDataObject | Error>> {
	const names = eachOnce(bodies.flatMap(namesIn));
	if (names.length === 0) return bodies;
	const cache = await known?.();
	// Read all at once: the cache can drop entries while other names are looked up
	const ids = new Map(names.map((name) => [name.key, knownOf(name, cache)]));
	const unknown = names.filter(({ key }) => ids.get(key) === undefined);
	const more = unknown.flatMap(({ whole, others }) => [...(whole ? [whole] : []), ...others]);
	const rowsOf = await lookedUp(eachOnce([...unknown, ...more]), send);
	const idOf = (name: Name): Chosen => {
		const remembered = ids.get(name.key);
		if (remembered !== undefined) return remembered;
		const { whole } = name;
		const isWhole = whole && amongst(whole, rowsOf).meant.length > 0;
		const chosen = idAmong(isWhole ? whole : name, rowsOf);
		cache?.set(chosen.key, chosen.id);
		return chosen;
	};
	return bodies.map((body) => looked(() => replaced(body, idOf) as IDataObject));
}

/** The identifier that a name stands for, the request field that takes it if not the name's own, and its key. */
interface Chosen {
	id: string;
	property?: string;
	key: string;
}

/** The remembered identifier of a name; undefined if there is none. */
function knownOf(name: Name, cache: KnownIds | undefined): Chosen | undefined {
	for (const { key, lookup } of [name, ...name.others]) {
		const id = cache?.get(key);
		if (id !== undefined) return { id, property: lookup.property, key };
	}
	return undefined;
}

/** The names in a value of a request. */
function namesIn(value: unknown): Name[] {
	if (value instanceof Name) return [value];
	// An array is an object of its elements
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : [];
}

/** The names without those that are looked up alike. */
function eachOnce(names: Name[]): Name[] {
	return [...new Map(names.map((name) => [name.key, name])).values()];
}

/** Function that gives the candidates of a name. It throws if their request failed. */
type RowsOf = (name: Name) => IDataObject[];

/** Looks up names, those of one path together. */
async function lookedUp(names: Name[], send: Lookups['send']): Promise<RowsOf> {
	const found = new Map<string, Candidates | Error>();
	const paths = [...new Set(names.map(({ lookup }) => lookup.path))];
	await Promise.all(
		paths.map(async (path) => {
			const own = names.filter(({ lookup }) => lookup.path === path);
			const queries = own.map(({ text, lookup }, i) => ({
				id: String(i),
				fields: { query: text, ...lookup.fields },
				wanted: Infinity,
			}));
			const results = await candidatesOf(path, { send }, queries);
			own.forEach(({ key }, i) => found.set(key, results[i]));
		}),
	);
	return ({ key }) => {
		const candidates = found.get(key)!;
		if (candidates instanceof Error) throw candidates;
		return candidates.rows;
	};
}

/** The value with identifiers in place of names. Equal identifiers in a list become one. */
function replaced(value: unknown, idOf: (name: Name) => Chosen): unknown {
	if (value instanceof Name) return idOf(value).id;
	if (namesIn(value).length === 0) return value;
	if (Array.isArray(value)) return [...new Set(value.map((each) => replaced(each, idOf)))];
	const entries = Object.entries(value as IDataObject);
	return Object.fromEntries(
		entries.map(([key, each]) => {
			const property = each instanceof Name ? idOf(each).property : undefined;
			return [property ?? key, replaced(each, idOf)];
		}),
	);
}

/** An object that a name may stand for, and the name by which it was found. */
interface Candidate {
	id: string;
	row: IDataObject;
	by: Name;
}

/** The objects that the field can take, each once, and those of them that have the name. */
function amongst(name: Name, rowsOf: RowsOf): { candidates: Candidate[]; meant: Candidate[] } {
	const all = [name, ...name.others].flatMap((by) => {
		const { lookup } = by;
		const { accepts = () => true } = lookup;
		const rows = new Map(rowsOf(by).map((row) => [idIn(lookup, row), row]));
		return [...rows].map(([id, row]) => ({ id, row, by })).filter(({ row }) => accepts(row));
	});
	const candidates = [...new Map(all.map((each) => [each.id, each])).values()];
	const named = candidates.filter(({ row, by: { lookup, text } }) => isNamed(lookup, row, text));
	const represented = named.map(({ row, by: { lookup } }) => lookup.standsFor?.(row));
	return { candidates, meant: named.filter(({ id }) => !represented.includes(id)) };
}

/** True if the object has the name, or is meant by the word. */
export function isNamed(lookup: NameLookup, row: IDataObject, text: string): boolean {
	const name = folded(text);
	const { word } = lookup;
	if (word?.text === name) return word.means(row);
	return textsOf(lookup, row).some((each) => folded(each) === name);
}

/** The only candidate that has the name. */
function idAmong(name: Name, rowsOf: RowsOf): Chosen {
	const { meant, candidates } = amongst(name, rowsOf);
	if (meant.length === 0 && name.canBeId && seemsId(name.text))
		return { id: name.text, key: name.key };
	const [first, ...others] = meant;
	if (!first || others.length > 0) throw notOne(name, meant, candidates);
	const { id, row, by } = first;
	const { property, refuses } = by.lookup;
	const refusal = refuses?.(row);
	if (refusal === undefined) return { id, property, key: by.key };
	throw new FailureError({ message: `'${name.field.displayName}' ${refusal}`, unsent: 'item' });
}

const CHOOSE = 'Choose From List or By ID instead.';
const GIVE = 'Give the full name, or an ID that another result shows.';
const ADD_ENTRIES =
	'For several names, add an entry for each, or give an array from an expression.';
const GIVE_ARRAY = 'Give several names as an array: ["…", "…"].';

/** The failure of a name that no candidate has, or several. */
function notOne(
	{ field, lookup, text, canBeId }: Name,
	meant: Candidate[],
	all: Candidate[],
): FailureError {
	const { one, many } = lookup.thing;
	const isUnknown = meant.length === 0;
	const matches = isUnknown ? `no ${one}` : `${meant.length} ${many}`;
	const [advice, listAdvice] = canBeId ? [GIVE, GIVE_ARRAY] : [CHOOSE, ADD_ENTRIES];
	const seemsSeveral = field.limits?.list && isUnknown && /[,\n]/.test(text);
	const sentences = [isUnknown ? found('Similar', all) : found('Found', meant), advice];
	return new FailureError({
		message: `'${field.displayName}' matches ${matches}: ${formatValue(text)}`,
		description: [...sentences, ...(seemsSeveral ? [listAdvice] : [])].join(' '),
		unsent: 'item',
	});
}

/** Sentence with the candidates, each with what tells it apart from others of its name. */
function found(word: string, shown: Candidate[]): string {
	if (shown.length === 0) return 'Nothing similar was found.';
	const listed = shown.slice(0, LIMITS.namedCandidates).map(({ id, row, by: { lookup } }) => {
		const name = truncate(textsOf(lookup, row)[0] ?? 'Unnamed', 60);
		const facts = [...(lookup.facts?.(row) ?? []), id].map((fact) => truncate(fact, 80));
		return `${name} (${facts.join(', ')})`;
	});
	const more = shown.length > listed.length ? ` and ${shown.length - listed.length} more` : '';
	return `${word}: ${listed.join(', ')}${more}.`;
}

function idIn({ id }: NameLookup, row: IDataObject): string {
	const value = id
		.split('.')
		.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), row);
	if (typeof value !== 'string' || value === '') throw brokenAnswer(`has an entry without '${id}'`);
	return value;
}

/** The names of a candidate. */
function textsOf({ names }: NameLookup, row: IDataObject): string[] {
	return textsIn(names.map((field) => row[field])).filter((name) => name !== '');
}

/** Cache of identifiers for one hour, shared by all polls of a process. */
export class KnownNames implements KnownIds {
	private static readonly all = new Map<string, { id: string; until: number }>();

	/** @param account base URL and key, or a digest of them */
	constructor(private readonly account: string) {}

	get(key: string): string | undefined {
		const known = KnownNames.all.get(this.keyOf(key));
		return known && known.until > Date.now() && known.until <= Date.now() + HOUR
			? known.id
			: undefined;
	}

	set(key: string, id: string): void {
		if (KnownNames.all.size >= LIMITS.maxKnownNames) KnownNames.all.clear();
		KnownNames.all.set(this.keyOf(key), { id, until: Date.now() + HOUR });
	}

	private keyOf(key: string): string {
		return `${this.account} ${key}`;
	}
}
