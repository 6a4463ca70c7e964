import { query, returnAllOrLimit, simplify } from '../../../shared/fields';
import { type Operation, resolve } from '../../../shared/operations';
import { speakerOutput } from '../../shared/outputs';

/** resolveRecordingSpeakers: labels of the account, whoever they are linked to */
export const find: Operation = {
	name: 'Find',
	value: 'find',
	action: 'Find speakers',
	description: 'Find speaker labels of recordings by name',
	routing: { request: { method: 'POST', url: '/api/v1/recordings/speakers/resolve' } },
	endpoint: resolve,
	output: speakerOutput,
	fields: [query('Part of a speaker label'), ...returnAllOrLimit, simplify],
};
