/** Things chosen from a list. Areas import this layer from here. */
export { formatTime } from './formatTime';
export { locator } from './locator';
export { person, searchPeople } from './person';
export { record, searchRecords, titleOf } from './record';
export { listSearch, pagedSource, resolveSource } from './search';
export { searchTopics, topic } from './topic';
