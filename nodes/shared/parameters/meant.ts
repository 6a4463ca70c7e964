import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer, isObject, looked, textsIn } from '../api/answer';
import { FailureError } from '../errors/failure';
import { formatValue, truncate } from '../errors/format';
import type { NameLookup } from '../fields/field';
import { LIMITS } from '../limits';
import { isNamed, isWord, type Name, namesOf, rankIn, seemsId, shows } from './name';

/** Function that gives the candidates of a name. It throws if their request failed. */
export type RowsOf = (name: Name) => IDataObject[];

/** What a lookup found. */
interface Found {
	id: string;
	row: IDataObject;
	by: Name;
}

/** An object that a name may stand for. */
interface Candidate extends Found {
	/** What other lookups found of the same object, such as the person of a private chat */
	same: Found[];
}

/** What a lookup found that the field can take, each object once. */
function foundBy(by: Name, rowsOf: RowsOf): Found[] {
	const { accepts = () => true } = by.lookup;
	const rows = new Map(rowsOf(by).map((row) => [idIn(by.lookup, row), row]));
	return [...rows].map(([id, row]) => ({ id, row, by })).filter(({ row }) => accepts(row));
}

/** The objects that the field can take, each once, and those of them that have the name. */
function amongst(name: Name, rowsOf: RowsOf): { candidates: Candidate[]; meant: Candidate[] } {
	const own = foundBy(name, rowsOf).map((each) => ({ ...each, same: [] as Found[] }));
	const all = new Map<unknown, Candidate>(own.map((each) => [each.id, each]));
	const standing = new Map(own.map((each) => [name.lookup.standsFor?.(each.row), each]));
	for (const each of name.others.flatMap((other) => foundBy(other, rowsOf))) {
		const same = standing.get(each.id);
		if (same) same.same.push(each);
		else all.set(each.id, { ...each, same: [] });
	}
	const candidates = [...all.values()];
	const meant = candidates.filter((each) => sightings(each).some(isMeant));
	return { candidates, meant };
}

function sightings(candidate: Candidate): Found[] {
	return [candidate, ...candidate.same];
}

function isMeant({ row, by: { lookup, text } }: Found): boolean {
	return isNamed(lookup, row, text);
}

/**
 * The candidates that may be meant although they do not have the name. The service also finds objects by names that it
 * does not answer, such as the nickname of a contact with a remark.
 */
function rivalsOf(meant: Candidate[], { certainty }: Name, all: Candidate[]): Candidate[] {
	const named = meant.flatMap(sightings).filter(isMeant);
	const byWord = named.some(({ by }) => isWord(by.lookup, by.text));
	if (certainty === 'equal' || byWord || named.length === 0) return [];
	const others = all.filter((each) => !meant.includes(each));
	if (certainty === 'only') return others;
	const rank = Math.max(...named.map(({ by, row }) => rankIn(by.lookup, row, by.text)));
	const isShown = ({ by, row }: Found) => shows(by.lookup, row, by.text, rank);
	return others.filter((each) => !sightings(each).some(isShown));
}

/** Candidates of a name, and which of them it may stand for. */
export interface Decision {
	name: Name;
	/** Candidates that have the name */
	meant: Candidate[];
	/** Those, and others that may be meant: the name stands for the only one */
	possible: Candidate[];
	candidates: Candidate[];
}

/** What a name may stand for. The text as a whole is one name if something has it. */
export function decided(given: Name, rowsOf: RowsOf): Decision {
	const { whole } = given;
	const name = whole && amongst(whole, rowsOf).meant.length > 0 ? whole : given;
	const { meant, candidates } = amongst(name, rowsOf);
	return { name, meant, possible: [...meant, ...rivalsOf(meant, name, candidates)], candidates };
}

/** True for a text that is taken as an identifier, since nothing has it as its name. */
function isId({ name: { text, origin }, meant }: Decision): boolean {
	return origin.canBeId === true && meant.length === 0 && seemsId(text);
}

/** The name of the people to look up for a refusal, if candidates stand for people. */
export function peopleIn(decision: Decision | Error): Name[] {
	if (decision instanceof Error || decision.possible.length === 1 || isId(decision)) return [];
	const { name, candidates } = decision;
	const isPerson = ({ row, by }: Found) => by.lookup.standsFor?.(row) !== undefined;
	return name.people && candidates.some(isPerson) ? [name.people] : [];
}

/** The identifier that a name stands for, the request field that takes it if not the name's own, and its key. */
export interface Chosen {
	id: string;
	property?: string;
	key: string;
}

/** The identifier of the only candidate that a name may stand for. */
export function chosenBy(decision: Decision, peopleOf: RowsOf): Chosen {
	const { name, possible } = decision;
	if (isId(decision)) return { id: name.text, key: name.key };
	const [first, ...others] = possible;
	if (!first || others.length > 0) throw notOne(decision, peopleOf);
	const { id, row, by } = first;
	const { property, refuses } = by.lookup;
	const refusal = refuses?.(row);
	if (refusal === undefined) return { id, property, key: by.key };
	throw new FailureError({ message: `'${name.field.displayName}' ${refusal}`, unsent: 'item' });
}

const CHOOSE = 'Choose From List or By ID instead.';
const GIVE = 'Give the full name, or an ID that another result shows.';
const ASK = 'Ask which one is meant, and give its ID.';
const ADD_ENTRIES =
	'For several names, add an entry for each, or give an array from an expression.';
const GIVE_ARRAY = 'Give several names as an array: ["…", "…"].';
const OTHERWISE =
	'Those with another name were found by something else, such as a nickname or a remark, and may be meant.';
const SOLE = 'Others may have this name as a nickname, so here a name must match nothing else.';

/** The failure of a name that no candidate has, or that may stand for several. */
function notOne({ name, meant, possible, candidates }: Decision, peopleOf: RowsOf): FailureError {
	const { field, lookup, text, origin, certainty } = name;
	const { one, many } = lookup.thing;
	const isUnknown = meant.length === 0;
	const matches = isUnknown ? `no ${one}` : `${possible.length} ${many}`;
	const [advice, listAdvice] = !origin.canBeId
		? [CHOOSE, ADD_ENTRIES]
		: [isUnknown ? GIVE : ASK, GIVE_ARRAY];
	const seemsSeveral = field.limits?.list && isUnknown && /[,\n]/.test(text);
	const shown = isUnknown ? candidates : possible;
	const list = told(isUnknown ? 'Similar' : 'Found', shown, peopleFor(name, peopleOf));
	const reasons = possible.length > meant.length ? [certainty === 'only' ? SOLE : OTHERWISE] : [];
	const ways = [...reasons, advice, ...(seemsSeveral ? [listAdvice] : [])];
	return new FailureError({
		message: `'${field.displayName}' matches ${matches}: ${formatValue(text)}`,
		// Such a caller may read the message without its end
		description: (origin.canBeId ? [...ways, list] : [list, ...ways]).join(' '),
		unsent: 'item',
	});
}

/** The people of that name, by identifier; none if they were not looked up, or the request failed. */
function peopleFor({ people }: Name, peopleOf: RowsOf): Map<string, Found> {
	const found = people ? looked(() => foundBy(people, peopleOf)) : [];
	return new Map(found instanceof Error ? [] : found.map((each) => [each.id, each]));
}

/** Sentence with the candidates, each with what tells it apart from others of its name. */
function told(word: string, shown: Candidate[], people: Map<string, Found>): string {
	if (shown.length === 0) return 'Nothing similar was found.';
	const listed = shown.slice(0, LIMITS.namedCandidates).map((candidate) => {
		const name = nameOf(candidate);
		const facts = factsOf(candidate, people).filter((fact) => fact !== name);
		return `${truncate(name, 60)} (${[...new Set(facts)].map((fact) => truncate(fact, 80)).join(', ')})`;
	});
	const more = shown.length > listed.length ? ` and ${shown.length - listed.length} more` : '';
	return `${word}: ${listed.join(', ')}${more}.`;
}

/** What tells a candidate apart: what is known of it, the person for whom it stands, and identifiers. */
function factsOf(candidate: Candidate, people: Map<string, Found>): string[] {
	const { row, by, same } = candidate;
	const stated = ({ by, row: of }: Found) => by.lookup.facts?.(of) ?? [];
	const persons = textsIn([by.lookup.standsFor?.(row)]);
	const known = same[0] ?? people.get(persons[0]);
	const who = known ? [nameOf(known), ...stated(known), known.id] : persons;
	return [...stated(candidate), ...who, candidate.id];
}

function nameOf({ row, by: { lookup } }: Found): string {
	return namesOf(row, lookup.names)[0] ?? 'Unnamed';
}

function idIn({ id }: NameLookup, row: IDataObject): string {
	const value = id
		.split('.')
		.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), row);
	if (typeof value !== 'string' || value === '') throw brokenAnswer(`has an entry without '${id}'`);
	return value;
}
