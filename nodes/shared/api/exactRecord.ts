import type { ExactRead } from './exactRead';

/** batchGetRecords: a record with state `missing` cannot be read. Used by Records and World. */
export const exactRecord = {
	path: '/api/v1/record/records/batch-get',
	thing: 'record',
	keys: ['record_uid'],
	uids: 'record_uids',
	entity: (row) => (row.state === 'missing' ? undefined : row),
} satisfies ExactRead;
