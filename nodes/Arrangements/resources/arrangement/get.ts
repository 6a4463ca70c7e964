import { ifNotFound, options, simplify } from '../../../shared/fields';
import { getByUid, type Operation } from '../../../shared/operations';
import { arrangement } from '../../locators/arrangement';
import { arrangementOutput, exactArrangement } from '../../shared/arrangement';

/** batchGetArrangements: also shows deleted ones */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get arrangement',
	description: 'Get one task',
	routing: { request: { method: 'POST', url: exactArrangement.path } },
	endpoint: getByUid(exactArrangement),
	output: arrangementOutput,
	fields: [arrangement, simplify, options([ifNotFound])],
};
