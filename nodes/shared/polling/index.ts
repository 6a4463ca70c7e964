/** Public part of the layer `polling`: triggers. */
export type {
	Bounds,
	Fact,
	FilterValues,
	ListPage,
	ListPosition,
	RangePage,
	Reader,
	Snapshot,
	TimeRange,
	TriggerEvent,
	Unready,
} from './event';
export { ignoreMyOwn, withoutMyOwn } from './ignoreMyOwn';
export { poll } from './poll';
export { windowOf } from './rangeQuery';
export { containsWords, looksForWords, refuseUnreadable, textContains } from './textContains';
export { eventSubtitle, triggerOn } from './triggerFields';
