import { query, returnAllOrLimit, simplify } from '../../../shared/fields';
import { type Operation, resolve } from '../../../shared/operations';
import { speakerOutput } from '../../shared/outputs';

/** resolveRecordingSpeakers: finds labels of the account, whether or not they are linked to a person */
export const find: Operation = {
	name: 'Find',
	value: 'find',
	action: 'Find speakers',
	description: 'Find speaker labels by name',
	routing: { request: { method: 'POST', url: '/api/v1/recordings/speakers/resolve' } },
	endpoint: resolve,
	output: speakerOutput,
	fields: [query('Speaker label, or a part of it'), ...returnAllOrLimit, simplify],
};
