/** Public part of the layer `outputs`: the simplified form of rows. */
export { durationText, isoTimeIn, type IsoTime } from './isoTime';
export { listed, showsField, simplify, type Output } from './output';
