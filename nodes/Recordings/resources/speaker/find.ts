import { query, returnAllOrLimit, simplify } from '../../../shared/form';
import { operation, resolve } from '../../../shared/operations';
import { speakerLabels } from '../../locators/speaker';
import { speakerOutput } from '../../shared/outputs';

/** resolveRecordingSpeakers: finds labels of the account, whether or not they are linked to a person */
export const find = operation({
	name: 'Find',
	value: 'find',
	action: 'Find speakers',
	description: 'Find speaker labels by name',
	routing: { request: { method: 'POST', url: '/api/v1/recordings/speakers/resolve' } },
	tool: {
		does: 'Finds the speaker labels of recordings by name.',
		returns: 'Returns display_name, match (exact or similar), speaker_uid and user_ref, if linked.',
		use: 'Use it to filter recordings by a speaker who is no known person.',
	},
	endpoint: resolve(speakerLabels),
	output: speakerOutput,
	fields: [query('Speaker label, or a part of it'), ...returnAllOrLimit, simplify],
});
