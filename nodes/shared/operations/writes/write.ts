import type { IDataObject } from 'n8n-workflow';

import { type ExactRead } from '../../api/batchGet';
import type { FailureError } from '../../errors/failure';
import type { InputItem, Repeat, Result } from '../endpoint';
import type { Entry, Key } from './journal';

/** A write operation of the contract: what is special about it, as data. */
export interface Write {
	/** Noun of the object that is written, for messages */
	thing: string;
	/** Each item makes a new object: an item with other content is another object, not a change */
	creates?: boolean;
	/** First step of an operation of two writes: the second one reports how many items were written */
	isStep?: boolean;
	/**
	 * Fields that name what an item changes. Two items that change the same never share a request:
	 * they go one after the other in input order. Without them all items are independent.
	 */
	target?: string[];
	/** True for an item that waits for the one before with the same target; always unless given */
	inOrder?: (item: InputItem) => boolean;
	/** Reason why an item may be sent again while its outcome is unknown */
	repeat: Repeat;
	/** Field of the business time; the time of the first try unless the user gives it */
	stamp?: string;
	/** Expected values, such as a version; read right before the write unless the user gives them */
	expected?: Expected[];
	/** Expected values that were read once are kept: a retry must not continue with newer ones */
	keepExpected?: boolean;
	/**
	 * Result of an item that its expected value decides without a request: its output or a failure.
	 * `entity` is the object, if the node has read it.
	 */
	settled?: (item: IDataObject, entity?: IDataObject) => IDataObject | FailureError | undefined;
	/** Steps of an item that needs several requests: the next one, and when the last one is done */
	steps?: {
		next: (item: IDataObject) => IDataObject;
		fulfilled: (item: IDataObject, reached: IDataObject) => boolean;
		/** State that a failed item has reached, as the beginning of a sentence */
		standing: (reached: IDataObject) => string;
	};
	/** Field that only a written item has, for outcomes without a status */
	proof?: string;
	/** True for an outcome that is a success; `proof`, or `status: succeeded`, unless given */
	succeeded?: (outcome: IDataObject) => boolean;
	/** Reason of a rejected outcome; its `reason` unless given */
	reason?: (outcome: IDataObject) => string | undefined;
	/** Outcome with which the service would tell a reason; `status: rejected` with the reason unless given */
	outcomeFor?: (reason: string) => IDataObject;
	/** Outcomes whose result the service itself does not know; `then` says whether to repeat or to read */
	uncertain?: { is: (outcome: IDataObject) => boolean; then: 'repeat' | 'read' };
	/** The status of outcomes is not documented: `made` decides, from the object as it is afterwards */
	judgedByReading?: boolean;
	/** Field of the outcome that holds the object, where it is not the outcome itself */
	entity?: string;
	/** The outcome does not name the object: the output gets the target fields of the request */
	echo?: boolean;
	/** The output item of what was written; the object itself unless given */
	present?: (entity: IDataObject) => IDataObject;
	/**
	 * Outcome of an item whose change the object shows to be made, for writes with a precondition. Called
	 * when a repeated request is rejected, since then the first one may have worked.
	 */
	made?: (entity: IDataObject, item: IDataObject, outcome: IDataObject) => IDataObject | undefined;
	/** Exact read of the object for `made`; that of the first expected value unless given */
	readBack?: ExactRead;
	/** Exact read of an object that an earlier try has written; without it the journal keeps its output */
	recall?: ExactRead;
}

/** An expected value that the node reads for the user. */
export interface Expected {
	/** Request field, for example `expected_version` */
	field: string;
	/** Exact read of the object */
	read: ExactRead;
	/** The value in the object; a failure with the contract's reason when the object cannot be changed */
	value: (entity: IDataObject) => unknown;
	/** The contract's reason for an object that is not there */
	absent: string;
}

/** An input item on its way through a write. */
export interface WriteItem extends Key {
	input: InputItem;
	/** The item of the request, without what the node adds */
	item: IDataObject;
	/** Digest of all that is sent, and of what of it is written: without what it expects to find */
	digest: string;
	content: string;
	/** Number of items before this one that change the same object */
	position: number;
	/** The time it is sent with, in Unix milliseconds */
	at: number;
	/** Journal entry of an earlier try */
	earlier?: Entry;
	/** A try of this item, in this run or before it, got no answer and may have been carried out */
	outcomeUnknown: boolean;
	/** The expected values that the node read, by their fields, and what they were read from */
	known?: IDataObject;
	entity?: IDataObject;
	/** Number of answers in which the service does not know the outcome */
	undecided: number;
	/** Steps done so far: the output of the last one, and their number */
	reached?: IDataObject;
	steps: number;
	result?: Result;
}
