import { randomUUID } from 'crypto';

import { userOf } from '../../api/user';
import { FailureError } from '../../errors/failure';
import type { KnownIds } from '../../values/names';
import { Recent } from '../../recent';
import { digestOf } from '../../objects';
import { type Result, rowsIn } from '../endpoint';
import type { Run } from '../run';
import { entriesIn, type Entries, type Entry, type Key, type StoredEntries } from './entries';

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

/** Form of the memory, which n8n stores with the execution. */
interface Stored {
	version: typeof VERSION;
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
	entries: StoredEntries;
	/** Identifiers of names that were looked up, by digest of the name */
	names: Record<string, string>;
}

const VERSION = 3;

/** The first item with a value for Write Once Per and a target, which is written for all items with both. */
export interface First {
	/** n8n's index of its run in a loop, and its own index there */
	turn: number;
	index: number;
	/** Digest of its content */
	content: string;
	/** Undefined until its group of items has ended */
	result?: Result;
}

/** First items by value and target. */
export type Firsts = Map<string, First>;

/** n8n's node context. */
interface Context {
	svc?: Stored;
}

/**
 * The entries of the writes of a run, so that a retry sends only what was not written, with the same keys and times. It
 * is kept in n8n's node context, which survives Retry On Fail and "Retry execution" (n8n 2.41, n8n-workflow/node-helpers.ts).
 * A run without failures removes it.
 */
export class Memory {
	private constructor(
		private readonly stored: Stored,
		/** True if each item is a call of its own, which are no retries of each other */
		private readonly isOfCalls: boolean,
		private readonly entries: Entries = entriesIn(stored.entries),
		/** True if the account of the entries cannot be compared with the current one */
		readonly accountUnknown = false,
		/** The account of the entries, or the current one if that is not known; null if neither is */
		readonly account = stored.account,
		/** First items with a value for Write Once Per, of this run and of those before it in a loop */
		readonly firsts: Firsts = new Map(),
	) {}

	/** The memory of a run. Entries of another account are dropped, and so are those of another run of a loop. */
	static async of(run: Run): Promise<Memory> {
		let memory = memories.get(run);
		if (!memory) memories.set(run, (memory = Memory.open(run)));
		return await memory;
	}

	private static async open(run: Run): Promise<Memory> {
		const { functions, connection, scope, caller } = run;
		const user = connection.user ?? (await userOf(connection, () => run.halted));
		// The same when the API key changes
		const account = user === undefined ? null : `${connection.baseUrl} ${user}`;
		if (scope.single) return new Memory(fresh(account, run), true, caller.memoryOf?.(run, account));
		const context = functions.getContext('node') as Context;
		const before = context.svc;
		if (before && before.version !== VERSION) throw otherVersion();
		const known = before && before.account !== null && account !== null;
		const same = before?.run === run.index && !(known && before.account !== account);
		const stored = same ? before : fresh(account, run);
		const execution = String(functions.getExecutionId());
		if (stored.execution !== execution) enter(stored, execution);
		context.svc = stored;
		run.atEnd((whole) => {
			if (whole && context.svc === stored) delete context.svc;
		});
		const own = stored.account ?? account;
		const firsts = firstsBefore(run.index, context);
		return new Memory(stored, false, undefined, same && !known, own, firsts);
	}

	/** An empty memory that is stored nowhere, for items that are not sent. */
	static unstored(run: Run): Memory {
		return new Memory(fresh(null, run), true);
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

	/** The entry of a write; undefined if no try has noted one. */
	get(key: Key): Entry | undefined {
		return this.entries.get(key);
	}

	/** Replaces what is known of a write, which is of this execution then. */
	set(key: Key, { target = key.target, ...entry }: Entry): void {
		const id = this.isOfCalls ? (entry.id ?? this.id) : entry.id;
		const all = Object.entries({ ...entry, target, id, isForeign: undefined });
		const given = Object.fromEntries(all.filter(([, value]) => value !== undefined));
		this.entries.set(key, given as unknown as Entry);
	}

	delete(key: Key): void {
		this.entries.delete(key);
	}

	/** Highest index of the items of each target that were written, or may have been. */
	latest(path: string): Map<string, number> {
		const latest = new Map<string, number>();
		for (const [name, { state, target }] of Object.entries(this.stored.entries[path] ?? {})) {
			const index = Number.parseInt(name);
			if (target && state !== 'rejected')
				latest.set(target, Math.max(index, latest.get(target) ?? index));
		}
		return latest;
	}

	/**
	 * Cache of looked-up names, so that a retry uses the same identifiers as the first try even if a name has changed.
	 * Undefined for calls.
	 */
	get names(): KnownIds | undefined {
		if (this.isOfCalls) return undefined;
		const { names } = this.stored;
		return {
			get: (key) => names[digestOf([key])],
			set: (key, id) => void (names[digestOf([key])] = id),
		};
	}
}

const memories = new WeakMap<Run, Promise<Memory>>();

/** First items by node and execution, while it is in this process. After that, the service alone knows them. */
const FIRSTS = new WeakMap<Context, Firsts>();

/** The first items that were written in the runs before this one, without those of an earlier try of this one. */
function firstsBefore(turn: number, context: Context): Firsts {
	const firsts = FIRSTS.get(context) ?? new Map<string, First>();
	FIRSTS.set(context, firsts);
	for (const [key, first] of firsts)
		if (first.turn === turn || rowsIn(first.result).length === 0) firsts.delete(key);
	return firsts;
}

function fresh(account: string | null, { functions, index, scope: { size } }: Run): Stored {
	return {
		version: VERSION,
		account,
		execution: String(functions.getExecutionId()),
		run: index,
		id: randomUUID(),
		at: Date.now(),
		size,
		floor: latestTime(account),
		entries: {},
		names: {},
	};
}

/** Marks all entries as those of another execution, whose workflow may have been changed. */
function enter(stored: Stored, execution: string): void {
	stored.execution = execution;
	for (const entry of Object.values(stored.entries).flatMap((each) => Object.values(each)))
		entry.isForeign = true;
}

/** The failure of all items if the memory has a form that this version does not know. */
function otherVersion(): FailureError {
	return new FailureError({
		message: 'This execution was begun with another version of n8n-nodes-svc',
		description:
			'Nothing was sent: this version cannot read what the other one has written. Check what is there, and run the workflow again instead of retrying this execution.',
		unsent: 'item',
	});
}
