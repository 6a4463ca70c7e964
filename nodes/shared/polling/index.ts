/** Public part of the layer `polling`: triggers. */
export { declareTrigger } from './declareTrigger';
export { triggerEvent, windowOf } from './event';
export type {
	ReadRange as Bounds,
	EventSource,
	Fact,
	Reader,
	RowPage,
	TriggerEvent,
} from './event';
export * from './ownFilters';
export { refusedPage } from './failureCause';
