import { ifNotFound, options, simplify } from '../../../shared/form';
import { getExact, operation } from '../../../shared/operations';
import { call } from '../../locators/call';
import { exactCall } from '../../shared/call';
import { callOutput } from '../../shared/callOutput';

/** batchGetCalls */
export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get call',
	description: 'Get a call by its ID, with participants and summary',
	routing: { request: { method: 'POST', url: exactCall.path } },
	tool: {
		does: 'Gets one phone or video call: who, when, how long, how it ended, and its summary.',
		returns: 'Returns with, from, started_at, duration, result, summary; not what was said.',
		use: 'Use it when the call_uid is known.',
	},
	endpoint: getExact(exactCall),
	output: callOutput,
	fields: [call, simplify, options([ifNotFound])],
});
