/** Public part of the layer `polling`: triggers. */
export { declareTrigger } from './declareTrigger';
export { triggerEvent, windowOf } from './event';
export type {
	Bounds,
	EventSource,
	Fact,
	FilterValues,
	Reader,
	RowPage,
	TriggerEvent,
	Unready,
} from './event';
export * from './ownFilters';
export { refusedPage } from './refusals';
