import type { IDataObject } from 'n8n-workflow';

import { type ExactRead } from '../../api/batchGet';
import type { FailureError } from '../../errors/failure';
import type { InputItem, Repeat, Result } from '../endpoint';
import type { Entry, Key } from './journal';

/** A write operation of the contract: what is special about it, as data. */
export interface Write {
	/** What it writes, as a noun for messages */
	thing: string;
	/** It makes something new each time: the same item with other content is another thing, not a change */
	creates?: boolean;
	/** It is a step before another write of the same items, which says what was written */
	isStep?: boolean;
	/**
	 * Fields that name what an item changes. Two items that change the same never share a request:
	 * they go one after the other in input order. Without them all items are independent.
	 */
	target?: string[];
	/** Whether an item has to wait for the one before with the same target; yes unless given */
	inOrder?: (item: InputItem) => boolean;
	/** What repeating a request does whose outcome is unknown */
	repeat: Repeat;
	/** Field of the business time; the time of the first try unless the user gives it */
	stamp?: string;
	/** What the contract wants to know as expected; read right before the write unless the user gives it */
	expected?: Expected[];
	/** Expected values that were read once are kept: another try must not go on from newer ones by itself */
	keepExpected?: boolean;
	/**
	 * What can be said of an item once its expected value is known, without sending it: its output,
	 * or a failure. `entity` is what was read, if the node did read.
	 */
	settled?: (item: IDataObject, entity?: IDataObject) => IDataObject | FailureError | undefined;
	/** Where one request cannot do what the user wishes: the step to send now, and when the wish is fulfilled */
	steps?: {
		next: (item: IDataObject) => IDataObject;
		fulfilled: (item: IDataObject, reached: IDataObject) => boolean;
		/** Where an item stands that failed on its way, as the beginning of a sentence */
		standing: (reached: IDataObject) => string;
	};
	/** Of outcomes without a status: the field that only what was written has */
	proof?: string;
	/** Whether an outcome is a success; `proof`, or `status: succeeded`, unless given */
	succeeded?: (outcome: IDataObject) => boolean;
	/** Why an item was rejected; its `reason` unless given */
	reason?: (outcome: IDataObject) => string | undefined;
	/** The outcome by which the service would tell a reason; `status: rejected` with it unless given */
	outcomeFor?: (reason: string) => IDataObject;
	/** Whether the service itself does not know the outcome, and whether to ask again or to read */
	uncertain?: { is: (outcome: IDataObject) => boolean; then: 'repeat' | 'read' };
	/** The status of an outcome is not documented: `made` decides, over the object as it is afterwards */
	judgedByReading?: boolean;
	/** Field of the outcome that holds the object, where it is not the outcome itself */
	entity?: string;
	/** The outcome does not name the object: the output gets the target fields of the request */
	echo?: boolean;
	/** The output item of what was written; the object itself unless given */
	present?: (entity: IDataObject) => IDataObject;
	/**
	 * Of guarded writes: the outcome that an item had, if the object shows that its change was made.
	 * Asked when a repeated request is rejected, since then the first one may have worked.
	 */
	made?: (entity: IDataObject, item: IDataObject, outcome: IDataObject) => IDataObject | undefined;
	/** What `made` looks at; the first expected value's object unless given */
	readBack?: ExactRead;
	/** How an object that was written at an earlier try is read again; without it its output is remembered */
	recall?: ExactRead;
}

/** An expected value that the node reads for the user. */
export interface Expected {
	/** Request field, for example `expected_version` */
	field: string;
	/** How the object is read */
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
	/** How many items before it change the same */
	position: number;
	/** The time it is sent with, in Unix milliseconds */
	at: number;
	/** What is remembered of an earlier try */
	earlier?: Entry;
	/** A try of this item, in this run or before it, got no answer and may have been carried out */
	outcomeUnknown: boolean;
	/** The expected values that the node read, by their fields, and what they were read from */
	known?: IDataObject;
	entity?: IDataObject;
	/** How often the service has answered that it does not know the outcome */
	undecided: number;
	/** Where several steps are needed: the output of the last one that worked, and how many did */
	reached?: IDataObject;
	steps: number;
	result?: Result;
}
