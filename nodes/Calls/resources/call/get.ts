import { options } from '../../../shared/fields/collections';
import { call } from '../../../shared/fields/locators/call';
import { simplify } from '../../../shared/fields/simplify';
import { ifNotFound } from '../../../shared/fields/writing';
import type { Operation } from '../../../shared/operation';
import { read } from '../../../shared/routing/read';
import { exactCall, simplifiedCall } from '../../shared/call';

/** batchGetCalls */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get call',
	description: 'Read one call with its participants and summary',
	shape: read(exactCall, simplifiedCall),
	fields: [call, simplify, options([ifNotFound])],
};
