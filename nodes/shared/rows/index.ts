/** Public part of the layer `rows`: what rows become. */
export { durationText, isoTimeIn, type IsoTime } from './isoTime';
export { listed, showsField, simplify, type Output } from './output';
