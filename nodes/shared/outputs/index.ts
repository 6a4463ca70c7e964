/** Answers in a form that people read. Areas import this layer from here. */
export { durationText } from './duration';
export { isoTimeIn, type IsoTime } from './isoTime';
export { listed, simplify, type Output } from './output';
