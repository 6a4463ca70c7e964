import type { Handler } from '../call';
import { account } from './account';
import { arrangements } from './arrangements';
import { people } from './people';
import { recordReads } from './records';
import { recordSearch } from './recordSearch';
import { recordWrites } from './recordWrites';

/** The operations that the service does, by operationId; for all others it answers 501. */
export const handlers: Record<string, Handler> = {
	...account,
	...people,
	...recordReads,
	...recordSearch,
	...recordWrites,
	...arrangements,
};
