import type { Operation } from '../../../shared/operation';
import { options } from '../../../shared/fields/collections';
import { arrangement } from '../../../shared/fields/locators/arrangement';
import { simplify } from '../../../shared/fields/simplify';
import { ifNotFound } from '../../../shared/fields/writing';
import { read } from '../../../shared/routing/read';
import { exactArrangement, simplifiedArrangement } from '../../shared/arrangement';

/** batchGetArrangements: also shows deleted ones */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get arrangement',
	description: 'Read one task',
	shape: read(exactArrangement, simplifiedArrangement),
	fields: [arrangement, simplify, options([ifNotFound])],
};
