import type { IDataObject } from 'n8n-workflow';

import { type ExactRead, type KeyedRead } from '../../api/batchGet';
import type { FailureError } from '../../errors/failure';
import type { InputItem, Repeat, Result } from '../endpoint';
import type { Entry, Key } from './journal';

/** Description of a write operation of the contract. */
export interface Write {
	/** Noun of the object that is written, for messages */
	thing: string;
	/** Each item creates an object, so an item with other content is another object, not a change */
	creates?: boolean;
	/** True for the first of two writes in one operation. The second one reports how many items were written */
	isStep?: boolean;
	/**
	 * Fields that identify what an item changes. Items with the same target are sent one after the other, in input
	 * order. Without `target`, all items are independent.
	 */
	target?: string[];
	/** True for an item that waits for the previous item with the same target; defaults to true */
	inOrder?: (item: InputItem) => boolean;
	/** Reason why an item can be sent again while its outcome is unknown */
	repeat: Repeat;
	/** Field of the business time, which is the time of the first try unless the user sets it */
	stamp?: string;
	/** Expected values, such as a version, which are read right before the write unless the user sets them */
	expected?: Expected[];
	/** Fields by which the object is found and read; the request names it by an expected value */
	unsent?: string[];
	/** True if retries keep expected values that were read once, instead of reading newer ones */
	keepExpected?: boolean;
	/**
	 * Result of an item that needs no request because of its expected value: its row or a failure. `entity` is the
	 * object, if the node has read it.
	 */
	settled?: (item: IDataObject, entity?: IDataObject) => IDataObject | FailureError | undefined;
	/** Steps of an item that needs several requests: the next request item, and whether the last step is done */
	steps?: {
		next: (item: IDataObject) => IDataObject;
		fulfilled: (item: IDataObject, reached: IDataObject) => boolean;
		/** The object after a step that was asked for like this, as far as the next step needs it */
		leadsTo: (sent: IDataObject) => IDataObject;
		/** State that a failed item has reached, as the start of a sentence */
		standing: (reached: IDataObject) => string;
	};
	/** Content that is made from the object as it is; then the object is read before every try */
	merge?: Merge;
	/** Field that only outcomes of written items have, for outcomes without a status */
	proof?: string;
	/** True for the outcome of a written item; defaults to `proof`, or to status `succeeded` */
	succeeded?: (outcome: IDataObject) => boolean;
	/** Reason of a rejected outcome; defaults to its field `reason` */
	reason?: (outcome: IDataObject) => string | undefined;
	/** Outcome for a reason that the node found itself; defaults to status `rejected` with the reason */
	outcomeFor?: (reason: string) => IDataObject;
	/** Outcomes that the service itself does not know. `then` says whether the node repeats the request or reads the object */
	uncertain?: { is: (outcome: IDataObject) => boolean; then: 'repeat' | 'read' };
	/** The contract does not list the statuses of outcomes: `made` decides after reading the object */
	judgedByReading?: boolean;
	/** Field of the outcome with the object, if it is not the outcome itself */
	entity?: string;
	/** Fields of the request that the row shows, unless the answer has them. The journal does not keep them */
	echo?: string[];
	/** Converts the written object to a row; defaults to the object */
	present?: (entity: IDataObject) => IDataObject;
	/**
	 * Outcome of an item whose change the object shows to be made, for writes with a precondition or with `merge`.
	 * Called when a repeated request is rejected, since then the first one may have worked.
	 */
	made?: (entity: IDataObject, item: IDataObject, outcome: IDataObject) => IDataObject | undefined;
	/** Read of the object for `made`; defaults to the read of the first expected value */
	readBack?: ExactRead;
	/** Read of an object that an earlier try has written. Without it, the journal keeps the row */
	recall?: ExactRead;
}

/** Content of an item that is made from the object, such as its text with something added. */
export interface Merge {
	/** The field, of the request and of the object */
	field: string;
	/** The item of the request */
	next: (item: IDataObject, entity: IDataObject) => IDataObject;
	/** The contract's reason for an object that was changed after it was read: it is read and written again */
	outdated: string;
}

/** Expected value that the node reads unless the user sets it. */
export interface Expected {
	/** Request field, for example `expected_version` */
	field: string;
	/** Read of the object */
	read: ExactRead | KeyedRead;
	/** Value in the object; a failure with the contract's reason if the object cannot be changed */
	value: (entity: IDataObject) => unknown;
	/** Reason of the contract for an object that does not exist */
	absent: string;
	/**
	 * Reason of the contract for which the service rejects the change, if the object shows it. `user` is the account's own
	 * `user_ref`, if it can be read. Only Validate Only looks at it: otherwise the service itself decides.
	 */
	refused?: (entity: IDataObject, user: string | undefined) => string | undefined;
}

/** State of an input item during a write. */
export interface WriteItem extends Key {
	input: InputItem;
	/** Request item, without the fields that the node adds */
	item: IDataObject;
	/** Digest of the request item with and without (`content`) its expected values */
	digest: string;
	content: string;
	/** Number of items before this one that change the same object */
	position: number;
	/** Business time that is sent, in Unix milliseconds */
	at: number;
	/** Journal entry of an earlier try */
	earlier?: Entry;
	/** A try of this item, in this or an earlier run, got no answer and may have been carried out */
	outcomeUnknown: boolean;
	/** Expected values that the node read, by field, and the object that they were read from */
	known?: IDataObject;
	entity?: IDataObject;
	/** The item with its content made from the object, and a digest of that content once it is sent */
	merged?: IDataObject;
	sent?: string;
	/** Times that the object was changed between reading and writing it */
	outdated: number;
	/** Number of answers without a known outcome */
	undecided: number;
	/** Steps done so far: row of the last step, and number of steps */
	reached?: IDataObject;
	steps: number;
	result?: Result;
}

/** Request fields of an item for its current step. */
export function wishOf({ steps }: Write, { item, known, merged }: WriteItem): IDataObject {
	const wish = { ...item, ...known };
	return merged ?? steps?.next(wish) ?? wish;
}

/** The request item for its current step. Every try sends the same business time. */
export function sentOf(write: Write, item: WriteItem): IDataObject {
	const { stamp } = write;
	const wish = wishOf(write, item);
	return stamp ? { ...wish, [stamp]: wish[stamp] ?? item.at } : wish;
}

/** The row of a written item, with what the request said of it. */
export function shownOf(write: Write, item: WriteItem, row: IDataObject): IDataObject {
	const { echo = [] } = write;
	const sent = sentOf(write, item);
	const told = echo.filter((field) => sent[field] !== undefined);
	return { ...Object.fromEntries(told.map((field) => [field, sent[field]])), ...row };
}
