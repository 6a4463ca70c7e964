import { ifNotFound, options, simplify } from '../../../shared/fields';
import { getByUid, type Operation } from '../../../shared/operations';
import { call } from '../../locators/call';
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
