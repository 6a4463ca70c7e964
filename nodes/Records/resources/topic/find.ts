import type { Operation } from '../../../shared/operations/operation';
import { returnAllOrLimit } from '../../../shared/fields/paging';
import { query } from '../../../shared/fields/query';
import { resolve } from '../../../shared/operations/endpoints/resolve';

/** resolveRecordContainers */
export const find: Operation = {
	name: 'Find',
	value: 'find',
	action: 'Find topics',
	description: 'Look up personal topics by name or path',
	routing: { request: { method: 'POST', url: '/api/v1/record/containers/resolve' } },
	endpoint: resolve,
	fields: [query('Name of a topic, or its path'), ...returnAllOrLimit],
};
