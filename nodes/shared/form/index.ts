/** Fields that several operations share, and things chosen from a list. Areas import this layer from here. */
export * from './collections';
export type { Field, NameLookup, Setting } from './field';
export { fileName, optionalOutputField } from './files';
export { keepsLong, minimumDuration } from './minimumDuration';
export { ifNotFound, ifNotReady, ifRejected, waitUntilReady } from './outcomes';
export {
	type FullTextSettings,
	includeFullText,
	keyword,
	order,
	query,
	returnAllOrLimit,
	simplify,
} from './reads';
export { details, IDENTIFIER, text, title } from './texts';
export * from './times';
export * from './writes';
export { locator } from './locators/locator';
export * from './locators/conversation';
export {
	otherPerson,
	otherPersonLookup,
	person,
	searchOtherPeople,
	searchPeople,
} from './locators/person';
export { publishable, record, searchPublishable, searchRecords, titleOf } from './locators/record';
export { listSearch, orderBy, pagedSource, resolveSource } from './locators/search';
export { several } from './locators/several';
export { searchTopics, topic } from './locators/topic';
