import type { IDataObject } from 'n8n-workflow';

import { Made, type Row, isObjectRow, type RowSettings } from '../rows/row';
import { FailureError, errorOf, HaltedError } from '../errors/failure';
import { notReadable } from '../errors/rejections';
import { objectsIn, listOf } from '../api/answer';
import type { Path } from '../contract';
import { inParallel } from '../api/batchItems';
import { ReadContext } from '../api/reading';
import type { Field } from '../form/field';
import type { Completion } from '../rows/completion';
import type { Output } from '../rows/output';
import type { RowForm } from '../rows/rowForm';
import type { Input } from '../values/inputs';
import type { Run } from './run';
import type { ValueSettings } from '../values/converters';

/** Settings of operations, by parameter name. Those that an operation does not have or the user has not set are undefined. */
export interface Settings extends RowSettings, ValueSettings {
	returnAll?: boolean;
	limit?: number;
	ifNotFound?: string;
	ifNotReady?: string;
	/** Minutes */
	waitUntilReady?: number;
	ifRejected?: string;
	validateOnly?: boolean;
	writeOncePer?: string;
}

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
export interface ListPosition {
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
	next?: ListPosition;
	/** The only row of the output, if the object of the list does not exist */
	outcome?: Made;
}

/** A list that can be read. */
export interface Listing {
	/** Sets of filters, read one after the other. Without them, the list can only be read from its beginning */
	windows?: IDataObject[];
	/** Reads up to `wanted` rows, from a place on */
	read: (wanted: number, from?: ListPosition) => AsyncGenerator<Rows>;
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

/**
 * Endpoint for operations with a single answer: one request per input item, `data` is the row. With `list`, the elements
 * of that field of `data` are the rows.
 */
export function single({ list }: { list?: string } = {}): Endpoint {
	return each(async ({ body, send }, url) => {
		const { data } = await send(url, body);
		return list ? listOf(data, list) : [data];
	});
}

/** A request as users see it: the path, and the item's own part of the body. */
export function requestTo(path: string, body: IDataObject): IDataObject {
	return { method: 'POST', path, body };
}

/** Result of an item under Validate Only: its requests, in the order in which they would be sent. */
export function validated(requests: IDataObject[]): Result {
	return { rows: [{ validated: true, requests }] };
}

/** Result of an item whose requests follow those of another write. */
export function requestsAfter(first: Result, second: Result): Result {
	const failed = [first, second].find((result) => 'error' in result);
	return failed ?? validated([...requestsOf(first), ...requestsOf(second)]);
}

function requestsOf(result: Result): IDataObject[] {
	return objectsIn(rowsIn(result)[0]?.requests);
}

/** True if If Not Found is Output Outcome. */
export function wantsOutcome({ settings }: InputItem): boolean {
	return settings.ifNotFound === 'output';
}

/** An outcome without its object as an output item. */
export function outcomeOf({ form }: InputItem, json: IDataObject): Made {
	return new Made(form().outcome(json));
}

/**
 * Function for `check` of lists that belong to an object. If the object cannot be read, it fails, or with If Not Found =
 * Output Outcome returns a row with `found: false`. The list never looks empty instead.
 */
export function unlessFound(
	thing: string,
	id: string,
): (data: IDataObject, item: InputItem) => Made | undefined {
	return ({ found }, item) => {
		if (found !== false) return undefined;
		if (wantsOutcome(item)) return outcomeOf(item, { [id]: item.body[id], found: false });
		throw new FailureError(notReadable(thing, String(item.body[id])));
	};
}

/** Name, extension and MIME type of a text file. */
export interface TextFile {
	/** Name without extension, used unless File Name is set */
	name: string;
	extension: string;
	mimeType: string;
}

/** Row with a text file in the binary field that the user chose. Without a field name, there is no file. */
export async function withTextFile(
	{ settings, run, form }: InputItem,
	json: IDataObject,
	text: string,
	{ name, extension, mimeType }: TextFile,
): Promise<Row> {
	const field = settings.binaryPropertyName;
	if (!field) return json;
	const fileName = settings.fileName?.trim() || `${name}.${extension}`;
	const content = Buffer.from(text, 'utf8');
	const binary = { [field]: await run.prepareBinaryData(content, fileName, mimeType) };
	return new Made(form().of([json])[0], binary);
}
