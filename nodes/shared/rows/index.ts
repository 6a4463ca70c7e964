/** Public part of the layer `rows`: what rows become. */
export { durationText, isoTimeIn, type IsoTime } from './isoTime';
export { complete, type Completion, type RowContext, textShows } from './completion';
export { withTopicNames } from './topicNames';
export { joinTexts as listed, simplify, type Output } from './output';
