/** Public part of the layer `polling`: triggers. */
export { declareTrigger } from './declareTrigger';
export { triggerEvent, windowOf } from './event';
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
export * from './ownFilters';
export { refusedPage } from './refusals';
