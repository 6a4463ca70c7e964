import type { IDataObject } from 'n8n-workflow';

import type { Fact } from './event';

/** An event that was read, with its position and how long it must be stored as seen. */
export interface FoundEvent extends Fact {
	/** Key of the event, the same in every poll */
	key: string;
	row: IDataObject;
	/** Status before the change, if known */
	previous?: string;
	/** Position in Unix milliseconds, by which events are ordered and compared with stored positions */
	at: number;
	/** Position up to which the event can be read again, in Unix milliseconds */
	keepUntil: number;
	/** True if it was read by its UID after it had left the lookback */
	again?: true;
	/** True if it counts as seen without having been emitted: it existed before, or the user does not want it */
	skip?: boolean;
	/** Its text shows that the user does not want it */
	unwanted?: true;
}

/** A position: time in Unix milliseconds, and the last included ID of that time. '' is before all IDs. */
export type Position = [time: number, id: string];

/** True for a position after another one. */
export function isLater([time, id]: Position, [otherTime, otherId]: Position): boolean {
	return time > otherTime || (time === otherTime && id > otherId);
}

/** Compares by position. */
export function byPosition(a: FoundEvent, b: FoundEvent): number {
	return a.at - b.at || byId(a, b);
}

/** Compares by the events' own times, the order in which they are emitted. */
export function byTime(a: FoundEvent, b: FoundEvent): number {
	return (a.time ?? a.at) - (b.time ?? b.at) || byId(a, b);
}

function byId(a: FoundEvent, b: FoundEvent): number {
	return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** True for an event after a position. */
export function isBehind({ at, id }: Pick<FoundEvent, 'at' | 'id'>, position: Position): boolean {
	return isLater([at, id], position);
}
