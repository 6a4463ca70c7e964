import { createHash, randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../limits';
import type { KnownIds } from '../../parameters/names';
import type { Run } from '../run';
import { accountOf } from './account';
import { bitmapOf, numbersIn } from './bitmap';

/** Journal entry of one input item of a run that did not end well. */
export interface Entry {
	/** Digest of the content that was sent or written; absent where it could not be kept */
	digest?: string;
	/** The item was written */
	written?: true;
	/** Output of a written item, or the UID to read the object again; absent where it could not be kept */
	row?: IDataObject;
	/** The item was rejected, and only `expected` and `at` are to be kept */
	rejected?: true;
	/** Steps of the item were done before it failed */
	begun?: true;
	/** The outcome is unknown, and what was sent could not be kept */
	lost?: true;
	/** Expected value that the node read for an item whose outcome is unknown */
	expected?: IDataObject;
	/** Unix milliseconds: the time that an item of unknown outcome was sent with, or the new one of a rejected item */
	at?: number;
	/** The entry is from another execution, whose workflow may have been corrected since */
	foreign?: true;
}

/** Key of an entry: the item and a digest of its target. A change of another object is not a try of the item. */
export interface Key {
	path: string;
	/** Index of the input item */
	index: number;
	target?: string;
}

/** Facts that a run and its retries share. */
interface Facts {
	/** Whose items they are; null where that could not be read */
	account: string | null;
	/** n8n's id of the execution that wrote last */
	execution: string;
	/** n8n's run index: a loop runs a node many times in one execution */
	run: number;
	/** Makes the idempotency keys */
	id: string;
	/** The time of the first try in Unix milliseconds, and how many items it had */
	at: number;
	size: number;
}

/** Form of the journal that n8n stores with the execution. */
interface Stored extends Facts {
	v: 1;
	/** By path, index and target */
	items: Record<string, Entry>;
	/** Many items of a path in little space */
	many?: Record<string, Many>;
	/** Identifiers that names were found to mean, by digests of the names */
	names?: Record<string, string>;
}

/** Items of a path by bitmaps of their indexes. */
interface Many {
	written?: string;
	/** Eight characters for each written item, by index: the beginnings of the digests of target and content */
	digests?: string;
	/** Items whose outcome is unknown */
	lost?: string;
	foreign?: true;
}

/** State of the journal in memory. */
interface State extends Facts {
	items: Map<string, Entry>;
	/** By path and index; `digest` holds the beginnings of both digests */
	many: Map<string, Map<number, Entry>>;
	names: Map<string, string>;
}

/**
 * Remembers the writes of a run over its tries, so that a retry sends again only what was not written,
 * with the same keys and times. It lives in n8n's node context, which survives Retry On Fail and "Retry
 * execution" and is stored with the execution; a run that ends well leaves nothing behind.
 */
export class Journal {
	private constructor(
		private readonly context: Context,
		private readonly state: State,
		private readonly single: boolean,
		/** True when the account of the entries cannot be compared with the present one */
		readonly accountUnknown: boolean,
	) {}

	/**
	 * The journal of a run. What is remembered of another account is dropped, and of another run of a
	 * loop; calls of a tool have run indexes of their own, which do not tell them apart.
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
		const fresh = {
			account,
			execution,
			run: index,
			id: randomUUID(),
			at: Date.now(),
			size: scope.size,
		};
		const state: State = same
			? before
			: { ...fresh, items: new Map(), many: new Map(), names: new Map() };
		states.set(context, state);
		if (state.execution !== execution) enter(state, execution);
		const journal = new Journal(context, state, scope.single, same === true && !comparable);
		run.atEnd((failed) => journal.end(failed));
		return journal;
	}

	/**
	 * An idempotency key (contract: at most 128 characters): the same for all tries of this item with
	 * this content and time, another for what is tried anew after a rejection.
	 */
	keyFor({ index, digest, at }: { index: number; digest: string; at: number }): string {
		return `${this.state.id}-${index}-${digest}-${at}`;
	}

	/** Entry of an item that is to write content with this digest, if there is one. */
	entry(key: Key, digest: string): Entry | undefined {
		const entry = this.state.items.get(nameOf(key));
		if (entry) return entry;
		const one = this.state.many.get(key.path)?.get(key.index);
		if (one?.digest === undefined) return one;
		const own = shortDigest(key, digest);
		// The entry is about another target
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

	/** The time of the first try in Unix milliseconds. Calls of a tool have times of their own, none twice. */
	startedAt(): number {
		if (this.single) this.state.at = Math.max(Date.now(), this.state.at + 1);
		return this.state.at;
	}

	/**
	 * Identifiers of names: a retry means whom the first try meant, whoever has the name by then. Calls of a tool
	 * are not retries of each other.
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

	/** Number of items of a path that were written, and of those that may have been. */
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

	/** Ends the journal. A run without failures leaves nothing behind; of a tool, unknown outcomes are kept. */
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

/** Another execution goes on with what an earlier one has left: its workflow may have been corrected. */
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

/** Characters that are kept of each digest where many items are kept. */
const SHORT = 4;
const NO_DIGEST = '-'.repeat(2 * SHORT);

function shortDigest({ target = '' }: Pick<Key, 'target'>, digest: string): string {
	return target.slice(0, SHORT).padEnd(SHORT, '.') + digest.slice(0, SHORT);
}

/**
 * The form that is stored, in at most 64 kB. Outputs go first, since they can be had back, then what was
 * written, then what was sent with unknown outcome. That an item was written is never forgotten.
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

/** Moves entries into `many`, where they take little space. */
function move({ items, many }: State, which: (entry: Entry) => boolean): void {
	for (const [name, entry] of items) {
		if (!which(entry)) continue;
		const [path, index, target] = name.split(' ');
		const { written, digest, at, foreign } = entry;
		if (!many.has(path)) many.set(path, new Map());
		many.get(path)!.set(Number(index), {
			...(written ? { written } : { lost: true as const }),
			// An entry with its own time keeps no digest: without the time its key could not be made again
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
	const { v: _v, items, many = {}, names = {}, ...facts } = stored;
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

/** A short digest of a value, independent of the order of its fields: 64 bits, in hexadecimal. */
export function digestOf(value: IDataObject | Array<IDataObject[string]>): string {
	const sorted = JSON.stringify(value, (_key, inner: unknown) =>
		typeof inner === 'object' && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
	return createHash('sha256').update(sorted).digest('hex').slice(0, 16);
}
