import type { ExactRead } from './batchGet';

/** batchGetRecords: a record with state `missing` cannot be read. Used by Records and World. */
export const exactRecord = {
	path: '/api/v1/record/records/batch-get',
	thing: 'record',
	ids: 'record_uids',
	id: 'record_uid',
	entity: (row) => (row.state === 'missing' ? undefined : row),
} satisfies ExactRead;
