import { query, returnAllOrLimit } from '../../../shared/fields';
import { type Operation, resolve } from '../../../shared/operations';

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
