import type { IDataObject } from 'n8n-workflow';

import { paginate } from '../api/paginate';
import type { ReadContext } from '../api/reading';
import { timeOf } from '../api/time';
import type { Path, RequestField, RequestOf } from '../contract';
import type { Failure } from '../errors/failure';
import type { Field } from '../form/field';
import type { DurationSettings } from '../form/minimumDuration';
import type { FullTextSettings } from '../form/reads';
import type { Completion } from '../rows/completion';
import type { Output } from '../rows/output';
import type { RowSettings } from '../rows/row';
import type { Rule } from '../values/rules';

/** Settings of triggers, by parameter name. Those that an event does not have or the user has not set are undefined. */
interface TriggerSettings extends RowSettings, FullTextSettings, DurationSettings {
	ignoreMyOwn?: boolean;
	includeEventMetadata?: boolean;
	includeTranscript?: string;
	itemCount?: number;
	lateArrivalWindow?: number;
	/** Minutes */
	leadTime?: number;
	maxItemsPerPoll?: number;
	outcomes?: string[];
	replies?: string;
	/** Unix milliseconds */
	startDate?: number;
	startFrom?: string;
	textContains?: string[];
}

/** Values of the fields of a trigger that are not sent. */
export type Own = TriggerSettings & IDataObject;

/** Values of a trigger's fields that select events. */
export interface FilterValues {
	/** Checked and converted request fields */
	filters: IDataObject;
	/** Values of the fields that are not sent, by parameter name */
	own: Own;
}

/** Context of the requests of a poll. */
export interface Reader extends ReadContext, FilterValues {
	/** Sends one request and returns `data` of the answer */
	ask: (path: Path, body: IDataObject) => Promise<IDataObject>;
	/** The account's own `user_ref` (getCurrentUserProfile), read once for each key and process */
	self: () => Promise<string>;
	/** Unix milliseconds */
	now: number;
	/** Writes a warning to n8n's log */
	warn: (message: string) => void;
	/** Notes the display name of a switch that has left out events of the service, such as Ignore My Own */
	leftOutBy: (displayName: string) => void;
}

/** Facts of an event that a row contains. */
export interface Fact {
	/** UID of the object */
	id: string;
	/** Tells the events of one object apart: a word, a time or a version */
	mark?: string | number;
	/** Time of the event in Unix milliseconds; undefined if the row has none */
	time?: number;
	/** False for an object that can become an event later, for example when its transcript is ready */
	ready?: false;
	/** UID of the parent object, such as the post of a reply */
	parent?: string;
}

/** Part of a time range to read: from `from` (inclusive; -Infinity for no start) to `to` (exclusive), in Unix milliseconds. */
export interface ReadRange {
	from: number;
	/** Without it, rows in the future are included */
	to?: number;
	/** Cursor of the first page, which only lists have; the beginning by default */
	cursor?: string;
}

/** A parent object whose rows the service refuses to list. */
export interface Refusal {
	/** UID of the parent */
	parent: string;
	/** Message of the failure, and its HTTP status */
	reason: string;
	status?: number;
}

/** One page of rows. */
export interface RowPage {
	rows: IDataObject[];
	/** Cursor of the next page, which only lists have, on all pages but the last */
	next?: string;
	/** For an operation in ascending order: time of the last row, before which nothing is missing, in Unix milliseconds */
	reached?: number;
	/** UIDs of the parents whose rows are not read, since there are too many */
	passedOver?: string[];
	/** The parent whose rows end here, since the service refuses it */
	refused?: Refusal;
}

/** Source of the rows of an event: a range of time, or a list that can only be read as a whole. */
export interface EventSource {
	read: (reader: Reader, bounds: ReadRange) => AsyncIterable<RowPage>;
	/** True for a list: `read` begins at the cursor, or at its beginning if that does not exist any more */
	isList?: true;
	/** True if rows have a time range of their own, and `read` gives those that overlap the given one */
	overlaps?: true;
	/** Lookback window: longest time after its own time in which an event is found, in milliseconds */
	lookback: number | ((values: FilterValues) => number);
	/** Part of a long lookback that is read about once an hour, in milliseconds. The whole is then read once a day */
	hourly?: number;
	/** Part of the lookback that every poll reads, in milliseconds. Of a list: what can be selected by time */
	recent?: number;
	/**
	 * Time that the service selects by: the event's own time by default, a time that rows do not contain (`hiddenTime`),
	 * or the last update, which can be long after the event's own time (`update`).
	 */
	orderedBy?: 'hiddenTime' | 'update';
	/**
	 * Lead time before its own time at which an event is emitted, in milliseconds; 0 for its own time. Without it, events in the
	 * future are emitted at once.
	 */
	leadTime?: (values: FilterValues) => number;
	/** For events that look ahead: warning if there are more of them than a state has room for */
	crowded?: string;
	/** For events that are changes of a value without a history in the contract */
	changes?: Changes;
	/** Reads objects that were not ready when they left the lookback */
	unready?: Unready;
	/** False for an event of a list that the user does not want. It is stored as seen nevertheless */
	wanted?: (row: IDataObject, reader: Reader) => boolean | Promise<boolean>;
	/** UIDs of the parents whose rows are in a list, if the user chooses them */
	parents?: (values: FilterValues) => string[] | undefined;
	/** Words on parents that the service refuses: for a warning, or for a failure if they are `all` that `read` reads */
	refusal?: (
		refused: Refusal[],
		all: boolean,
		values: FilterValues,
	) => Pick<Failure, 'message' | 'description'>;
}

/** Changes of a value, such as a status: where a row contains it, and which changes are wanted. */
export interface Changes {
	value: (row: IDataObject) => string;
	/** True for a value after which changes are rare: such objects are forgotten before others */
	isFinal: (value: string) => boolean;
	/** Values from which one change leads to a value, none of which two changes lead to it from */
	before: (value: string) => string[];
	/** Version of the object. The contract does not say by how much a change raises it: one is assumed */
	version: (row: IDataObject) => number;
	/** True if the user wants a change from `previous`: undefined if it is unknown, null to leave it out of account */
	wanted: (previous: string | null | undefined, row: IDataObject, values: FilterValues) => boolean;
}

/** Reads of objects that left the lookback before they were ready. */
interface Unready {
	/** Current rows of these objects, in their order; undefined for one that cannot be read */
	read: (uids: string[], reader: Reader) => Promise<Array<IDataObject | undefined>>;
	/** Rows of all objects that are not ready yet, if the contract can list them */
	inWork?: (reader: Reader) => AsyncIterable<RowPage>;
}

/** Adds data to an event that takes further requests, such as a transcript. */
export interface Enrichment {
	needed: (reader: Reader, row: IDataObject) => boolean;
	/**
	 * Gives undefined for an event that the user does not want, as its data shows. Throws a FailureError if the data is
	 * not available yet. The event then waits for the next polls
	 */
	add: (row: IDataObject, reader: Reader) => Promise<IDataObject | undefined>;
	/** Row that is emitted after too many attempts, with the reason of the last failure */
	without: (row: IDataObject, reason: string) => IDataObject;
}

/** A filter on rows. An object that it leaves out is no event, or not ready if it can still become what is wanted. */
export interface RowFilter {
	keeps: (row: IDataObject, values: FilterValues) => boolean;
	mayBecomeWanted: (row: IDataObject) => boolean;
}

/** One event of a trigger: the source of its rows, and which rows are events. */
export interface TriggerEvent<P extends Path = Path> {
	/** Title Case: `New Call` */
	name: string;
	/** Stored value: `newCall` */
	value: string;
	description: string;
	/** Operation that reads the rows: fields and filters are those of its request */
	path: P;
	/** Main fields of the event, shown first */
	fields?: Array<Field<RequestField<P>>>;
	filters?: Array<Field<RequestField<P>>>;
	/** Options of the event, in addition to those of all triggers */
	options?: Array<Field<RequestField<P>>>;
	/** Longest Late Arrival Window that can be chosen, in milliseconds; 30 days by default */
	longestWindow?: number;
	rules?: Rule[];
	/** Parameters that decide what is watched. A change of their values restarts the trigger */
	watches?: string[];
	/** Parameters that select events without being sent */
	ownFilters?: string[];
	source: EventSource;
	/** Event of a row; undefined if the row is no event and cannot become one. May throw for a row that breaks the contract */
	fact: (row: IDataObject, reader: Reader) => Fact | undefined;
	/** Filter that the contract does not have, on the rows of events */
	rowFilter?: RowFilter;
	enrich?: Enrichment;
	/** Completes the rows of all emitted events, with shared requests */
	completion?: Completion;
	/** Simplified form of the items */
	output: Output;
}

/** The event, whose fields are those of the request that reads it. */
export function triggerEvent<P extends Path>(event: TriggerEvent<P>): TriggerEvent {
	return event;
}

/** Key of an event, the same whenever the event is read: `call_3e55#summary`. */
export function eventKey({ id, mark }: Fact): string {
	return mark === undefined ? id : `${id}#${mark}`;
}

/** True for an event that is emitted before its own time and starts with what is due already. */
export function looksAhead({ source }: TriggerEvent): boolean {
	return source.crowded !== undefined;
}

/** True for an event without Start From: earlier events cannot be found, or all that are due are emitted. */
export function startsNow(event: TriggerEvent): boolean {
	return looksAhead(event) || event.source.changes !== undefined;
}

/** Time bounds of a PAGED operation. */
interface Windowed<P extends Path> {
	/** Request field of the start, which is inclusive in all operations */
	start: RequestField<P>;
	end: RequestField<P>;
	/** True if the end is inclusive in the contract */
	inclusive: boolean;
	/** True if rows have a time range of their own and the operation selects those that overlap */
	overlap?: boolean;
	/** Field of the rows by which the operation orders them, ascending */
	ascending?: string;
	/** Further request fields */
	also?: Partial<RequestOf<P>>;
}

/** Function that reads a time range of a PAGED operation, with the user's filters. */
export function windowOf<P extends Path>(
	url: P,
	{ start, end, inclusive, overlap, ascending, also }: Windowed<P>,
): EventSource['read'] {
	return async function* ({ ask, filters }, { from, to }) {
		// One millisecond earlier: the operation leaves out rows that end exactly at the start
		const bounds: IDataObject = isFinite(from) ? { [start]: overlap ? from - 1 : from } : {};
		if (to !== undefined) bounds[end] = inclusive ? to - 1 : to;
		const request = { ...filters, ...also, ...bounds };
		for await (const { rows } of paginate({ url, ask }, request)) {
			yield { rows, ...(ascending && { reached: latestTime(rows, ascending) }) };
		}
	};
}

/** Latest time of rows in Unix milliseconds; -Infinity without any. */
function latestTime(rows: IDataObject[], field: string): number {
	return Math.max(...rows.map((row) => timeOf(row[field]) ?? -Infinity));
}
