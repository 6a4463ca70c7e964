import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../../errors/failure';
import { LIMITS } from '../../limits';
import type { Settings } from '../settings';
import { SINGLE, type Course, type WriteItem } from './write';
import { neverThere, standing } from './writeFailures';

/** Steps to a state that one request cannot reach. */
interface Steps {
	/** The request item of the next step */
	next: (item: IDataObject) => IDataObject;
	/** True if an object that was read or written is in the state that the item asks for */
	fulfilled: (item: IDataObject, reached: IDataObject) => boolean;
	/** State that a failed item has reached, as the start of a sentence */
	standing: (reached: IDataObject) => string;
	/** Result of an item that needs no request; `entity` is the object, if the node has read it */
	settled: (
		item: IDataObject,
		settings: Settings,
		entity?: IDataObject,
	) => IDataObject | FailureError | undefined;
}

/** Course of items that take several requests, each of which expects the state that the one before has reached. */
export function stepwise({ next, fulfilled, standing: words, settled }: Steps) {
	return (item: WriteItem): Course => {
		let steps = item.earlier?.step ? 1 : 0;
		let reached: IDataObject | undefined;
		return {
			...SINGLE,
			get hasBegun() {
				return steps > 0;
			},
			prepare() {
				// Of a request whose outcome is unknown the answer tells more than the object
				if (item.doubt && item.earlier?.expected) return undefined;
				const result = settled({ ...item.item, ...item.known }, item.input.settings, item.entity);
				if (result === undefined) return undefined;
				return result instanceof FailureError ? { error: result } : { row: result };
			},
			fields: next,
			continues(row) {
				if (fulfilled(item.item, row)) return false;
				reached = row;
				steps++;
				return steps === LIMITS.maxSteps ? neverThere() : true;
			},
			memory: () => (steps > 0 ? { step: true } : {}),
			tell: (error) => (reached ? standing(words(reached), error) : error),
		};
	};
}
