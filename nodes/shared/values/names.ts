import type { IDataObject } from 'n8n-workflow';

import { listOf, tryTo } from '../api/answer';
import { inParallel } from '../api/batchItems';
import { candidatesOf, type Candidates } from '../api/candidates';
import type { ReadContext } from '../api/reading';
import { HOUR } from '../durations';
import { errorOf } from '../errors/failure';
import { declareLimits } from '../limits';
import { type Chosen, chosenBy, decide, membersIn, peopleIn, type RowsOf } from './meant';
import { isNamed, Name } from './name';

const OWN_LIMITS = declareLimits({
	/** Most names in the cache of a process for polls */
	maxKnownNames: 1_000,
});

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
	const found: RowsByLookup = new Map();
	await lookUp(eachOnce([...unknown, ...more]), send, found);
	const people = unknown.map((name) => tryTo(() => peopleIn(name, rowsIn(found))));
	await lookUp(
		eachOnce(people.flatMap((each) => (each instanceof Error ? [] : each))),
		send,
		found,
	);
	const decisionOn = (name: Name) => tryTo(() => decide(name, rowsIn(found)));
	const decisions = new Map(unknown.map((name) => [name.key, decisionOn(name)]));
	const members = await readMembers([...decisions.values()].flatMap(membersIn), send);
	const idOf = (name: Name): Chosen => {
		const remembered = ids.get(name.key);
		if (remembered !== undefined) return remembered;
		const decision = decisions.get(name.key)!;
		if (decision instanceof Error) throw decision;
		const chosen = chosenBy(decision, members);
		cache?.set(chosen.key, chosen.id);
		return chosen;
	};
	return bodies.map((body) => tryTo(() => replaced(body, idOf) as IDataObject));
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

/** The candidates of names by their keys, or the error of the lookup. */
type RowsByLookup = Map<string, IDataObject[] | Error>;

/** Looks up names, those of one path together, and adds their candidates to those that were found. */
async function lookUp(names: Name[], send: Lookups['send'], found: RowsByLookup): Promise<void> {
	const paths = [...new Set(names.map(({ lookup }) => lookup.path))];
	await Promise.all(
		paths.map(async (path) => {
			const own = names.filter(({ lookup }) => lookup.path === path);
			const asked = own.flatMap((name) => name.queries.map((query) => ({ name, query })));
			const queries = asked.map(({ name: { lookup }, query }, i) => ({
				id: String(i),
				fields: { query, ...lookup.fields },
				wanted: Infinity,
			}));
			const results = (await candidatesOf(path, { send }, queries)).values();
			for (const name of own) {
				const answers = name.queries.map(() => results.next().value!);
				found.set(name.key, joined(name, answers));
			}
		}),
	);
}

/** Function that gives the candidates of a name. It throws if the lookup failed. */
function rowsIn(found: RowsByLookup): RowsOf {
	return ({ key }) => {
		const rows = found.get(key) ?? [];
		if (rows instanceof Error) throw rows;
		return rows;
	};
}

/** The first members of candidates, by identifier; none where they cannot be read, since they only explain a refusal. */
async function readMembers(
	asked: ReturnType<typeof membersIn>,
	send: Lookups['send'],
): Promise<Map<string, IDataObject[]>> {
	const members = new Map<string, IDataObject[]>();
	await inParallel([...new Map(asked)], async ([id, { path, body }]) => {
		const found = await send(path, body).then(
			({ data }) => tryTo(() => listOf(data, 'items')),
			errorOf,
		);
		if (!(found instanceof Error)) members.set(id, found);
	});
	return members;
}

/** The candidates of the text as it was given if one of them has the name, else those of all its forms; or an error. */
function joined({ lookup, text }: Name, answers: Array<Candidates | Error>): IDataObject[] | Error {
	const rows: IDataObject[] = [];
	for (const answer of answers) {
		if (answer instanceof Error) return answer;
		rows.push(...answer.rows);
		if (rows.some((row) => isNamed(lookup, row, text))) return rows;
	}
	return rows;
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
		if (KnownNames.all.size >= OWN_LIMITS.maxKnownNames) KnownNames.all.clear();
		KnownNames.all.set(this.keyOf(key), { id, until: Date.now() + HOUR });
	}

	private keyOf(key: string): string {
		return `${this.account} ${key}`;
	}
}
