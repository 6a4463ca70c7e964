/** Public part of the layer `polling`: triggers. */
export { declareTrigger } from './declareTrigger';
export { triggerEvent, windowOf } from './event';
export type { Bounds, EventSource, Fact, Reader, RowPage, TriggerEvent } from './event';
export * from './ownFilters';
export { refusedPage } from './failureCause';
