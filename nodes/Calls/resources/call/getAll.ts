import { end, filters, options, returnAllOrLimit, simplify, start } from '../../../shared/fields';
import { closedWindows, list, notAfter, type Operation } from '../../../shared/operations';
import { includeTranscript, withTranscripts } from '../../../shared/transcripts';
import { callTranscript, simplifiedCall } from '../../shared/call';
import {
	chatSessionUids,
	connectionStates,
	directions,
	mediaTypes,
	participants,
	results,
} from '../../shared/filters';

const LAST_30_DAYS = 'Only the 30 days before End were read. Add Filters > Start to read more.';

/** queryCalls: both time bounds are inclusive and filter on the time of creation */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many calls',
	description: 'List calls, the newest first; without a start those of the last 30 days',
	routing: { request: { method: 'POST', url: '/api/v1/calls/query' } },
	endpoint: list({
		windows: closedWindows('start_at', 'end_at'),
		hint: ({ start_at }) => (start_at === undefined ? LAST_30_DAYS : undefined),
		complete: withTranscripts(callTranscript, {}, simplifiedCall),
	}),
	fields: [
		...returnAllOrLimit,
		simplify,
		filters([
			chatSessionUids,
			connectionStates,
			directions,
			end('Latest time of creation, inclusive; without it, now'),
			mediaTypes,
			participants,
			results,
			start('Earliest time of creation, inclusive; without it, 30 days before the end'),
		]),
		options([includeTranscript('call')]),
	],
	rules: [notAfter('start_at', 'end_at')],
};
