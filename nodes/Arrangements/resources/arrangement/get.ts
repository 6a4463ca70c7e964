import { ifNotFound, options, simplify } from '../../../shared/form';
import { getExact, operation } from '../../../shared/operations';
import { arrangement } from '../../locators/arrangement';
import { arrangementOutput, exactArrangement, topicNames } from '../../shared/arrangement';

/** batchGetArrangements: also finds deleted arrangements */
export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get task',
	description: 'Get a task by its ID, including a deleted one',
	routing: { request: { method: 'POST', url: exactArrangement.path } },
	tool: {
		does: 'Gets one task by its identifier.',
		returns: 'Returns title, description, due_at, status, reminder_state and version.',
		use: 'Use it when the arrangement_uid is known.',
	},
	endpoint: getExact(exactArrangement, topicNames),
	output: arrangementOutput,
	fields: [arrangement, simplify, options([ifNotFound])],
});
