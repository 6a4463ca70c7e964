import { options } from '../../../shared/fields/collections';
import { call } from '../../locators/call';
import { simplify } from '../../../shared/fields/simplify';
import { ifNotFound } from '../../../shared/fields/outcomeOptions';
import type { Operation } from '../../../shared/operations/operation';
import { getByUid } from '../../../shared/operations/endpoints/getByUid';
import { exactCall, simplifiedCall } from '../../shared/call';

/** batchGetCalls */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get call',
	description: 'Read one call with its participants and summary',
	routing: { request: { method: 'POST', url: exactCall.path } },
	endpoint: getByUid(exactCall, simplifiedCall),
	fields: [call, simplify, options([ifNotFound])],
};
