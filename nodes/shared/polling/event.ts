import type { IDataObject } from 'n8n-workflow';

import { type Reading } from '../api/reading';
import { type Field } from '../fields/field';
import type { Output } from '../outputs/output';
import type { Rule } from '../parameters/rules';

/** Values of a trigger's fields that decide which events are wanted. */
export interface FilterValues {
	/** Request fields from the trigger's own fields and filters, checked and converted */
	filters: IDataObject;
	/** The other values of the trigger's fields, by name */
	own: IDataObject;
}

/** Context of the reads of a poll. */
export interface Reader extends Reading, FilterValues {
	/** Sends one request and returns `data` of the answer */
	ask: (path: string, body: IDataObject) => Promise<IDataObject>;
	/** The account's own `user_ref` (getCurrentUserProfile), read once for each key and process */
	self: () => Promise<string>;
	/** Unix milliseconds */
	now: number;
	/** Writes a warning to n8n's log */
	warn: (message: string) => void;
}

/** Facts of an event, from a row of an answer. */
export interface Fact {
	/** UID of the object */
	id: string;
	/** Tells this event from others of the same object: `ready`, or a time or version */
	mark?: string | number;
	/** When it happened, by the service, in Unix milliseconds; undefined where the answer does not say */
	time?: number;
	/** False for an object that may become an event later: its transcript is still in work */
	ready?: false;
	/** UID of what the object belongs to, where the user chooses that one by one (the post of a reply) */
	parent?: string;
}

/** Rows, page by page. */
export type Pages = AsyncIterable<IDataObject[]>;

/** A source that can be asked for a span of time. */
export interface TimeRange {
	kind: 'timeRange';
	/** The rows with a position in [from, to), page by page; without `to` also those dated after now */
	read: (reader: Reader, from: number, to?: number) => Pages;
	/** Longest time after its own time in which an event is found, in milliseconds */
	lookback: number | ((values: FilterValues) => number);
	/** Part of a longer lookback that is read about once an hour; the whole is then read once a day */
	hourly?: number;
	/** Part of a longer lookback that is read with every poll */
	recent?: number;
	/**
	 * The time that the service selects by: the event's own unless given; one that no row shows
	 * (`hiddenTime`), or the last update, which can be long after the event's own time (`update`).
	 */
	orderedBy?: 'hiddenTime' | 'update';
	/**
	 * Time before its own time from which an event counts, in milliseconds; 0: when its time has come. Without it,
	 * what the service dates after now counts at once.
	 */
	leadTime?: (values: FilterValues) => number;
	/** Events are changes of a value that the service shows without its history */
	changes?: Changes;
	/** Objects that were not ready when they left the lookback are read again by their UIDs */
	unready?: Unready;
}

/** Status Changed: how a row shows the value, and which changes are wanted. */
export interface Changes {
	value: (row: IDataObject) => string;
	/** Number of the row's version, one more with each change of the object */
	version: (row: IDataObject) => number;
	/** True when the user wants a change from `previous`, which is undefined where it is not known */
	wanted: (previous: string | undefined, row: IDataObject, values: FilterValues) => boolean;
}

/** Reads of objects that left the lookback before they were ready. */
export interface Unready {
	/** Their rows as they are now; objects that are gone are left out */
	read: (uids: string[], reader: Reader) => Promise<IDataObject[]>;
	/** Rows of all objects that are in work, where the service can list those and `read` above shows none */
	inWork?: (reader: Reader) => Pages;
}

/** A source that gives everything there is, each time. */
export interface Snapshot {
	kind: 'snapshot';
	read: (reader: Reader) => Pages;
	/** Longest time after its own time in which an event is found, in milliseconds */
	lookback: number;
	/** False for an event that the user does not want; it is remembered all the same */
	wanted?: (
		row: IDataObject,
		values: FilterValues,
		self: Reader['self'],
	) => boolean | Promise<boolean>;
	/** UIDs of the parents that `read` goes through, where the user chooses them one by one */
	parents?: (values: FilterValues) => string[] | undefined;
}

/** Adds to an event what takes further requests, such as its transcript. */
export interface Enrichment {
	wanted: (reader: Reader, row: IDataObject) => boolean;
	/** Throws a FailureError where it cannot be had yet; the event then waits for the next polls */
	add: (row: IDataObject, reader: Reader) => Promise<IDataObject>;
	/** The row that goes out after too many attempts, with the reason of the last one */
	without: (row: IDataObject, reason: string) => IDataObject;
}

/** One event of a trigger: where its rows come from and which of them are events. */
export interface TriggerEvent {
	/** Title Case, as the user chooses it */
	name: string;
	/** Value of the option, such as `newCall` */
	value: string;
	description: string;
	/** Fields that the event cannot do without, before all others */
	fields?: Field[];
	filters?: Field[];
	/** Options beside those that all triggers have */
	options?: Field[];
	/** Longest Late Arrival Window that the user can choose, in milliseconds; 30 days unless given */
	longestWindow?: number;
	rules?: Rule[];
	/** Parameters that say what is watched: with others the trigger starts afresh */
	watches?: string[];
	/** Parameters, beside request fields, that decide which events are wanted */
	ownFilters?: string[];
	/** Without Start From: only what happens after the activation can be known */
	startsNow?: boolean;
	source: TimeRange | Snapshot;
	/** The event that a row is, if it is one or may become one */
	fact: (row: IDataObject, values: FilterValues) => Fact | undefined;
	enrich?: Enrichment;
	/**
	 * Completes the rows of all events that go out, with requests for all of them together. What it cannot have it
	 * leaves out: with a failure the whole poll would begin again.
	 */
	complete?: (rows: IDataObject[], reader: Reader) => Promise<IDataObject[]>;
	/** Simplified form of its items */
	output: Output;
}

/** An event on its way out. */
export interface Emitted {
	/** Stable over retries and polls: `call_3e55#summary` */
	key: string;
	row: IDataObject;
	/** Unix milliseconds */
	time?: number;
	/** Status before the change, where that is known */
	previous?: string;
}

/** The key of an event: the same for the same event, whenever and however often it is read. */
export function keyOf({ id, mark }: Fact): string {
	return mark === undefined ? id : `${id}#${mark}`;
}

/** True for an event that counts some time before its own time and then starts with what is due already. */
export function looksAhead({ source, startsNow }: TriggerEvent): boolean {
	return startsNow === true && source.kind === 'timeRange' && source.leadTime !== undefined;
}
