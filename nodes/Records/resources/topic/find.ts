import { query, returnAllOrLimit, simplify, topic } from '../../../shared/form';
import { operation, resolve } from '../../../shared/operations';
import { topicOutput } from '../../shared/outputs';

/** resolveRecordContainers */
export const find = operation({
	name: 'Find',
	value: 'find',
	action: 'Find topics',
	description: 'Find topics by name or path',
	routing: { request: { method: 'POST', url: '/api/v1/record/containers/resolve' } },
	tool: {
		does: "Finds the user's personal topics (folders of notes) by name or path.",
		returns: 'Returns topic_name, match (exact or similar), display_path and topic_uid of each.',
		use: 'Use it before filing notes or listing the notes of a topic. Topics are not chats. None can be created here.',
	},
	endpoint: resolve(topic),
	output: topicOutput,
	fields: [query('Name or path of a topic'), ...returnAllOrLimit, simplify],
});
