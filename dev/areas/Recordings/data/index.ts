import type { Area } from '../../area';
import { seedRecordings } from './recordings';
import { seedSummaries } from './summaries';

export * from './recordings';
export * from './summaries';

export const data: Area['data'] = {
	recordings: seedRecordings,
	speakerLabels: seedRecordings,
	summaries: seedSummaries,
};
export const sizes: Area['sizes'] = { recordings: { a: 120, b: 8 }, summaries: { a: 135, b: 9 } };
