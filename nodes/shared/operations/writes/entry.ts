import type { IDataObject } from 'n8n-workflow';

/** Journal entry of an input item: how far its write has come, and the values that a retry sends again. */
export interface Entry {
	/**
	 * - written: the service has written it
	 * - doubt: it was sent, and the outcome is unknown. Written before each request
	 * - lost: the same, and there was no room for what a retry needs
	 * - rejected: it was not written; a retry has another key or the same expected values
	 * - begun: some of its steps were done
	 * - told: the rejection was its output (If Rejected = Output Outcome). One in doubt has its output as `row`
	 */
	state: keyof typeof LETTERS;
	/** Digest of the content, shortened; absent if there was no room for it */
	digest?: string;
	/** Output of a written item, or the UID to read it again; absent if there was no room for it */
	row?: IDataObject;
	/** Expected values that the node read */
	expected?: IDataObject;
	/** Digest of the content that was made from the object (Append Text) */
	sent?: string;
	/** A step was done before (Set Status) */
	step?: true;
	/** Rows of the parts that were written (If Too Long = Split) */
	parts?: IDataObject[];
	/** Business time in Unix milliseconds, unless it is the one that was planned */
	at?: number;
	/** First part of the idempotency key, if it is that of another run */
	id?: string;
	/** The entry is from another execution, whose workflow may have been changed since */
	foreign?: true;
}

/** Item of an entry: path, index of the input item, and a digest of its target. */
export interface Key {
	path: string;
	index: number;
	target?: string;
}

/** Memory of writes, by key. */
export interface Memory {
	get: (key: Key) => Entry | undefined;
	set: (key: Key, entry: Entry) => void;
	delete: (key: Key) => void;
}

/** Letters of the states; capital ones for entries of another execution. */
export const LETTERS = {
	written: 'w',
	doubt: 'd',
	lost: 'l',
	rejected: 'r',
	begun: 'b',
	told: 't',
};

export const STATES = Object.fromEntries(
	Object.entries(LETTERS).map(([state, letter]) => [letter, state]),
);
