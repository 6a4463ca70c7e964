import { returnAllOrLimit, simplify } from '../../../shared/form';
import { list, operation } from '../../../shared/operations';
import { topicOutput } from '../../shared/outputs';

/** listRecordContainers */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many topics',
	description: 'List all topics of your account',
	routing: { request: { method: 'POST', url: '/api/v1/record/containers/list' } },
	tool: {
		does: 'Lists all personal topics (folders of notes) of the user.',
		returns: 'Returns topic_name, display_path and topic_uid of each; not the notes in them.',
		use: 'Use it to see which topics there are. None can be created here.',
	},
	endpoint: list(),
	output: topicOutput,
	fields: [...returnAllOrLimit, simplify],
});
