import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer, isObject } from '../api/answer';
import { FailureError } from '../errors/failure';
import { formatValue, truncate } from '../errors/format';
import type { NameLookup } from '../fields/field';
import { LIMITS } from '../limits';
import { folded, seemsId, type NameRef } from './nameRef';

/** True if one of the candidates has the name. */
export function isNamed(ref: NameRef, rows: IDataObject[]): boolean {
	return amongst(ref, rows).meant.length > 0;
}

/** Identifier of the only candidate that has the name. */
export function chosen(ref: NameRef, rows: IDataObject[]): string {
	const { meant, candidates } = amongst(ref, rows);
	if (meant.length === 0 && ref.given.canBeId && seemsId(ref.name)) return ref.name;
	const [first, ...others] = meant;
	if (!first || others.length > 0) throw notOne(ref, meant, candidates);
	const refusal = ref.lookup.refuses?.(first[1]);
	if (refusal === undefined) return first[0];
	throw new FailureError({ message: `'${ref.field}' ${refusal}`, unsent: 'item' });
}

type Candidate = [id: string, row: IDataObject];

/** The candidates that the field can take, each once, and those of them that have the name. */
function amongst({ lookup, name }: NameRef, rows: IDataObject[]) {
	const { accepts = () => true, word } = lookup;
	const candidates = [...new Map(rows.filter(accepts).map((row) => [idIn(lookup, row), row]))];
	const isMeant =
		word && folded(name) === word.text
			? word.means
			: (row: IDataObject) => namesOf(lookup, row).some((each) => folded(each) === folded(name));
	return { candidates, meant: candidates.filter(([, row]) => isMeant(row)) };
}

const CHOOSE = 'Choose From List or By ID instead.';
const GIVE = 'Give the full name, or an ID that another result shows.';
const ADD_ENTRIES =
	'For several names, add an entry for each, or give an array from an expression.';
const GIVE_ARRAY = 'Give several names as an array: ["…", "…"].';

/** The failure of a name that no candidate has, or several. */
function notOne(ref: NameRef, meant: Candidate[], all: Candidate[]): FailureError {
	const { field, lookup, name, given } = ref;
	const { one, many } = lookup.thing;
	const matches = meant.length > 0 ? `${meant.length} ${many}` : `no ${one}`;
	const advice = given.canBeId ? GIVE : CHOOSE;
	const listAdvice = given.canBeId ? GIVE_ARRAY : ADD_ENTRIES;
	const seemsSeveral = given.amongSeveral && meant.length === 0 && /[,\n]/.test(name);
	return new FailureError({
		message: `'${field}' matches ${matches}: ${formatValue(name)}`,
		description: [
			found(lookup, meant.length > 0 ? meant : all),
			advice,
			...(seemsSeveral ? [listAdvice] : []),
		].join(' '),
		unsent: 'item',
	});
}

/** Sentence with the candidates, each with what tells it apart from others of its name. */
function found(lookup: NameLookup, shown: Candidate[]): string {
	if (shown.length === 0) return 'Nothing similar was found.';
	const listed = shown.slice(0, LIMITS.namedCandidates).map(([id, row]) => {
		const name = truncate(namesOf(lookup, row)[0] ?? 'Unnamed', 60);
		const facts = [...(lookup.facts?.(row) ?? []), id].map((fact) => truncate(fact, 80));
		return `${name} (${facts.join(', ')})`;
	});
	const more = shown.length > listed.length ? ` and ${shown.length - listed.length} more` : '';
	return `Found: ${listed.join(', ')}${more}.`;
}

function idIn({ id }: NameLookup, row: IDataObject): string {
	const value = id
		.split('.')
		.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), row);
	if (typeof value !== 'string' || value === '') throw brokenAnswer(`has an entry without '${id}'`);
	return value;
}

function namesOf({ names }: NameLookup, row: IDataObject): string[] {
	return names
		.map((field) => row[field])
		.filter((name) => typeof name === 'string' && name !== '') as string[];
}
