/** Fields that several operations share. Areas import this layer from here. */
export * from './collections';
export type { Field, Limits, NameLookup, Setting } from './field';
export { fileName, optionalOutputField } from './files';
export { keepsLong, lastsEnough, minimumDuration } from './minimumDuration';
export { ifNotFound, ifNotReady, ifRejected, waitUntilReady } from './outcomes';
export { includeFullText, keyword, order, query, returnAllOrLimit, simplify } from './reads';
export { details, IDENTIFIER, text, title } from './texts';
export * from './times';
export * from './writes';
