/** Public part of the layer `api`: answers, pages, batches and times of the contract. */
export * from './answer';
export { type ExactRead, foundIn, readRows } from './exactRead';
export { chunksOf, inParallel } from './batchItems';
export { exactRecord } from './exactRecord';
export { inlineIndexes } from './inlineIndexes';
export { NameList } from './nameList';
export { CursorGuard, paginate, type Page } from './paginate';
export type { ReadContext } from './reading';
export type { Divisible } from './readInParts';
export { divisibleByTime } from './divisibleByTime';
export { refuseTooBroad } from './searchTooBroad';
export { halfOpenWindows, timeOf } from './time';
export { completeRows, ExactReads, goneOf, type Incomplete } from './completeRows';
