import type { IDataObject } from 'n8n-workflow';

/** Entry of a write in the memory: its state, and the values that a retry sends again. */
export interface Entry {
	/**
	 * - sent: its outcome is unknown. Noted before each request
	 * - written: the service has written it
	 * - rejected: nothing was written
	 * The outcome was the output of a sent or rejected item that has a `row` (If Rejected = Output Outcome).
	 */
	state: 'sent' | 'written' | 'rejected';
	/** Digest of the content: of a written item without its expected values */
	digest: string;
	/** Digest of the fields that name its object */
	target?: string;
	/** Output of the item */
	row?: IDataObject;
	/** Expected values that the node read */
	expected?: IDataObject;
	/** Digest of a request that was made from the object (Append Text) */
	request?: string;
	/** A further step follows this one (Set Status, a part of a text) */
	continues?: true;
	/** Business time in Unix milliseconds, unless it is the one that was planned */
	at?: number;
	/** First part of the idempotency key, if it is that of another run */
	id?: string;
	/** The entry is from another execution, whose workflow may have been changed since */
	isForeign?: true;
}

/** A write: path, index of the input item, number of its step or part, and a digest of its target. */
export interface Key {
	path: string;
	index: number;
	step: number;
	target?: string;
}

/** Entries of writes, by their keys. */
export interface Entries {
	get: (key: Key) => Entry | undefined;
	set: (key: Key, entry: Entry) => void;
	delete: (key: Key) => void;
}

/** Entries as plain objects, by path, and by index and step. */
export type StoredEntries = Record<string, Record<string, Entry>>;

/** The entries of a run, which n8n stores. */
export function entriesIn(stored: StoredEntries): Entries {
	const nameOf = ({ index, step }: Key) => (step === 0 ? `${index}` : `${index}.${step}`);
	return {
		get(key) {
			const entry = stored[key.path]?.[nameOf(key)];
			// Another object is another change
			return entry?.target === key.target ? entry : undefined;
		},
		set: (key, entry) => void ((stored[key.path] ??= {})[nameOf(key)] = entry),
		delete: (key) => void delete stored[key.path]?.[nameOf(key)],
	};
}
