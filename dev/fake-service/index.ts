/** The fake service: see README.md. */
export { startService, type Service, type ServiceOptions } from './service';
export type { Answer } from './answers';
export type { LogEntry } from './log';
export type { PagingMode } from './paging';
export type { Settings } from './settings';
