import { createHash, randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../limits';
import type { KnownIds } from '../../parameters/names';
import type { Run } from '../run';
import { omit } from '../../omit';
import { accountOf } from './account';
import { bitmapOf, numbersIn } from './bitmap';

/** Journal entry of an input item of a run with failures. */
export interface Entry {
	/** Digest of the sent or written content; absent if there was no room for it */
	digest?: string;
	/** The item was written */
	written?: true;
	/** Row of a written item, or the UID to read the object again; absent if there was no room for it */
	row?: IDataObject;
	/** The item was rejected. Only `expected` and `at` are kept */
	rejected?: true;
	/** Some steps of the item were done before it failed */
	begun?: true;
	/** The outcome is unknown, and there was no room for what was sent */
	lost?: true;
	/** Expected value that the node read for an item whose outcome is unknown */
	expected?: IDataObject;
	/** Digest of the content that was made from the object, of an item whose outcome is unknown */
	sent?: string;
	/** Business time in Unix milliseconds: as sent for an unknown outcome, new for a rejected item */
	at?: number;
	/** The entry is from another execution. Its workflow may have been changed since */
	foreign?: true;
}

/** Key of an entry: path, index of the input item, and a digest of its target. */
export interface Key {
	path: string;
	/** Index of the input item */
	index: number;
	target?: string;
}

/** Facts that a run shares with its retries. */
interface Facts {
	/** Account that the items belong to; null if it could not be read */
	account: string | null;
	/** ID of the last execution that stored the journal */
	execution: string;
	/** n8n's run index, which tells the runs of a loop apart */
	run: number;
	/** First part of the idempotency keys */
	id: string;
	/** Time of the first try in Unix milliseconds, and its number of items */
	at: number;
	size: number;
}

/** Form of the journal that n8n stores with the execution. */
interface Stored extends Facts {
	v: 1;
	/** By path, index and target */
	items: Record<string, Entry>;
	/** Compact entries, by path */
	many?: Record<string, Many>;
	/** Identifiers of names that were looked up, by digest of the name */
	names?: Record<string, string>;
}

/** Compact entries of a path: bitmaps of item indexes. */
interface Many {
	written?: string;
	/** Eight characters per written item, by index: the first four of the digests of target and content */
	digests?: string;
	/** Items whose outcome is unknown */
	lost?: string;
	foreign?: true;
}

/** State of the journal in memory. */
interface State extends Facts {
	items: Map<string, Entry>;
	/** Compact entries by path and index; `digest` has the first four characters of both digests */
	many: Map<string, Map<number, Entry>>;
	names: Map<string, string>;
}

/**
 * Journal of the writes of a run, so that a retry sends only what was not written, with the same keys and times. It is
 * stored in n8n's node context, which survives Retry On Fail and "Retry execution". A run without failures removes it.
 */
export class Journal {
	private constructor(
		private readonly context: Context,
		private readonly state: State,
		private readonly single: boolean,
		/** True if the account of the entries cannot be compared with the current one */
		readonly accountUnknown: boolean,
	) {}

	/**
	 * The journal of a run. Entries of another account are dropped, and so are those of another run of a loop. Calls of a
	 * tool share entries, since each has its own run index.
	 */
	static async of(run: Run): Promise<Journal> {
		let journal = journals.get(run);
		if (!journal) journals.set(run, (journal = Journal.open(run)));
		return await journal;
	}

	private static async open(run: Run): Promise<Journal> {
		const { functions, connection, scope } = run;
		const account = connection.account ?? (await accountOf(connection, () => run.halted)) ?? null;
		const execution = String(functions.getExecutionId());
		const index = Number(functions.getWorkflowDataProxy(0).$runIndex);
		const context = functions.getContext('node') as Context;
		const before = states.get(context) ?? stateFrom(context.svc);
		const comparable = before && before.account !== null && account !== null;
		const same =
			before &&
			!(comparable && before.account !== account) &&
			(before.run === index || scope.single);
		const state = same ? before : freshState({ account, execution, run: index, size: scope.size });
		states.set(context, state);
		if (state.execution !== execution) enter(state, execution);
		const journal = new Journal(context, state, scope.single, same === true && !comparable);
		run.atEnd((failed) => journal.end(failed));
		return journal;
	}

	/** An empty journal that is stored nowhere, for items that are not sent. */
	static unstored({ scope: { size, single } }: Run): Journal {
		const state = freshState({ account: null, execution: '', run: 0, size });
		return new Journal({}, state, single, false);
	}

	/**
	 * Idempotency key (contract: at most 128 characters). All tries of an item with the same content and time have the
	 * same key; a try after a rejection has another.
	 */
	keyFor({ index, digest, at }: { index: number; digest: string; at: number }): string {
		return `${this.state.id}-${index}-${digest}-${at}`;
	}

	/** Entry of an item, if there is one. `digest` is that of its current content. */
	entry(key: Key, digest: string): Entry | undefined {
		const entry = this.state.items.get(nameOf(key));
		if (entry) return entry;
		const one = this.state.many.get(key.path)?.get(key.index);
		if (one?.digest === undefined) return one;
		const own = shortDigest(key, digest);
		// The entry belongs to another target
		if (own.slice(0, SHORT) !== one.digest.slice(0, SHORT)) return undefined;
		return own === one.digest ? { ...one, digest } : one;
	}

	remember(key: Key, entry: Entry): void {
		this.forget(key);
		this.state.items.set(nameOf(key), entry);
	}

	forget(key: Key): void {
		this.state.items.delete(nameOf(key));
		this.state.many.get(key.path)?.delete(key.index);
	}

	/** Time of the first try in Unix milliseconds. Each call of a tool has its own time, and no two are equal. */
	startedAt(): number {
		if (this.single) this.state.at = Math.max(Date.now(), this.state.at + 1);
		return this.state.at;
	}

	/**
	 * Cache of looked-up names, so that a retry uses the same identifiers as the first try even if a name has changed.
	 * Undefined for tools, whose calls are not retries of each other.
	 */
	get names(): KnownIds | undefined {
		const { names } = this.state;
		if (this.single) return undefined;
		return {
			get: (key) => names.get(digestOf([key])),
			set: (key, id) => void names.set(digestOf([key]), id),
		};
	}

	/** Number of items of the first try. */
	get size(): number {
		return this.state.size;
	}

	/** Number of items of a path that were written, and of those with unknown outcome. */
	count(path: string): { written: number; unknown: number } {
		const entries = [...(this.state.many.get(path)?.values() ?? [])];
		for (const [name, entry] of this.state.items) {
			if (name.startsWith(`${path} `)) entries.push(entry);
		}
		return {
			written: entries.filter(({ written }) => written).length,
			unknown: entries.filter(({ written, rejected }) => !written && !rejected).length,
		};
	}

	/** Stores or removes the journal at the end of a run. Without failures it is removed; of a tool, unknown outcomes are kept. */
	private end(failed: boolean): void {
		const { state, context } = this;
		if (!failed && !this.single) {
			if (states.get(context) !== state) return;
			states.delete(context);
			delete context.svc;
			return;
		}
		if (!failed)
			for (const [name, { written }] of state.items) if (written) state.items.delete(name);
		context.svc = storedOf(state);
	}
}

/** n8n's node context. */
interface Context {
	svc?: Stored;
}

const journals = new WeakMap<Run, Promise<Journal>>();

/** States in this process, by n8n's node context. */
const states = new WeakMap<Context, State>();

function freshState(facts: Omit<Facts, 'id' | 'at'>): State {
	const lists = { items: new Map(), many: new Map(), names: new Map() };
	return { ...facts, id: randomUUID(), at: Date.now(), ...lists };
}

/** Marks all entries as those of another execution, whose workflow may have been changed. */
function enter(state: State, execution: string): void {
	state.execution = execution;
	for (const entry of entriesOf(state)) entry.foreign = true;
}

function entriesOf({ items, many }: State): Entry[] {
	return [...items.values(), ...[...many.values()].flatMap((each) => [...each.values()])];
}

function nameOf({ path, index, target }: Key): string {
	return `${path} ${index}${target ? ` ${target}` : ''}`;
}

/** Characters of each digest in a compact entry. */
const SHORT = 4;
const NO_DIGEST = '-'.repeat(2 * SHORT);

function shortDigest({ target = '' }: Pick<Key, 'target'>, digest: string): string {
	return target.slice(0, SHORT).padEnd(SHORT, '.') + digest.slice(0, SHORT);
}

/**
 * Stored form, at most `LIMITS.maxJournalBytes`. To save room it drops rows of written items first, then names, then
 * digests, then the content of unknown outcomes. It always keeps which items were written.
 */
function storedOf(state: State): Stored {
	let stored = encode(state);
	for (const shorten of [shortenWritten, dropNames, dropDigests, loseUnknown]) {
		if (JSON.stringify(stored).length <= LIMITS.maxJournalBytes) return stored;
		shorten(state);
		stored = encode(state);
	}
	return stored;
}

function shortenWritten(state: State): void {
	move(state, ({ written }) => written === true);
}

function dropNames({ names }: State): void {
	names.clear();
}

function dropDigests({ many }: State): void {
	for (const entries of many.values()) for (const entry of entries.values()) delete entry.digest;
}

function loseUnknown(state: State): void {
	move(state, () => true);
}

/** Replaces entries by compact ones. */
function move({ items, many }: State, which: (entry: Entry) => boolean): void {
	for (const [name, entry] of items) {
		if (!which(entry)) continue;
		const [path, index, target] = name.split(' ');
		const { written, digest, at, foreign } = entry;
		if (!many.has(path)) many.set(path, new Map());
		many.get(path)!.set(Number(index), {
			...(written ? { written } : { lost: true as const }),
			// An entry with its own time keeps no digest: without the time, its key cannot be computed again
			...(written && digest && at === undefined && { digest: shortDigest({ target }, digest) }),
			...(foreign && { foreign }),
		});
		items.delete(name);
	}
}

function encode({ items, many, names, ...facts }: State): Stored {
	const stored: Stored = { v: 1, ...facts, items: Object.fromEntries(items) };
	if (names.size > 0) stored.names = Object.fromEntries(names);
	if (many.size > 0) {
		stored.many = Object.fromEntries([...many].map(([path, each]) => [path, manyOf(each)]));
	}
	return stored;
}

function manyOf(entries: Map<number, Entry>): Many {
	const sorted = [...entries].sort(([a], [b]) => a - b);
	const written = sorted.filter(([, entry]) => entry.written);
	const lost = sorted.filter(([, entry]) => entry.lost);
	const known = written.some(([, { digest }]) => digest !== undefined);
	return {
		written: bitmapOf(written.map(([index]) => index)),
		lost: bitmapOf(lost.map(([index]) => index)),
		...(known && { digests: written.map(([, { digest }]) => digest ?? NO_DIGEST).join('') }),
		// If some entries are from another execution, all of them count as such
		...(sorted.some(([, { foreign }]) => foreign) && { foreign: true as const }),
	};
}

function stateFrom(stored: Stored | undefined): State | undefined {
	if (stored?.v !== 1) return undefined;
	const { items, many = {}, names = {}, ...facts } = omit(stored, 'v');
	return {
		...facts,
		names: new Map(Object.entries(names)),
		items: new Map(Object.entries(items)),
		many: new Map(Object.entries(many).map(([path, each]) => [path, entriesIn(each)])),
	};
}

function entriesIn({ written = '', lost = '', digests, foreign }: Many): Map<number, Entry> {
	const entries = new Map<number, Entry>();
	for (const [position, index] of numbersIn(written).entries()) {
		const digest = digests?.slice(position * NO_DIGEST.length, (position + 1) * NO_DIGEST.length);
		entries.set(index, {
			written: true,
			...(digest && digest !== NO_DIGEST && { digest }),
			...(foreign && { foreign }),
		});
	}
	for (const index of numbersIn(lost))
		entries.set(index, { lost: true, ...(foreign && { foreign }) });
	return entries;
}

/** Digest of a value, independent of the order of its fields: 64 bits as 16 hexadecimal digits. */
export function digestOf(value: IDataObject | Array<IDataObject[string]>): string {
	const sorted = JSON.stringify(value, (_key, inner: unknown) =>
		typeof inner === 'object' && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
	return createHash('sha256').update(sorted).digest('hex').slice(0, 16);
}
