import { fromInput } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import { some, type Area } from '../area';

const call = fromInput('call_uid');
const spoken = ({ calls }: Account) =>
	some(
		[...calls.values()].filter(({ transcript_state }) => transcript_state === 'ready'),
		1,
	);

export const targets: Area['targets'] = [
	{
		name: 'getByUid with found',
		operation: 'batchGetCalls',
		list: 'items',
		by: 'call_uid',
		inner: 'call',
		reader: {
			parameters: { resource: 'call', operation: 'get', call },
			items: ({ calls }) => some(calls.values()),
		},
	},
	{
		name: 'transcript as utterances',
		operation: 'queryCallTranscript',
		list: 'utterances',
		paged: 'data',
		reader: {
			parameters: { resource: 'transcript', operation: 'get', call, output: 'utterances' },
			items: spoken,
		},
	},
	{
		name: 'transcript as subtitles',
		operation: 'queryCallTranscript',
		list: 'utterances',
		paged: 'data',
		digested: true,
		reader: {
			parameters: { resource: 'transcript', operation: 'get', call, output: 'srt' },
			items: spoken,
		},
	},
	{
		name: 'locator of calls',
		operation: 'queryCalls',
		list: 'items',
		paged: 'data',
		digested: true,
		reader: { search: 'searchCalls' },
	},
	{
		name: 'trigger of calls',
		operation: 'queryCalls',
		list: 'items',
		paged: 'data',
		reader: { event: 'newCall' },
	},
];
