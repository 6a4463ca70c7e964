import type { IDataObject } from 'n8n-workflow';

import { integerOf } from '../../../shared/api';
import {
	EXCLUSIVE,
	filters,
	keepsLong,
	options,
	period,
	returnAllOrLimit,
	simplify,
} from '../../../shared/form';
import {
	closedWindows,
	inOrder,
	inPeriod,
	type InputItem,
	list,
	operation,
} from '../../../shared/operations';
import { includeTranscript, withTranscripts } from '../../../shared/transcripts';
import { callTranscript } from '../../shared/call';
import { callOutput } from '../../shared/callOutput';
import {
	connectionStates,
	directions,
	mediaTypes,
	minimumLength,
	ofConversations,
	participants,
	results,
} from '../../shared/filters';

const created = period('calls created', { default: 'last30Days', limits: EXCLUSIVE });

/** queryCalls: both time bounds are inclusive and filter on the time of creation */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many calls',
	description: 'List the calls of a period, newest first, or who spoke how long in them',
	routing: { request: { method: 'POST', url: '/api/v1/calls/query' } },
	tool: {
		does: 'Lists phone and video calls, the newest first: missed, answered, of chosen people.',
		returns: 'Returns with, started_at, duration, direction, result, summary and call_uid.',
		use: "Use it for questions such as 'which calls did I miss': incoming ones that were not connected. Not for what was said (there is no search for words), nor for audio recordings.",
	},
	endpoint: list({
		windows: async (filters, item, now) =>
			closedWindows(await sinceThen(filters, item), 'start_at', 'end_at', now),
		keeps: keepsLong,
		completion: withTranscripts(callTranscript, {}),
	}),
	output: callOutput,
	fields: [
		...created,
		...returnAllOrLimit,
		simplify,
		filters([
			connectionStates,
			ofConversations,
			directions,
			mediaTypes,
			minimumLength,
			participants,
			results,
		]),
		options([includeTranscript('call')]),
	],
	rules: [inOrder('start_at', 'end_at', { inclusive: true })],
	finish: inPeriod(created),
});

/** The filters; without a start, from the creation of the account on: the contract would read the last 30 days. */
async function sinceThen(filters: IDataObject, item: InputItem): Promise<IDataObject> {
	if (filters.start_at !== undefined) return filters;
	return { ...filters, start_at: await creationOf(item) };
}

/** Creation time of the account in Unix milliseconds (getCurrentUserProfile), read once per run. */
async function creationOf({ run, send }: InputItem): Promise<number> {
	const read = async () => integerOf((await send('/api/v1/profile/get', {})).data, 'created_at');
	return await run.cache.once('creation of the account', read);
}
