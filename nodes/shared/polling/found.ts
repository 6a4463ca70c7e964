import type { IDataObject } from 'n8n-workflow';

import type { Emitted, Fact } from './event';

/** An event that was read, with its position and how long it has to be remembered. */
export interface Found extends Fact, Pick<Emitted, 'key' | 'row' | 'previous'> {
	row: IDataObject;
	/** Position, in Unix milliseconds: for order, and to tell what is too old */
	at: number;
	/** It can be read again up to this position */
	until: number;
	/** Read by its UID, after it had left the lookback */
	again?: true;
}

/** A position: a time, and among the events of that time an id, inclusive. '' stands before all ids. */
export type Position = [time: number, id: string];

/** Compares by position. */
export function byPosition(a: Found, b: Found): number {
	return a.at - b.at || byId(a, b);
}

/** Compares by the events' own times: the order in which events are emitted. */
export function byTime(a: Found, b: Found): number {
	return (a.time ?? a.at) - (b.time ?? b.at) || byId(a, b);
}

function byId(a: Found, b: Found): number {
	return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** True for an event behind a position. */
export function isBehind({ at, id }: Found, [time, positionId]: Position): boolean {
	return at > time || (at === time && (positionId === '' || id > positionId));
}
