import type { IDataObject } from 'n8n-workflow';

import { integerOf } from '../../../shared/api';
import {
	after,
	before,
	EXCLUSIVE,
	type Field,
	filters,
	MONTH_AGO,
	options,
	returnAllOrLimit,
	simplify,
} from '../../../shared/fields';
import {
	closedWindows,
	inOrder,
	type InputItem,
	list,
	type Operation,
} from '../../../shared/operations';
import { includeTranscript, withTranscripts } from '../../../shared/transcripts';
import { callTranscript } from '../../shared/call';
import { callOutput } from '../../shared/callOutput';
import {
	connectionStates,
	directions,
	mediaTypes,
	ofConversations,
	participants,
	results,
} from '../../shared/filters';

const LAST_30_DAYS = "Only the 30 days before 'Before' were read. Set 'After' to read more.";

// n8n's editor keeps a value of After other than the default when a user turns Return All on
const SINCE_AFTER = "Only calls since 'After' were read. Empty 'After' to read all calls.";

/**
 * Earliest creation time. With Limit, the default is the last 30 days, as in the contract. With Return All, the
 * default is no bound.
 */
const createdAfter: Field[] = [
	{
		...after(
			'Only calls created at this time or later. If empty, the node reads the 30 days before Before',
		),
		default: MONTH_AGO,
		displayOptions: { show: { returnAll: [false] } },
	},
	{
		...after(
			'Only calls created at this time or later. If empty, the node reads all calls since your account was created',
		),
		default: '',
		displayOptions: { show: { returnAll: [true] } },
	},
];

/** queryCalls: both time bounds are inclusive and filter on the time of creation */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many calls',
	description: 'List calls, newest first',
	routing: { request: { method: 'POST', url: '/api/v1/calls/query' } },
	tool: {
		does: 'Lists phone and video calls, the newest first: missed, answered, of chosen people.',
		returns:
			'Returns with, from, started_at, duration, direction, result, summary and call_uid of each.',
		use: "Use it for questions such as 'which calls did I miss'. For what was said, get the call transcript. Audio recordings are in Svc Recordings.",
	},
	endpoint: list({
		windows: async (filters, item) =>
			closedWindows('start_at', 'end_at')(await sinceThen(filters, item)),
		hint: ({ start_at }, { settings }) => {
			if (start_at === undefined) return settings.returnAll ? undefined : LAST_30_DAYS;
			return settings.returnAll ? SINCE_AFTER : undefined;
		},
		completion: withTranscripts(callTranscript, {}),
	}),
	output: callOutput,
	fields: [
		...returnAllOrLimit,
		...createdAfter,
		simplify,
		filters([
			before(
				'Only calls created before this time. Without this filter, the node reads calls until now',
				EXCLUSIVE,
			),
			connectionStates,
			ofConversations,
			directions,
			mediaTypes,
			participants,
			results,
		]),
		options([includeTranscript('call')]),
	],
	rules: [inOrder('start_at', 'end_at', { inclusive: true })],
};

/** The filters; with Return All and no After, `start_at` is the creation time of the account. */
async function sinceThen(filters: IDataObject, item: InputItem): Promise<IDataObject> {
	if (filters.start_at !== undefined || !item.settings.returnAll) return filters;
	return { ...filters, start_at: await creationOf(item) };
}

/** Creation time of the account, by run. */
const CREATIONS = new WeakMap<object, Promise<number>>();

/** Creation time of the account in Unix milliseconds (getCurrentUserProfile), read once per run. */
async function creationOf({ run, send }: InputItem): Promise<number> {
	const read = async () => integerOf((await send('/api/v1/profile/get', {})).data, 'created_at');
	const creation = CREATIONS.get(run) ?? read();
	CREATIONS.set(run, creation);
	return await creation;
}
