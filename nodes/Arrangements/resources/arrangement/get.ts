import { ifNotFound, options, simplify } from '../../../shared/fields';
import { getByUid, type Operation } from '../../../shared/operations';
import { arrangement } from '../../locators/arrangement';
import { arrangementOutput, exactArrangement } from '../../shared/arrangement';

/** batchGetArrangements: also finds deleted arrangements */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get arrangement',
	description: 'Get an arrangement (task) by its ID, including a deleted one',
	routing: { request: { method: 'POST', url: exactArrangement.path } },
	endpoint: getByUid(exactArrangement),
	output: arrangementOutput,
	fields: [arrangement, simplify, options([ifNotFound])],
};
