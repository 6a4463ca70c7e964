/** Fields that several operations share. Areas import this layer from here. */
export { USE_CLEAR_FIELDS, clearFields, cleared } from './clearFields';
export { additionalFields, filters, options, updateFields } from './collections';
export type { Field, Limits } from './field';
export { includeFullText } from './fullText';
export { order } from './order';
export { ifNotFound, ifRejected } from './outcomeOptions';
export { fileName, optionalOutputField } from './outputFile';
export { returnAllOrLimit } from './paging';
export { keyword, query } from './query';
export { ifNotReady, waitUntilReady } from './readyOptions';
export { simplify } from './simplify';
export { details, text, title } from './texts';
export {
	after,
	before,
	EXCLUSIVE,
	moment,
	MONTH_AGO,
	NOW,
	TODAY,
	TOMORROW,
	WEEK_AGO,
} from './timeRange';
export { warning } from './warning';
export { expectedVersion, idempotencyKeyWith, writeOncePer } from './writeGuards';
