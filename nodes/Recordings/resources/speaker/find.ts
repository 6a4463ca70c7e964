import { returnAllOrLimit } from '../../../shared/fields/paging';
import { query } from '../../../shared/fields/query';
import type { Operation } from '../../../shared/operations/operation';
import { resolve } from '../../../shared/operations/endpoints/resolve';

/** resolveRecordingSpeakers: labels of the account, whoever they are linked to */
export const find: Operation = {
	name: 'Find',
	value: 'find',
	action: 'Find speakers',
	description: 'Look up speaker labels of recordings by name',
	routing: { request: { method: 'POST', url: '/api/v1/recordings/speakers/resolve' } },
	endpoint: resolve,
	fields: [query('Part of a speaker label, taken literally'), ...returnAllOrLimit],
};
