/** Public part of the layer `polling`: triggers. */
export { declareTrigger } from './declareTrigger';
export { triggerEvent } from './event';
export type {
	Bounds,
	Fact,
	FilterValues,
	Reader,
	RowPage,
	Snapshot,
	TimeRange,
	TriggerEvent,
	Unready,
} from './event';
export { ignoreMyOwn, withoutMyOwn } from './ownFilters';
export { windowOf } from './event';
export { containsWords, looksForWords, refuseUnreadable, textContains } from './ownFilters';
