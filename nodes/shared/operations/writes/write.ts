import type { IDataObject } from 'n8n-workflow';

import type { ExactRead } from '../../api/exactRead';
import type { FailureError } from '../../errors/failure';
import { truncate } from '../../errors/format';
import type { InputItem, Repeat } from '../endpoint';
import { chosenName } from '../selection';
import type { Entry, Key } from './entries';

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
	/** The request fields of each part of an item, which are written one after the other; by default all in one: inParts.ts */
	partsOf?: (item: InputItem) => IDataObject[];
	/** Requests that are made from the object, which is read before each of them: stepwise.ts, appending.ts */
	steps?: Steps;
	/** True for the outcome of a written item; defaults to status `succeeded` */
	succeeded?: (outcome: IDataObject) => boolean;
	/** Statuses of outcomes that changed nothing, where a status takes the place of a reason */
	refusals?: string[];
	/**
	 * What the node does where the service does not tell the outcome: with the status `unknown` it repeats the request or
	 * reads the object. `readAlways` if the contract does not list the statuses, so that `made` decides about every outcome
	 */
	uncertain?: 'repeat' | 'read' | 'readAlways';
	/** Field of the outcome with the object, if it is not the outcome itself */
	entity?: string;
	/** Fields of the request that the row shows, unless the answer has them. The memory does not keep them */
	echo?: string[];
	/** Fields of the object that the request overwrites: a caller who names what was written is shown their old values */
	overwrites?: string[];
	/** Field of the row for the name of an object that the item chose, unless the answer has it: the parameters of its locators */
	named?: Record<string, string[]>;
	/** Converts the written object to a row, with the request that was sent; defaults to the object */
	rowOf?: (entity: IDataObject, sent: IDataObject) => IDataObject;
	/**
	 * Outcome of an item whose change the object shows to be made, for writes with a precondition or steps. Called when a
	 * repeated request is rejected, since then the first one may have worked, with the object of the last expected value.
	 */
	made?: (entity: IDataObject, item: IDataObject, outcome: IDataObject) => IDataObject | undefined;
	/** Read of what was created, if the outcome does not have its content */
	contents?: ExactRead;
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

/** Requests of an item that are made from its object. */
export interface Steps {
	/** The next request, from the fields and expected values of the item; or the result of an item that needs none */
	next: (attempt: Attempt, fields: IDataObject) => Next;
	/** True if another request follows the one that has led to a row */
	continues?: (item: IDataObject, row: IDataObject) => boolean;
	/** State that the step with this row has led to, as the start of a sentence about a later failure */
	describe?: (row: IDataObject) => string;
	/** Reason of the contract for an object that was changed after it was read: it is read and written again */
	outdated?: string;
}

/** The fields of the next request, or the result of an item that needs none. */
type Next = { fields: IDataObject } | Settled;

/** The row of an item without a request; an outcome as its object shows it, with what was sent; or a failure. */
export type Settled =
	{ row: IDataObject } | { outcome: IDataObject; sent: IDataObject } | { error: FailureError };

/** An item to write, or a part of one, as it was planned. */
export interface WriteItem {
	readonly input: InputItem;
	readonly key: Key;
	/** Its request fields, without those that the node adds */
	readonly body: IDataObject;
	/** Digest of the whole item with and without (`contentDigest`) its expected values */
	readonly digest: string;
	readonly contentDigest: string;
	/** True if the item waits for those before it that change the same object; `position` is their number */
	readonly isOrdered: boolean;
	readonly position: number;
	/** Business time of its first try, in Unix milliseconds */
	readonly plannedAt: number;
	/** Idempotency key, unless the node makes one of what is known of the item */
	readonly userKey?: string;
	/** True for a part of a text that is not the last one */
	readonly continues?: true;
}

/** A request of an item. The next request of the item is another attempt. */
export interface Attempt {
	readonly item: WriteItem;
	readonly key: Key;
	/** What earlier tries left of this step */
	readonly earlier?: Entry;
	/** A request of this step, in this or an earlier run, may have been carried out. Only batchWrite.ts changes it */
	doubt: boolean;
	/** Business time that is sent, in Unix milliseconds */
	readonly at: number;
	/** Number of requests of this step before this one, in this run */
	readonly repeats: number;
	/** Expected values that the node read, and the object that they were read from */
	readonly expected?: IDataObject;
	readonly entity?: IDataObject;
	/** The object before the first step */
	readonly before?: IDataObject;
	/** Row of the step before */
	readonly stepRow?: IDataObject;
	/** Fields of the request */
	readonly fields: IDataObject;
}

/** The request item of an attempt. Every try sends the same business time. */
export function withStamp({ stamp }: Write, { fields, at }: Attempt): IDataObject {
	return stamp ? { ...fields, [stamp]: fields[stamp] ?? at } : fields;
}

/** The row of a written item, with what its request said of it. */
export function completeRow(write: Write, attempt: Attempt, row: IDataObject): IDataObject {
	const { body, input } = attempt.item;
	const { title, text_content } = attempt.entity ?? {};
	const name = title || text_content;
	const isNamed =
		input.run.caller.namesWritten && name && !('title' in body) && !('text_content' in body);
	const old = input.run.caller.namesWritten ? (write.overwrites ?? []) : [];
	const { before = attempt.entity } = attempt;
	const overwritten = before ? old.filter((field) => write.steps ?? field in body) : [];
	const chosen = Object.entries(write.named ?? {}).map(([field, locators]) => [
		field,
		row[field] ?? chosenName(input, locators),
	]);
	return {
		...(isNamed && { title: truncate(String(name), 60) }),
		...pickEcho(write, withStamp(write, attempt)),
		...row,
		...Object.fromEntries(chosen.filter(([, name]) => name !== undefined)),
		...Object.fromEntries(overwritten.map((field) => [`old_${field}`, before![field] ?? 'none'])),
		...input.notes,
	};
}

/** The fields of a request that rows show, as far as an object has them. */
export function pickEcho({ echo = [] }: Write, object: IDataObject): IDataObject {
	const there = echo.filter((field) => object[field] !== undefined);
	return Object.fromEntries(there.map((field) => [field, object[field]]));
}
