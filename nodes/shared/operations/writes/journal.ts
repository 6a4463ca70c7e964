import { randomUUID } from 'crypto';

import { userOf } from '../../api/user';
import { FailureError } from '../../errors/failure';
import { LIMITS } from '../../limits';
import type { KnownIds } from '../../values/names';
import { Recent } from '../../recent';
import type { Run } from '../run';
import {
	Column,
	digestOf,
	type Entry,
	isDigestOf,
	KEPT,
	type Key,
	LETTERS,
	type Memory,
	STATES,
} from './entry';

/** Latest business time that the node gave to something of an account, in Unix milliseconds. */
const latest = new Recent<string | null, number>();

/** The latest time that this process gave to something of an account; 0 if there is none. */
export function latestTime(account: string | null): number {
	return latest.get(account) ?? 0;
}

/** Notes that a time was given, so that no later run dates something before it. */
export function noteTime(account: string | null, at: number): void {
	latest.set(account, Math.max(latestTime(account), at));
}

/** Form of the journal, which n8n stores with the execution. */
interface Stored {
	v: typeof VERSION;
	/** Account that the items belong to; null if it could not be read */
	account: string | null;
	/** ID of the last execution that wrote here */
	execution: string;
	/** n8n's run index, which tells the runs of a loop apart */
	run: number;
	/** First part of the idempotency keys */
	id: string;
	/** Time of the first try in Unix milliseconds, and its number of items */
	at: number;
	size: number;
	/** Latest time that the process had given to the account before */
	floor: number;
	/** Columns of the items, by path: state, and digests of target and content */
	writes: Record<string, { states: string[]; digests: string[] }>;
	/** The rest of an entry, by path and index */
	more: Record<string, Omit<Entry, 'state' | 'digest' | 'foreign'>>;
	/** Identifiers of names that were looked up, by digest of the name */
	names: Record<string, string>;
}

const VERSION = 2;

/** n8n's node context. */
interface Context {
	svc?: Stored;
}

/**
 * Journal of the writes of a run, so that a retry sends only what was not written, with the same keys and times. It is
 * kept in n8n's node context, which survives Retry On Fail and "Retry execution". A run without failures removes it.
 */
export class Journal {
	/** Number of characters of rows, names and the like, which take the room that digests leave */
	private bytes: number;
	/** Characters for all but states and digests. Negative if there are too many items for digests */
	private room = LIMITS.maxJournalBytes;
	private readonly columnsOf = new Map<string, { states: Column; digests: Column }>();

	private constructor(
		private readonly stored: Stored,
		/** Used in place of the stored entries */
		private readonly memory?: Memory,
		/** True if the account of the entries cannot be compared with the current one */
		readonly accountUnknown = false,
		/** The account of the entries, or the current one if that is not known; null if neither is */
		readonly account = stored.account,
	) {
		this.bytes = JSON.stringify([stored.names, stored.more]).length;
	}

	/** The journal of a run. Entries of another account are dropped, and so are those of another run of a loop. */
	static async of(run: Run): Promise<Journal> {
		let journal = journals.get(run);
		if (!journal) journals.set(run, (journal = Journal.open(run)));
		return await journal;
	}

	/** True if a run has a journal: from the moment at which something was to be sent. */
	static isOpen(run: Run): boolean {
		return journals.has(run);
	}

	private static async open(run: Run): Promise<Journal> {
		const { functions, connection, scope, caller } = run;
		const user = connection.user ?? (await userOf(connection, () => run.halted));
		// The same when the API key changes
		const account = user === undefined ? null : `${connection.baseUrl} ${user}`;
		if (scope.single)
			return new Journal(fresh(account, run), caller.memoryOf?.(run, account) ?? new Map());
		const context = functions.getContext('node') as Context;
		const before = context.svc;
		if (before && before.v !== VERSION) throw otherVersion();
		const known = before && before.account !== null && account !== null;
		const same = before?.run === run.index && !(known && before.account !== account);
		const stored = same ? before : fresh(account, run);
		const execution = String(functions.getExecutionId());
		if (stored.execution !== execution) enter(stored, execution);
		context.svc = stored;
		run.atEnd((whole) => {
			if (whole && context.svc === stored) delete context.svc;
		});
		return new Journal(stored, undefined, same && !known, stored.account ?? account);
	}

	/** An empty journal that is stored nowhere, for items that are not sent. */
	static unstored(run: Run): Journal {
		return new Journal(fresh(null, run));
	}

	/** First part of the idempotency keys that the node makes. */
	get id(): string {
		return this.stored.id;
	}

	/** Time of the first try, in Unix milliseconds. */
	get begunAt(): number {
		return this.stored.at;
	}

	/** Business time of an item at its first try, in Unix milliseconds. Those of the items before are not later. */
	timeOf(index: number, orderedBy: 'index' | { position: number }): number {
		const { at, size, floor } = this.stored;
		// Never in the future, so that a later change of the same object does not get an earlier time
		const own = orderedBy === 'index' ? at - size + 1 + index : at + orderedBy.position;
		return Math.max(own, floor);
	}

	/** The entry of an item. With a memory, that of an earlier run with the same values. */
	entry(key: Key): Entry | undefined {
		if (this.memory) return this.memory.get(key);
		const { states, digests } = this.columns(key.path);
		const letter = states.get(key.index);
		if (letter === undefined) return undefined;
		const known = digests.get(key.index);
		if (known !== undefined && !isDigestOf(known.slice(0, KEPT), targetOf(key))) return undefined;
		const state = letter.toLowerCase();
		return {
			...this.stored.more[`${key.path} ${key.index}`],
			state: STATES[state] as Entry['state'],
			digest: known?.slice(KEPT),
			...(letter !== state && { foreign: true }),
		};
	}

	/** Replaces what is known of an item. What has no room is left out, and the entry says so. */
	remember(key: Key, entry: Entry): void {
		const { state, digest = '', ...more } = entry;
		delete more.foreign;
		const kept = digest.slice(0, KEPT);
		this.memory?.set(key, { ...entry, digest: kept, id: entry.id ?? this.id });
		const { states, digests } = this.columns(key.path);
		const hasRoom = this.room >= 0;
		digests.set(key.index, hasRoom && kept ? targetOf(key) + kept : '');
		const lacksRoom = !this.replaceMore(key, more) || !hasRoom;
		states.set(key.index, LETTERS[lacksRoom && state === 'doubt' ? 'lost' : state]);
	}

	forget(key: Key): void {
		this.memory?.delete(key);
		this.columns(key.path).states.set(key.index, '');
		this.replaceMore(key, {});
	}

	/** Highest index of the items of each target that were written, or may have been. */
	latest(path: string): Map<string, number> {
		const { states, digests } = this.columns(path);
		const latest = new Map<string, number>();
		for (const [index, letter] of states.entries()) {
			const digest = digests.get(index);
			if (digest && 'wdlWDL'.includes(letter)) latest.set(digest.slice(0, KEPT), index);
		}
		return latest;
	}

	/** Items of a path by what is known of them. */
	indexes(path: string): { written: number[]; doubt: number[] } {
		const all = [...this.columns(path).states.entries()];
		const those = (letters: string) =>
			all.filter(([, letter]) => letters.includes(letter)).map(([index]) => index);
		return { written: those('wW'), doubt: those('dDlL') };
	}

	/**
	 * Cache of looked-up names, so that a retry uses the same identifiers as the first try even if a name has changed.
	 * Undefined with a memory, whose runs are not retries of each other.
	 */
	get names(): KnownIds | undefined {
		if (this.memory) return undefined;
		const { names } = this.stored;
		return {
			get: (key) => names[digestOf([key])],
			set: (key, id) => {
				const name = digestOf([key]);
				const bytes = this.bytes + id.length + name.length + 6;
				// Each item that has the name sets it
				if (name in names || bytes > this.room) return;
				this.bytes = bytes;
				names[name] = id;
			},
		};
	}

	private columns(path: string): { states: Column; digests: Column } {
		const known = this.columnsOf.get(path);
		if (known) return known;
		const { states, digests } = (this.stored.writes[path] ??= { states: [], digests: [] });
		const columns = { states: new Column(states, 1), digests: new Column(digests, 2 * KEPT) };
		this.columnsOf.set(path, columns);
		this.room = LIMITS.maxJournalBytes - this.columnsOf.size * this.stored.size * 2 * KEPT;
		return columns;
	}

	/** Replaces the rest of an entry; false if there is no room for it. */
	private replaceMore(key: Key, more: Stored['more'][string]): boolean {
		const { more: all } = this.stored;
		const name = `${key.path} ${key.index}`;
		const bytesOf = (entry: object = {}) => {
			const text = JSON.stringify(entry);
			return text === '{}' ? 0 : text.length + name.length + 4;
		};
		const bytes = bytesOf(more);
		this.bytes -= bytesOf(all[name]);
		delete all[name];
		if (bytes === 0) return true;
		if (this.bytes + bytes > this.room) return false;
		this.bytes += bytes;
		all[name] = more;
		return true;
	}
}

const journals = new WeakMap<Run, Promise<Journal>>();

function fresh(account: string | null, { functions, index, scope: { size } }: Run): Stored {
	return {
		v: VERSION,
		account,
		execution: String(functions.getExecutionId()),
		run: index,
		id: randomUUID(),
		at: Date.now(),
		size,
		floor: latestTime(account),
		writes: {},
		more: {},
		names: {},
	};
}

/** Marks all entries as those of another execution, whose workflow may have been changed. */
function enter(stored: Stored, execution: string): void {
	stored.execution = execution;
	for (const write of Object.values(stored.writes))
		write.states = write.states.map((part) => part.toUpperCase());
}

function targetOf({ target = '' }: Key): string {
	return target.slice(0, KEPT).padEnd(KEPT, '.');
}

/** The failure of all items if the journal has a form that this version does not know. */
function otherVersion(): FailureError {
	return new FailureError({
		message: 'This execution was begun with another version of n8n-nodes-svc',
		description:
			'Nothing was sent: this version cannot read what the other one has written. Check what is there, and run the workflow again instead of retrying this execution.',
		unsent: 'item',
	});
}
