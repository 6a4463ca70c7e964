import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { Reading } from '../api/reading';
import type { FailureError } from '../errors/failure';
import { HaltedError } from '../errors/halted';
import type { Run } from './run';

/** One input item on its way to the service, its values checked and converted. */
export interface InputItem extends Reading {
	/** Its index among the input items of the run */
	index: number;
	/** State that all items of the run share */
	run: Run;
	/** The request's fields, without what the endpoint adds */
	body: IDataObject;
}

/** An output item that has files beside its json. */
export class WithFiles {
	constructor(
		readonly json: IDataObject,
		readonly binary: IBinaryKeyData,
	) {}
}

/** An output item of an operation, still without its link; a failure among others is one of its own. */
export type Row = IDataObject | WithFiles | FailureError;

/** Result of an input item: its output items, or the reason why there are none. */
export type Result = { rows: Row[] } | { error: Error };

/**
 * Endpoint: the way in which operations of one kind talk to the service. Sends the requests for the input
 * items of a run, and gives the result of each, in their order. Never throws for an item.
 *
 * @param url contract path, `/api/v1/…`
 */
export interface Endpoint {
	(items: InputItem[], url: string): Promise<Result[]>;
	/** Reason why a write may be sent again; absent for reads */
	repeat?: Repeat;
}

/** Endpoint in which every input item has its own requests. With On Error = stop a failure stops the others. */
export function each(perform: (item: InputItem, url: string) => Promise<Row[]>): Endpoint {
	return async (items, url) =>
		await Promise.all(
			items.map(async (item): Promise<Result> => {
				try {
					const rows = await perform(item, url);
					return { rows };
				} catch (error) {
					if (!(error instanceof HaltedError)) item.run.fail();
					return { error: error as Error };
				}
			}),
		);
}

/**
 * Reason why a write may be sent again while its outcome is unknown (contract document 1, batch operations):
 * - idempotencyKey: the service carries out a key once and repeats the outcome; the node makes the key
 *   unless the user gives one
 * - precondition: after the first request worked, the expected value of the second no longer holds
 * - idempotent: the second request finds everything as it should be, and changes nothing
 */
export type Repeat = 'idempotencyKey' | 'precondition' | 'idempotent';
