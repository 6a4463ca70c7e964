import { returnAllOrLimit, simplify } from '../../../shared/fields';
import { list, type Operation } from '../../../shared/operations';
import { topicOutput } from '../../shared/outputs';

/** listRecordContainers */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many topics',
	description: 'List all topics of your account',
	routing: { request: { method: 'POST', url: '/api/v1/record/containers/list' } },
	endpoint: list(),
	output: topicOutput,
	fields: [...returnAllOrLimit, simplify],
};
