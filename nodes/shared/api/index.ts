/** Public part of the layer `api`: answers, pages, batches and times of the contract. */
export * from './answer';
export { inlineIndexes, refuseTooBroad } from './answer';
export { type ExactRead, foundIn, readRows, exactRecord } from './exactRead';
export { chunksOf, inParallel } from './batchItems';
export { NameList } from './nameList';
export { CursorGuard, paginate, type Page } from './paginate';
export type { ReadContext } from './reading';
export { type Divisible, divisibleByTime } from './readInParts';
export { halfOpenWindows, timeOf } from './time';
export { completeRows, ExactReads, goneOf, type Incomplete } from './completeRows';
