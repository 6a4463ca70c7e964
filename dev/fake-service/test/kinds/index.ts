/** The kinds of operations, each with its tests. */
export { cast } from './casts';
export { byUid, exactReads } from './exactReads';
export { finding } from './finding';
export { a, b, service } from './fixture';
export { story, type Step } from './stories';
export { writes, type Write } from './writes';
