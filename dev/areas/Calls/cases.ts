import { fromInput } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import { forEach, once, some, type Area } from '../area';

export const objects: Area['objects'] = ({ calls }) => ({
	call: [...calls.values()]
		.filter((call) => call.transcript_state === 'ready' && call.summary_state === 'ready')
		.map(({ call_uid }) => call_uid),
});

const call = fromInput('call_uid');

export const reads: Area['reads'] = {
	'call > getAll': () => once({ returnAll: true }),
	'call > get': ({ calls }) => forEach(calls.values(), { call }),
	'transcript > get': ({ calls }) => forEach(calls.values(), { call }),
};

const spoken = ({ calls }: Account) =>
	some(
		[...calls.values()].filter(({ transcript_state }) => transcript_state === 'ready'),
		1,
	);

export const targets: Area['targets'] = [
	{
		name: 'getByUid with found',
		operation: 'batchGetCalls',
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
		paged: 'data',
		reader: {
			parameters: { resource: 'transcript', operation: 'get', call, output: 'utterances' },
			items: spoken,
		},
	},
	{
		name: 'transcript as subtitles',
		operation: 'queryCallTranscript',
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
		paged: 'data',
		digested: true,
		reader: { search: 'searchCalls' },
	},
	{
		name: 'trigger of calls',
		operation: 'queryCalls',
		paged: 'data',
		reader: { event: 'newCall' },
	},
];
