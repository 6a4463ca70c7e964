import type { IDataObject } from 'n8n-workflow';

import { looked } from '../api/answer';
import { candidatesOf, type Candidates } from '../api/candidates';
import type { ReadContext } from '../api/reading';
import { HOUR } from '../durations';
import { LIMITS } from '../limits';
import { chosen, isNamed } from './meant';
import { NameRef, refsIn } from './nameRef';

export { holdsNames } from './nameRef';

/** Settings of lookups. */
export interface Lookups extends Pick<ReadContext, 'send'> {
	/** Cache of identifiers by key; found identifiers are added */
	known?: KnownIds;
}

/** Cache of identifiers by the key of a name. */
export interface KnownIds {
	get(key: string): string | undefined;
	set(key: string, id: string): void;
}

/**
 * The bodies with identifiers in place of names, or a failure for a body with a name that matches no object or several.
 * Each name is looked up once, however many bodies contain it.
 */
export async function withoutNames(
	bodies: IDataObject[],
	how: Lookups,
): Promise<Array<IDataObject | Error>> {
	const refs = eachOnce(bodies.flatMap(refsIn));
	// Read all at once: the cache can drop entries while other names are looked up
	const known = new Map(refs.map(({ key }) => [key, how.known?.get(key)]));
	const unknown = refs.filter(({ key }) => known.get(key) === undefined);
	const wholes = unknown.flatMap(({ given }) => given.whole ?? []);
	const candidates = await lookedUp(eachOnce([...unknown, ...wholes]), how);
	const rowsOf = ({ key }: NameRef) => {
		const found = candidates.get(key)!;
		if (found instanceof Error) throw found;
		return found.rows;
	};
	const idOf = (ref: NameRef): string => {
		const remembered = known.get(ref.key);
		if (remembered !== undefined) return remembered;
		const { whole } = ref.given;
		const meant = whole && isNamed(whole, rowsOf(whole)) ? whole : ref;
		const id = chosen(meant, rowsOf(meant));
		how.known?.set(ref.key, id);
		return id;
	};
	return bodies.map((body) => looked(() => replaced(body, idOf) as IDataObject));
}

/** The names without those that are looked up alike. */
function eachOnce(refs: NameRef[]): NameRef[] {
	return [...new Map(refs.map((ref) => [ref.key, ref])).values()];
}

/** Candidates by the key of the name. */
async function lookedUp(refs: NameRef[], how: Lookups): Promise<Map<string, Candidates | Error>> {
	const paths = [...new Set(refs.map(({ lookup }) => lookup.path))];
	const found = new Map<string, Candidates | Error>();
	await Promise.all(
		paths.map(async (path) => {
			const own = refs.filter(({ lookup }) => lookup.path === path);
			const queries = own.map(({ name, lookup }, i) => ({
				id: String(i),
				fields: { query: name, ...lookup.fields },
				wanted: Infinity,
			}));
			const results = await candidatesOf(path, how, queries);
			own.forEach(({ key }, i) => found.set(key, results[i]));
		}),
	);
	return found;
}

/** The value with identifiers in place of names. Equal identifiers in a list become one. */
function replaced(value: unknown, idOf: (ref: NameRef) => string): unknown {
	if (value instanceof NameRef) return idOf(value);
	if (refsIn(value).length === 0) return value;
	if (Array.isArray(value)) return [...new Set(value.map((each) => replaced(each, idOf)))];
	const entries = Object.entries(value as IDataObject);
	return Object.fromEntries(entries.map(([key, each]) => [key, replaced(each, idOf)]));
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
