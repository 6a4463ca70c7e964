import { ifNotFound, options, simplify } from '../../../shared/fields';
import { getByUid, type Operation } from '../../../shared/operations';
import { call } from '../../locators/call';
import { exactCall } from '../../shared/call';
import { callOutput } from '../../shared/callOutput';

/** batchGetCalls */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get call',
	description: 'Get a call by its ID, with participants and summary',
	routing: { request: { method: 'POST', url: exactCall.path } },
	endpoint: getByUid(exactCall),
	output: callOutput,
	fields: [call, simplify, options([ifNotFound])],
};
