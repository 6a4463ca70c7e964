import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../contract';
import { inParallel } from '../api/batchItems';
import { ReadContext } from '../api/reading';
import { errorOf, HaltedError } from '../errors/failure';
import type { Field } from '../form/field';
import type { Completion } from '../rows/completion';
import type { Output } from '../rows/output';
import { isObjectRow, type Made, type Row } from '../rows/row';
import type { RowForm } from '../rows/rowForm';
import type { Input } from '../values/inputs';
import type { Run } from './run';
import type { Settings } from './settings';

/** An input item with its checked and converted request fields. `Own` are settings that only some operations have. */
export interface InputItem<Own extends object = object> extends ReadContext {
	/** Values of the fields that are not sent, by parameter name */
	settings: Settings & Own;
	/** Index among the input items of the run */
	index: number;
	/** State that all items of the run share */
	run: Run;
	/** Action, fields and output of the operation, as its file declares them, and its fields that become request fields */
	operation: { action: string; fields: Field[]; inputs: Input[]; output?: Output };
	/** Request fields, without those that the endpoint adds */
	body: IDataObject;
	/** The request fields as they were entered, with names, if they are not sent so */
	asked?: IDataObject;
	/** Time at which a trigger found the event of the input item (`_event.found_at`), in Unix milliseconds */
	foundAt?: number;
	/** Fields of its rows that tell of changed values, such as `title_shortened` */
	notes?: IDataObject;
	/** Form of its rows, as its caller wants it */
	form: () => RowForm;
	/** Reads a list and puts its rows out, for a caller that does not want rows up to Limit as Output As says */
	readList?: ReadList;
}

/** An input item after its parameters were read: ready to send, or an error. */
export type ReadItem = InputItem | Error;

/** Result of an input item: its rows, or an error. */
export type Result = { rows: Row[] } | { error: Error };

/** The rows of the service in a result. */
export function rowsIn(result: Result | undefined): IDataObject[] {
	return result && 'rows' in result ? result.rows.filter(isObjectRow) : [];
}

/** Place in a list: the set of filters that is read there, and the cursor in it; without a cursor, its beginning. */
export interface Place {
	window: number;
	cursor?: string;
	/** Rows behind the cursor that were read: without it, none */
	skip?: number;
}

/** Some rows of a list, in its order. */
export interface Rows {
	rows: IDataObject[];
	/** True if more rows may follow: an empty page can follow as well */
	more: boolean;
	/** Place of the rows that follow; undefined if there are none, or if the list cannot be read from there */
	next?: Place;
	/** The only row of the output, if the object of the list does not exist */
	outcome?: Made;
}

/** A list that can be read. */
export interface Listing {
	/** Sets of filters, read one after the other. Without them, the list can only be read from its beginning */
	windows?: IDataObject[];
	/** Reads up to `wanted` rows, from a place on */
	read: (wanted: number, from?: Place) => AsyncGenerator<Rows>;
	/** Completes the output items, all of them or those of a page */
	completion?: Completion;
}

/** Function that opens the list of an item. `now` is the end of a span of time without an end, in Unix milliseconds. */
export type OpenList = (item: InputItem, url: Path, now: number) => Promise<Listing>;

/** Function that reads a list and gives the output of its item. */
export type ReadList = (item: InputItem, url: Path, open: OpenList) => Promise<Row[]>;

/**
 * Function that sends the requests of an operation for all input items of a run. Returns one result per item, in their
 * order. A failed item is a result, not an exception.
 *
 * @param url contract path, `/api/v1/…`
 */
export interface Endpoint {
	(items: InputItem[], url: Path): Promise<Result[]>;
	/** Reason why a write can be sent again; absent for reads */
	repeat?: Repeat;
	/** The failures of items that Write Once Per refuses, because of the items before them */
	refused?: (items: InputItem[]) => Map<ReadItem, Error>;
	/** True for a write that makes something new, which goes without the optional fields that have no value */
	creates?: boolean;
	/** For Validate Only: the requests of the input items, of which only reads are sent; absent for reads */
	preview?: (items: InputItem[], url: Path) => Promise<Result[]>;
	/** True for a write after which the execution waits: it has one item, and a workflow that can continue */
	waits?: true;
	/** True for lists, whose rows may go into files */
	givesRows?: true;
	/** True for lists whose rows have transcripts, of which talk times can be made */
	givesTalkTime?: boolean;
	/** True for exact reads, whose row may be a text */
	givesObject?: true;
}

/** Endpoint with separate requests for each input item. With On Error = stop, a failure stops the other items. */
export function each(perform: (item: InputItem, url: Path) => Promise<Row[]>): Endpoint {
	return async (items, url) => {
		const results = new Map<InputItem, Result>();
		// No more at once than requests may be in flight: each item holds its rows until it ends
		await inParallel(items, async (item) => {
			try {
				const rows = await perform(item, url);
				results.set(item, { rows });
			} catch (error) {
				if (!(error instanceof HaltedError)) item.run.fail();
				results.set(item, { error: errorOf(error) });
			}
		});
		return items.map((item) => results.get(item)!);
	};
}

/**
 * Reason why a write can be sent again while its outcome is unknown (contract document 1, batch operations):
 * - idempotencyKey: the service carries out a key once and repeats the outcome. The node creates the key unless the user
 *   sets one
 * - precondition: if the first request was carried out, the expected value of the second one no longer holds
 * - idempotent: the second request changes nothing
 */
export type Repeat = 'idempotencyKey' | 'precondition' | 'idempotent';
