/** Public part of the layer `outputs`: the simplified form of rows. */
export { durationText, isoTimeIn, type IsoTime } from './isoTime';
export { listed, simplify, type Output } from './output';
