import type { IDataObject } from 'n8n-workflow';

import type { ExactRead } from '../../api/exactRead';
import type { FailureError } from '../../errors/failure';
import { truncate } from '../../errors/format';
import type { InputItem, Repeat, Result } from '../endpoint';
import type { Entry, Key } from './entry';

/** Description of a write operation of the contract. */
export interface Write {
	/** Noun of the object that is written, for messages */
	thing: string;
	/** Each item creates an object, so an item with other content is another object, not a change */
	creates?: boolean;
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
	/** Requests of an item, if they are not a single one with its fields: stepwise.ts, appending.ts */
	course?: (item: WriteItem) => Course;
	/** True for the outcome of a written item; defaults to status `succeeded` */
	succeeded?: (outcome: IDataObject) => boolean;
	/** Statuses of outcomes that changed nothing, where a status takes the place of a reason */
	refusals?: string[];
	/** True if `made` decides about every outcome, since the contract does not list the statuses */
	isRead?: boolean;
	/** Outcomes that the service itself does not know. `then` says whether the node repeats the request or reads the object */
	uncertain?: { is: (outcome: IDataObject) => boolean; then: 'repeat' | 'read' };
	/** Field of the outcome with the object, if it is not the outcome itself */
	entity?: string;
	/** Fields of the request that the row shows, unless the answer has them. The journal does not keep them */
	echo?: string[];
	/** Converts the written object to a row; defaults to the object */
	rowOf?: (entity: IDataObject) => IDataObject;
	/**
	 * Outcome of an item whose change the object shows to be made, for writes with a precondition or a course.
	 * Called when a repeated request is rejected, since then the first one may have worked.
	 */
	made?: (entity: IDataObject, item: IDataObject, outcome: IDataObject) => IDataObject | undefined;
	/** Read of the object for `made`; defaults to the read of the first expected value */
	readBack?: ExactRead;
	/** Read of what was created, if the outcome does not have its content */
	contents?: ExactRead;
	/** Read of an object that an earlier try has written. Without it, the journal keeps the row */
	recall?: ExactRead;
}

/** Expected value that the node reads unless the user sets it. */
export interface Expected {
	/** Request field, for example `expected_version` */
	field: string;
	/** Read of the object */
	read: ExactRead;
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

/** Requests of one item; keeps what it needs between them. */
export interface Course {
	/** True once the user's own expected value is no longer that of the object */
	hasBegun: boolean;
	/** True if the object is read again even after an unknown outcome */
	readsAgain: boolean;
	/** Prepares the next request, once the object was read. What it returns settles the item instead */
	prepare: () => Settled | undefined;
	/** Fields of the next request */
	fields: (wish: IDataObject) => IDataObject;
	/** True if another request follows the written one; a failure if there were too many */
	continues: (written: IDataObject) => boolean | FailureError;
	/** True if the item is sent anew after a rejection for this reason */
	retries: (reason: string | undefined) => boolean;
	/** Milliseconds to wait before that */
	pause: () => number;
	/** End of the idempotency key of the next request, which tells it from those of the other requests */
	keyEnd: () => string;
	/** Parts of the journal entry that only this course has */
	memory: () => Pick<Entry, 'sent' | 'step' | 'parts'>;
	/** Row of a written item as the journal keeps it, from its last row */
	kept: (row: IDataObject) => IDataObject;
	/** The rows of a written item from what the journal keeps */
	rows: (kept: IDataObject) => IDataObject[];
	/** A failure in words that say how far the item has come */
	tell: (error: FailureError) => FailureError;
	/** For Validate Only: goes on to the next request that is known before; false if there is none */
	after: () => boolean;
}

/** Result of an item without a request: its row, an outcome of the service as the object shows it, or a failure. */
export type Settled = { row: IDataObject } | { outcome: IDataObject } | { error: FailureError };

/** State of an input item during a write. Each group of fields has one owner. */
export interface WriteItem extends Key {
	// plan.ts
	readonly input: InputItem;
	/** Request item, without the fields that the node adds */
	readonly item: IDataObject;
	/** Digest of the request item with and without (`content`) its expected values */
	readonly digest: string;
	readonly content: string;
	/** True if the item waits for those before it that change the same object; `position` is their number */
	readonly isOrdered: boolean;
	readonly position: number;
	/** Time of its first try */
	readonly plannedAt: number;
	/** Idempotency key, unless the node makes one of what is known of the item */
	readonly ownKey?: string;
	course: Course;

	// journal and settlement.ts
	/** What earlier tries left */
	earlier?: Entry;
	/** A request of this item, in this or an earlier run, may have been carried out */
	doubt: boolean;
	/** Business time that is sent, in Unix milliseconds */
	at: number;
	/** Number of answers without a known outcome */
	undecided: number;
	result?: Result;

	// expectedValues.ts
	/** Expected values that the node read, by field, and the object that they were read from */
	known?: IDataObject;
	entity?: IDataObject;
	/** Title or text of the object, as it was read first */
	title?: unknown;
}

/** Request fields of an item for its next request. */
export function wishOf({ item, known, course }: WriteItem): IDataObject {
	return course.fields(known ? { ...item, ...known } : item);
}

/** The request item for its next request. Every try sends the same business time. */
export function sentOf({ stamp }: Write, item: WriteItem): IDataObject {
	const wish = wishOf(item);
	return stamp ? { ...wish, [stamp]: wish[stamp] ?? item.at } : wish;
}

/** The rows of a written item, with what the requests said of it. `kept` is as the course keeps it. */
export function shownOf(write: Write, item: WriteItem, kept: IDataObject): IDataObject[] {
	const { title, item: wish, input } = item;
	const isChanged = 'title' in wish || 'text_content' in wish;
	const name =
		input.run.caller.namesWritten && title && !isChanged
			? { title: truncate(String(title), 60) }
			: {};
	const shared = { ...name, ...echoIn(write, sentOf(write, item)) };
	return item.course.rows(kept).map((row) => ({ ...shared, ...row, ...input.told }));
}

/** The fields of a request that rows show, as far as an object has them. */
export function echoIn({ echo = [] }: Write, object: IDataObject): IDataObject {
	const there = echo.filter((field) => object[field] !== undefined);
	return Object.fromEntries(there.map((field) => [field, object[field]]));
}

/** The course of an item with a single request. */
export const SINGLE: Course = {
	hasBegun: false,
	readsAgain: false,
	prepare: () => undefined,
	fields: (wish) => wish,
	continues: () => false,
	retries: () => false,
	pause: () => 0,
	keyEnd: () => '',
	memory: () => ({}),
	kept: (row) => row,
	rows: (kept) => [kept],
	tell: (error) => error,
	after: () => false,
};
