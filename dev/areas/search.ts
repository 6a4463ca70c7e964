import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';

/**
 * Verbs of searches in n8n's node panel, by what an operation does, with `*` for the noun. The panel finds a node if the
 * letters of a search occur in this order in one of its phrases: `find recent *` is also found by `find *` and `recent *`.
 */
const VERBS = {
	read: 'get all my latest *, list show all *, find recent *, search export *, fetch retrieve *, read view check *, track backup *, * list search, * log history, * status data events, * report analytics, daily weekly *',
	list: 'get all my *, list show all *, find search *, * list search',
	create: 'create new *, set up add make *, save write log *',
	change: 'update edit change *, manage organize *',
	remove: 'delete remove *',
	send: 'send new *, post *, notify *',
	start: 'when new * created received updated, when new * added changed, * alert',
};

/** The file search.yaml of an area. Phrases are separated by commas. */
interface Search {
	/** Nouns for kinds of verbs, and phrases without them, by resource and operation: `record > create` */
	operations: Record<string, Words>;
	/** By the value of the event */
	events?: Record<string, Words>;
	searches: Searches;
}

type Words = Partial<Record<keyof typeof VERBS | 'phrases', string>>;

/** Searches of people, by how well the panel finds the node. */
interface Searches {
	/** It comes first. They begin with the product's name, and are search words themselves. */
	first: string;
	/** Most find it among the first five. The words were written with them. */
	seen: string;
	/** As the former, or one of the nodes that have the phrase. They come from people who had not read the words. */
	unseen?: string;
	/** It is found for the first step of a workflow, by the names of its events. */
	firstStep?: string;
}

export function searchOf(area: string): Search {
	return load(readFileSync(path.join(__dirname, area, 'search.yaml'), 'utf8')) as Search;
}

/** Search words of a node (`alias` in its codex file), without those that others make needless. */
export function aliasesOf({ operations, events, searches }: Search): string[] {
	const all = [...Object.values(operations), ...Object.values(events ?? {})].flatMap(
		({ phrases, ...nouns }) => [
			...Object.entries(nouns).flatMap(([kind, listed]) =>
				split(listed).flatMap((noun) => withVerbs(kind, noun)),
			),
			...split(phrases),
		],
	);
	const each = [...new Set([...all, ...split(searches.first)])];
	return each.filter((one) => !each.some((other) => other !== one && covers(other, one)));
}

function withVerbs(kind: string, noun: string): string[] {
	const verbs = split(VERBS[kind as keyof typeof VERBS]);
	if (verbs.length === 0) throw new Error(`There is no kind of verb "${kind}"`);
	return verbs.map((verb) => verb.replace('*', noun));
}

/** Every search that finds the second phrase finds the first as well; for a single word, about as high. */
function covers(phrase: string, other: string): boolean {
	return phrase.startsWith(other) || (other.includes(' ') && finds(other, phrase));
}

/** The letters of a search occur in a phrase in this order. */
export function finds(search: string, phrase: string): boolean {
	let at = 0;
	for (const letter of phrase) if (letter === search[at]) at++;
	return at === search.length;
}

/** The parts of a text between its commas. */
export function split(text = ''): string[] {
	return text.split(/,\s*/).filter(Boolean);
}
