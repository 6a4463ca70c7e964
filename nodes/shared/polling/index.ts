/** Triggers. Areas import this layer from here. */
export type { Fact, Reader, TriggerEvent } from './event';
export { poll } from './poll';
export { windowOf } from './rangeQuery';
export { triggerOn } from './triggerFields';
