import { hash } from 'crypto';
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

/** Digest of a value, independent of the order of its fields: 64 bits as 16 hexadecimal digits. */
export function digestOf(value: IDataObject | Array<IDataObject[string]>): string {
	const sorted = JSON.stringify(value, (_key, inner: unknown) =>
		typeof inner === 'object' && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
	return hash('sha256', sorted).slice(0, 16);
}

/** The part of a digest that the journal keeps: 32 bits. */
export const KEPT = 8;

/** True if a kept digest is that of `whole`. */
export function isDigestOf(kept: string | undefined, whole: string | undefined): boolean {
	return kept === whole?.slice(0, KEPT);
}

const PART = 100;

/**
 * A column of texts of equal width, by index, as n8n stores it: in parts of a hundred, so that a text can be replaced
 * before each request. A text of spaces is none.
 */
export class Column {
	constructor(
		private readonly parts: string[],
		private readonly width: number,
	) {}

	/** The text at an index; undefined if there is none. */
	get(index: number): string | undefined {
		const start = (index % PART) * this.width;
		const part = this.parts[Math.floor(index / PART)] ?? '';
		return part.slice(start, start + this.width).trim() || undefined;
	}

	/** Replaces the text at an index. */
	set(index: number, text: string): void {
		const start = (index % PART) * this.width;
		const part = Math.floor(index / PART);
		while (this.parts.length <= part) this.parts.push('');
		const before = this.parts[part];
		if (text === '' ? before.length <= start : before.startsWith(text, start)) return;
		const end = start + this.width;
		this.parts[part] =
			before.padEnd(start).slice(0, start) + text.padEnd(this.width) + before.slice(end);
	}

	/** The texts with their indexes. */
	*entries(): Generator<[number, string]> {
		for (const [i, part] of this.parts.entries()) {
			for (let at = 0; at * this.width < part.length; at++) {
				const index = i * PART + at;
				const text = this.get(index);
				if (text !== undefined) yield [index, text];
			}
		}
	}
}
