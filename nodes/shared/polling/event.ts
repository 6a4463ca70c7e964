import type { IDataObject } from 'n8n-workflow';

import { type Reading } from '../api/reading';
import { type Field } from '../fields/field';
import type { Rule } from '../parameters/rules';

/** What a poll has at hand while it reads. */
export interface Reader extends Reading {
	/** Request fields from the trigger's own fields and filters, checked and converted */
	filters: IDataObject;
	/** The other values of the trigger's fields, by name */
	own: IDataObject;
	/** Sends one request and returns `data` of the answer */
	ask: (path: string, body: IDataObject) => Promise<IDataObject>;
	/** Stands for the account and its key */
	account: string;
	/** Unix milliseconds */
	now: number;
}

/** What a row of an answer says about an event. */
export interface Fact {
	/** UID of what it happened to */
	id: string;
	/** What tells this event from others of the same object: `ready`, or a time or version */
	mark?: string | number;
	/** When it happened, by the service; undefined where the answer does not say */
	time?: number;
	/** Of Status Changed: the value whose changes are events */
	value?: string;
	/** What the object belongs to, where that is chosen one by one (the post of a reply) */
	group?: string;
}

/**
 * One event of a trigger: where its rows come from and which of them are events. Everything else is
 * the engine's (advance.ts).
 */
export interface TriggerEvent {
	/** Title Case, as the user chooses it */
	name: string;
	/** n8n's word for it, such as `newCall` */
	value: string;
	description: string;
	/** Fields that the event cannot do without, before all others */
	fields?: Field[];
	filters?: Field[];
	/** Options beside those that all triggers have */
	options?: Field[];
	/** Whether the user can have fewer fields, as in the action node */
	simplify?: boolean;
	rules?: Rule[];
	/** Parameters that say what is watched: with others the trigger starts afresh */
	watches?: string[];
	/** Without Start From: only what happens after the activation can be known */
	startsNow?: boolean;
	/**
	 * How long after its own time an event is still found, in milliseconds. `filters` are request
	 * fields: one that settles late needs a longer time.
	 */
	lookback: number | ((filters: IDataObject) => number);
	/** Of a lookback that is longer: how much of it is read with every poll, the whole once an hour */
	hot?: number;
	/** How far beyond now events are, in milliseconds (Due Soon) */
	ahead?: (reader: Reader) => number;
	/** Nothing counts before its time has come; otherwise what the service dates after now counts too */
	notBefore?: boolean;
	/** There are no windows: `read` gives everything there is, each time */
	listed?: boolean;
	/** The windows go by a time that no row shows, so rows do not tell their place in them */
	hiddenTime?: boolean;
	/** The windows go by a time that can be long after the event's own, such as the last update */
	movesOn?: boolean;
	/** The rows whose place is in [from, to), page by page; without `to` also those dated after now */
	read: (reader: Reader, from: number, to?: number) => AsyncIterable<IDataObject[]>;
	/** The event that a row is, if it is one */
	fact: (row: IDataObject, reader: Reader) => Fact | undefined;
	/** Of Status Changed: whether the user wants a change from `previous`, if that is known */
	wants?: (previous: string | undefined, row: IDataObject, reader: Reader) => boolean;
	/** The chosen groups that `read` has gone through, where they are chosen one by one */
	groups?: (reader: Reader) => string[] | undefined;
	/** Adds what takes further requests, to events that are emitted */
	complete?: { field: string; wanted: (reader: Reader) => boolean; add: Complete };
	/** The item's json */
	output?: (row: IDataObject, reader: Reader) => IDataObject;
}

type Complete = (row: IDataObject, reader: Reader) => Promise<IDataObject>;

/** An event on its way out. */
export interface Emitted {
	/** Stable over retries and polls: `call_3e55#summary` */
	key: string;
	row: IDataObject;
	/** Unix milliseconds */
	time?: number;
	/** It came after events that are later by their own time */
	late: boolean;
	/** Of Status Changed: the value before */
	previous?: string;
}

/** The key of an event: the same for the same event, whenever and however often it is read. */
export function keyOf({ id, mark }: Fact): string {
	return mark === undefined ? id : `${id}#${mark}`;
}
