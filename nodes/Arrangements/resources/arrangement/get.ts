import type { Operation } from '../../../shared/operation';
import { options } from '../../../shared/fields/collections';
import { arrangement } from '../../../shared/fields/locators/arrangement';
import { simplify } from '../../../shared/fields/simplify';
import { ifNotFound } from '../../../shared/fields/writing';
import { getByUid } from '../../../shared/routing/getByUid';
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
