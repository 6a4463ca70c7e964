import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer, tryTo, textsIn } from '../api/answer';
import type { Path } from '../contract';
import { FailureError } from '../errors/failure';
import { formatValue, quoteName, quoteUnlessWord } from '../errors/format';
import type { NameLookup } from '../form/field';
import { LIMITS } from '../limits';
import { isNamed, isWord, type Name, namesOf, rankIn, seemsId, shows } from './name';
import { isObject } from '../objects';

/** Function that gives the candidates of a name. It throws if their request failed. */
export type RowsOf = (name: Name) => IDataObject[];

/** An object that a lookup found. */
interface FoundObject {
	id: string;
	row: IDataObject;
	by: Name;
}

/** An object that a name may stand for. */
interface Candidate extends FoundObject {
	/** What other lookups found of the same object, such as the person of a private chat */
	same: FoundObject[];
}

/** What a lookup found that the field can take, each object once. */
function foundBy(by: Name, rowsOf: RowsOf): FoundObject[] {
	const { accepts = () => true } = by.lookup;
	const rows = new Map(rowsOf(by).map((row) => [idIn(by.lookup, row), row]));
	return [...rows].map(([id, row]) => ({ id, row, by })).filter(({ row }) => accepts(row));
}

/**
 * The objects that the field can take, each once, and those of them that have the name. A person and the private chat with
 * that person are one candidate, the chat, which has the names of both.
 */
function candidatesFor(
	name: Name,
	rowsOf: RowsOf,
): Pick<Decision, 'candidates' | 'meant' | 'unread'> {
	const own = foundBy(name, rowsOf).map((each): Candidate => ({ ...each, same: [] }));
	const all = new Map(own.map((each) => [each.id, each]));
	const chatByPerson = new Map(own.map((each) => [name.lookup.standsFor?.(each.row), each]));
	const foundAs = (names: Name[]) => names.flatMap((each) => foundBy(each, rowsOf));
	for (const other of foundAs(name.others)) {
		const chat = chatByPerson.get(other.id);
		if (chat) chat.same.push(other);
		else all.set(other.id, { ...other, same: [] });
	}
	// Where people cannot be read, the candidates are still known, for a message
	const people = tryTo(() => foundAs(name.people));
	const unread = people instanceof Error ? people : undefined;
	// A person without a chat is no candidate: the field takes conversations
	for (const person of people instanceof Error ? [] : people)
		chatByPerson.get(person.id)?.same.push(person);
	const candidates = [...all.values()];
	const meant = candidates.filter((each) => sightings(each).some(isMeant));
	return { candidates, meant, unread };
}

function sightings(candidate: Candidate): FoundObject[] {
	return [candidate, ...candidate.same];
}

function isMeant({ row, by: { lookup, text } }: FoundObject): boolean {
	return isNamed(lookup, row, text);
}

/**
 * The candidates that may be meant although they do not have the name: people, whom the service also finds by names that
 * it does not answer, such as the nickname of a contact with a remark.
 */
function rivalsOf(meant: Candidate[], { certainty }: Name, all: Candidate[]): Candidate[] {
	const named = meant.flatMap(sightings).filter(isMeant);
	const byWord = named.some(({ by }) => isWord(by.lookup, by.text));
	if (certainty === 'equal' || byWord || named.length === 0) return [];
	const others = all.filter((each) => !meant.includes(each) && hidesNames(each));
	if (certainty === 'only') return others;
	// A person is found by a nickname in a group too, but nobody means a person by the name of a group
	if (!named.some(hidesNames)) return [];
	const rank = Math.max(...named.map(({ by, row }) => rankIn(by.lookup, row, by.text)));
	const isShown = ({ by, row }: FoundObject) => shows(by.lookup, row, by.text, rank);
	return others.filter((each) => !sightings(each).some(isShown));
}

function hidesNames({ row, by: { lookup } }: FoundObject): boolean {
	return lookup.hidesNames?.(row) === true;
}

/** Candidates of a name, and which of them it may stand for. */
export interface Decision {
	name: Name;
	/** Candidates that have the name */
	meant: Candidate[];
	/** Those, and others that may be meant: the name stands for the only one */
	possible: Candidate[];
	candidates: Candidate[];
	/** Why the people for whom candidates stand could not be read: another candidate may have the name */
	unread?: Error;
}

/** What a name may stand for. The text as a whole is one name if something has it. */
export function decide(given: Name, rowsOf: RowsOf): Decision {
	const { whole } = given;
	const name = whole && candidatesFor(whole, rowsOf).meant.length > 0 ? whole : given;
	const found = candidatesFor(name, rowsOf);
	const { id } = name.origin;
	if (id !== undefined)
		return { name, ...found, possible: found.meant.filter((each) => hasId(each, id)) };
	const rivals = rivalsOf(found.meant, name, found.candidates);
	return { name, ...found, possible: [...found.meant, ...rivals] };
}

/** True for an object with this identifier, also for the private chat of a person with it. */
function hasId(candidate: Candidate, id: string): boolean {
	return sightings(candidate).some((each) => each.id === id);
}

/** True for a text that is taken as an identifier, since nothing has it as its name. */
function isId({ name: { text, origin }, meant }: Decision): boolean {
	return origin.canBeId === true && meant.length === 0 && seemsId(text);
}

function isRefused(decision: Decision): boolean {
	return decision.possible.length !== 1 && !isId(decision);
}

/**
 * The name of the people to look up, if candidates stand for people: a private chat can be listed under another name than
 * that of the person in it. None where the only candidate has the name.
 */
export function peopleIn(given: Name, rowsOf: RowsOf): Name[] {
	const all = given.whole ? [given.whole, given] : [given];
	return all.flatMap((name) => {
		if (name.people.length === 0) return [];
		const { candidates, meant } = candidatesFor(name, rowsOf);
		if (candidates.length === 1 && meant.length === 1) return [];
		const isPrivate = ({ row }: FoundObject) => name.lookup.standsFor?.(row) !== undefined;
		return candidates.some(isPrivate) ? name.people : [];
	});
}

/** The requests for the members of those candidates of a refused name that its message names, by identifier. */
export function membersIn(
	decision: Decision | Error,
): Array<[id: string, request: { path: Path; body: IDataObject }]> {
	if (decision instanceof Error || !isRefused(decision)) return [];
	return decision.possible.slice(0, LIMITS.namedCandidates).flatMap(({ id, row, by }) => {
		const request = by.lookup.members?.(row);
		return request ? [[id, request] as [string, typeof request]] : [];
	});
}

/** The members of candidates, by the identifier of the candidate, as far as they were read. */
type Members = Map<string, IDataObject[]>;

/** The identifier that a name stands for, the request field that takes it if not the name's own, and its key. */
export interface Chosen {
	id: string;
	property?: string;
	key: string;
}

/** The identifier of the only candidate that a name may stand for. */
export function chosenBy(decision: Decision, members: Members): Chosen {
	const { name, possible, unread } = decision;
	if (isId(decision)) return { id: name.text, key: name.key };
	const [first, ...others] = possible;
	if (!first || others.length > 0) throw notOne(decision, members);
	if (unread) throw unread;
	const { id, row, by } = first;
	const { property, refuses } = by.lookup;
	const refusal = refuses?.(row);
	if (refusal === undefined) return { id, property, key: by.key };
	throw new FailureError({ message: `'${name.field.displayName}' ${refusal}`, unsent: 'item' });
}

const CHOOSE = 'Choose From List or By ID instead.';
const GIVE = 'Give the full name, or an ID that another result shows.';
const ASK = 'Ask which one is meant, and give its ID.';
const ASK_WITH_NAME = 'Ask which one is meant, and give its ID and its name.';
const ADD_ENTRIES =
	'For several names, add an entry for each, or give an array from an expression.';
const OTHERWISE =
	'Those with another name were found by something else, such as a nickname or a remark, and may be meant.';
const SOLE = 'Others may have this name as a nickname, so here a name must match nobody else.';

/** The failure of a name that no candidate has, or that may stand for several. */
function notOne({ name, meant, possible, candidates }: Decision, members: Members): FailureError {
	const { field, lookup, text, certainty, origin } = name;
	if (origin.id !== undefined) {
		const found = describeCandidates('Found', candidates, members);
		return new FailureError({
			message: `'${field.displayName}' is ${quoteUnlessWord(origin.id)}, which does not have the name ${quoteName(text)}`,
			description: `Give an ID and the name that a result shows beside it. ${found}`,
			unsent: 'item',
		});
	}
	const { one, many } = lookup.thing;
	const isUnknown = meant.length === 0;
	const matches = isUnknown ? `no ${one}` : `${possible.length} ${many}`;
	const seemsSeveral = field.limits?.list && isUnknown && /[,\n]/.test(text);
	const shown = isUnknown ? candidates : possible;
	const list = describeCandidates(isUnknown ? 'Similar' : 'Found', shown, members);
	const ask = field.limits?.named ? ASK_WITH_NAME : ASK;
	const reasons = possible.length > meant.length ? [certainty === 'only' ? SOLE : OTHERWISE] : [];
	const ways = [list, ...reasons, CHOOSE, ...(seemsSeveral ? [ADD_ENTRIES] : [])];
	return new FailureError({
		message: `'${field.displayName}' matches ${matches}: ${formatValue(text)}`,
		description: ways.join(' '),
		// Such a caller may read the message without its end
		plain: [...reasons, isUnknown ? GIVE : ask, list].join(' '),
		unsent: 'item',
	});
}

/** Sentence with the candidates, each with what tells it apart from others of its name. */
function describeCandidates(word: string, shown: Candidate[], members: Members): string {
	if (shown.length === 0) return 'Nothing similar was found.';
	const listed = shown.slice(0, LIMITS.namedCandidates).map((candidate) => {
		const name = nameOf(candidate);
		const facts = factsOf(candidate, members).filter(
			(fact) => ![name, quoteName(name)].includes(fact),
		);
		return `${quoteName(name)} (${[...new Set(facts)].join(', ')})`;
	});
	const more = shown.length > listed.length ? ` and ${shown.length - listed.length} more` : '';
	return `${word}: ${listed.join(', ')}${more}.`;
}

/** What tells a candidate apart: what is known of it, the person for whom it stands, and identifiers. */
function factsOf(candidate: Candidate, members: Members): string[] {
	const { id, row, by, same } = candidate;
	const [person] = same;
	const stated = ({ by, row: of }: FoundObject) => by.lookup.facts?.(of) ?? [];
	const who = person
		? [quoteName(nameOf(person)), ...stated(person), quoteUnlessWord(person.id)]
		: textsIn([by.lookup.standsFor?.(row)]).map(quoteUnlessWord);
	return [...stated(candidate), ...membersInWords(members.get(id)), ...who, quoteUnlessWord(id)];
}

/** Who the first members are: `with "Ada", "Bo", "Kit" and others`. */
function membersInWords(members: IDataObject[] = []): string[] {
	const names = members.map(({ display_name, user_ref }) =>
		display_name ? quoteName(display_name) : quoteUnlessWord(user_ref),
	);
	if (names.length === 0) return [];
	const shown = names.slice(0, LIMITS.namedMembers).join(', ');
	return [`with ${shown}${names.length > LIMITS.namedMembers ? ' and others' : ''}`];
}

function nameOf({ row, by: { lookup } }: FoundObject): string {
	return namesOf(row, lookup.names)[0] ?? 'Unnamed';
}

function idIn({ id }: NameLookup, row: IDataObject): string {
	const value = id
		.split('.')
		.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), row);
	if (typeof value !== 'string' || value === '') throw brokenAnswer(`has an entry without '${id}'`);
	return value;
}
