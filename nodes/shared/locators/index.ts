/** Things chosen from a list. Areas import this layer from here. */
export { locator } from './locator';
export * from './conversation';
export { otherPerson, otherPersonLookup, person, searchOtherPeople, searchPeople } from './person';
export { publishable, record, searchPublishable, searchRecords, titleOf } from './record';
export { listSearch, orderBy, pagedSource, resolveSource } from './search';
export { several } from './several';
export { searchTopics, topic } from './topic';
