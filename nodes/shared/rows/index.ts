/** Public part of the layer `rows`: what rows become. */
export { durationText, isoTimeIn, type IsoTime } from './isoTime';
export { joinTexts as listed, showsField, simplify, type Output } from './output';
