import type { Operation } from '../../../shared/operations/operation';
import { options } from '../../../shared/fields/collections';
import { arrangement } from '../../locators/arrangement';
import { simplify } from '../../../shared/fields/simplify';
import { ifNotFound } from '../../../shared/fields/outcomeOptions';
import { getByUid } from '../../../shared/operations/endpoints/getByUid';
import { exactArrangement, simplifiedArrangement } from '../../shared/arrangement';

/** batchGetArrangements: also shows deleted ones */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get arrangement',
	description: 'Read one task',
	routing: { request: { method: 'POST', url: exactArrangement.path } },
	endpoint: getByUid(exactArrangement, simplifiedArrangement),
	fields: [arrangement, simplify, options([ifNotFound])],
};
