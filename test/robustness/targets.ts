import { LIMITS } from '../../nodes/shared/limits';
import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';

import { loadOptionsContext } from '../../dev/engine/loadOptions';
import { pollNode } from '../../dev/engine/pollNode';
import { nodeNamed } from '../../dev/engine/types';
import { jsonOf, linksOf, type ServiceFixture } from '../support/useService';
import { uid } from '../../dev/contract/choices';

/** Outcome of one input item: its output items, or its error. */
export interface Fate {
	rows: IDataObject[];
	error?: string;
}

/** Reader of the answers of one operation: an endpoint, a locator or a trigger. */
export interface Target {
	name: string;
	/** The operation whose answers are mutated */
	operation: string;
	/** Field of `data` with the results */
	list?: string;
	/** Identification of the item of a result */
	by?: 'item_id' | 'record_uid' | 'call_uid';
	/** Place of `has_more`: in `data`, or in each element of a list that is paged separately */
	paged?: 'data' | 'each';
	/** Name of the list inside each element, if any */
	inner?: string;
	/** An unexpected answer is passed on, since its form is not documented */
	tolerant?: boolean;
	/** The output differs from the rows */
	digested?: boolean;
	/** Runs the target on the fake service and returns the outcome of each item */
	run: (fixture: ServiceFixture) => Promise<Fate[]>;
}

/** Number of input items of a target that puts several into one request. */
export const ITEMS = 3;

interface Setup {
	node: string;
	parameters: IDataObject;
	/** The json of the input items */
	items?: (fixture: ServiceFixture) => IDataObject[];
}

function node(setup: Setup): Target['run'] {
	return async (fixture) => {
		const inputs = setup.items?.(fixture) ?? [{}];
		const { items, errors, error } = await fixture.run({
			node: setup.node,
			parameters: {
				...setup.parameters,
				requestOptions: { timeout: LIMITS.answerTimeout },
			} as never,
			items: inputs,
			settings: { onError: 'continueErrorOutput' },
		});
		if (error) throw new Error(`the node failed: ${error.message}`);
		const rows = jsonOf(items);
		const links = linksOf(items);
		const failed = jsonOf(errors);
		const failedLinks = linksOf(errors);
		return inputs.map((_input, i) => ({
			rows: rows.filter((_row, at) => links[at] === i) as IDataObject[],
			error: failed[failedLinks.indexOf(i)]?.error as string | undefined,
		}));
	};
}

/** A trigger that starts from a date; its items without the time at which they were found. */
function trigger(name: string, event: string): Target['run'] {
	return async (fixture) => {
		const { credential } = fixture;
		const parameters = {
			event,
			startFrom: 'date',
			startDate: '2026-05-01T00:00:00Z',
			options: { includeEventMetadata: false },
		};
		const { items, error } = await pollNode({ node: name, parameters, credential });
		return [{ rows: jsonOf(items) as IDataObject[], error: error?.message }];
	};
}

function list(name: string, method: string, filter?: string): Target['run'] {
	return async (fixture) => {
		const search = nodeNamed(name).methods!.listSearch![method];
		const context = loadOptionsContext(name, fixture.credential);
		const found: INodeListSearchResult | Error = await search
			.call(context, filter)
			.catch((error: Error) => error);
		if (found instanceof Error) return [{ rows: [], error: found.message }];
		return [{ rows: found.results as unknown as IDataObject[] }];
	};
}

const records = (fixture: ServiceFixture) => {
	const { records: all, profile } = fixture.service.account('a');
	return [...all.values()].filter(
		({ state, locked, creator_user_ref }) =>
			state === 'available' && !locked && creator_user_ref === profile.user_ref,
	);
};
const some = (rows: IDataObject[]) => rows.slice(0, ITEMS);
const own = (fixture: ServiceFixture) =>
	some(records(fixture).map(({ record_uid }) => ({ uid: record_uid })));
const texts = () => some(['one', 'two', 'three'].map((text) => ({ text })));
const calls = (fixture: ServiceFixture) => [...fixture.service.account('a').calls.values()];
const given = uid('={{ $json.uid }}');

/** Targets: one for each endpoint, and for each layout of answers. */
export const TARGETS: Target[] = [
	{
		name: 'single',
		operation: 'getCurrentUserProfile',
		run: node({ node: 'svcAccount', parameters: { resource: 'profile', operation: 'get' } }),
	},
	{
		name: 'single with a list',
		operation: 'getCurrentUserAccountBindings',
		list: 'items',
		run: node({
			node: 'svcAccount',
			parameters: { resource: 'accountBinding', operation: 'getAll' },
		}),
	},
	{
		name: 'list',
		operation: 'queryRecordTimeline',
		list: 'items',
		paged: 'data',
		run: node({
			node: 'svcRecords',
			parameters: { resource: 'record', operation: 'getAll', returnAll: true },
		}),
	},
	{
		name: 'list with a record in each row',
		operation: 'searchRecords',
		list: 'items',
		paged: 'data',
		run: node({
			node: 'svcRecords',
			parameters: { resource: 'record', operation: 'search', keyword: 'the', returnAll: true },
		}),
	},
	{
		name: 'list with indexed senders',
		operation: 'queryXchatImportMessages',
		list: 'items',
		paged: 'data',
		run: node({
			node: 'svcImportedChat',
			parameters: {
				resource: 'message',
				operation: 'getAll',
				conversation: given,
				returnAll: true,
			},
			items: (fixture) => [
				{ uid: [...fixture.service.account('a').importedConversations.keys()][0] },
			],
		}),
	},
	{
		name: 'list of groups',
		operation: 'queryChatMessages',
		list: 'items',
		inner: 'messages',
		paged: 'data',
		run: node({
			node: 'svcChat',
			parameters: {
				resource: 'message',
				operation: 'getAll',
				conversations: { values: [{ conversation: given }] },
				period: 'anyTime',
				returnAll: true,
			},
			items: (fixture) => [{ uid: [...fixture.service.account('a').conversations.keys()][0] }],
		}),
	},
	{
		name: 'getByUid',
		operation: 'batchGetRecords',
		list: 'items',
		by: 'record_uid',
		run: node({
			node: 'svcRecords',
			parameters: { resource: 'record', operation: 'get', record: given },
			items: own,
		}),
	},
	{
		name: 'getByUid with found',
		operation: 'batchGetCalls',
		list: 'items',
		by: 'call_uid',
		inner: 'call',
		run: node({
			node: 'svcCalls',
			parameters: { resource: 'call', operation: 'get', call: given },
			items: (fixture) => some(calls(fixture).map(({ call_uid }) => ({ uid: call_uid }))),
		}),
	},
	{
		name: 'getByKeys',
		operation: 'batchGetChatMessages',
		list: 'items',
		by: 'item_id',
		inner: 'message',
		run: node({
			node: 'svcChat',
			parameters: {
				resource: 'message',
				operation: 'get',
				conversation: given,
				sequence: '={{ $json.sequence }}',
			},
			items: (fixture) =>
				some(
					[...fixture.service.account('a').messages.values()].map(
						({ chat_session_uid, sequence }) => ({ uid: chat_session_uid, sequence }),
					),
				),
		}),
	},
	{
		name: 'resolve',
		operation: 'resolveRecordContainers',
		list: 'items',
		by: 'item_id',
		inner: 'candidates',
		paged: 'each',
		run: node({
			node: 'svcRecords',
			parameters: {
				resource: 'topic',
				operation: 'find',
				query: '={{ $json.title }}',
				returnAll: true,
			},
			items: (fixture) =>
				some(
					[...fixture.service.account('a').topics.values()]
						.filter(({ valid }) => valid)
						.map(({ title }) => ({ title })),
				),
		}),
	},
	{
		name: 'batchWrite without status',
		operation: 'createRecords',
		list: 'items',
		by: 'item_id',
		digested: true,
		run: node({
			node: 'svcRecords',
			parameters: { resource: 'record', operation: 'create', text: '={{ $json.text }}' },
			items: texts,
		}),
	},
	{
		name: 'batchWrite with status',
		operation: 'deleteRecords',
		list: 'items',
		by: 'item_id',
		run: node({
			node: 'svcRecords',
			parameters: { resource: 'record', operation: 'delete', record: given },
			items: own,
		}),
	},
	{
		name: 'batchWrite with the object',
		operation: 'createTeams',
		list: 'items',
		by: 'item_id',
		inner: 'team',
		digested: true,
		run: node({
			node: 'svcTeams',
			parameters: {
				resource: 'team',
				operation: 'create',
				name: '={{ $json.text }}',
				svcId: '={{ "team-" + $json.text }}',
			},
			items: texts,
		}),
	},
	{
		name: 'passThrough read',
		operation: 'queryBots',
		list: 'items',
		paged: 'data',
		tolerant: true,
		run: node({
			node: 'svcBots',
			parameters: { resource: 'bot', operation: 'getAll', returnAll: true },
		}),
	},
	{
		name: 'passThrough write',
		operation: 'createBots',
		list: 'items',
		tolerant: true,
		digested: true,
		run: node({
			node: 'svcBots',
			parameters: {
				resource: 'bot',
				operation: 'create',
				body: '={{ {items: [{item_id: "1", name: $json.text}]} }}',
			},
			items: () => [{ text: 'Heron' }],
		}),
	},
	{
		name: 'transcript as utterances',
		operation: 'queryCallTranscript',
		list: 'utterances',
		paged: 'data',
		run: node({
			node: 'svcCalls',
			parameters: { resource: 'transcript', operation: 'get', call: given, output: 'utterances' },
			items: spoken,
		}),
	},
	{
		name: 'transcript as subtitles',
		operation: 'queryCallTranscript',
		list: 'utterances',
		paged: 'data',
		digested: true,
		run: node({
			node: 'svcCalls',
			parameters: { resource: 'transcript', operation: 'get', call: given, output: 'srt' },
			items: spoken,
		}),
	},
	{
		name: 'transcript in fragments',
		operation: 'queryRecordingTranscript',
		list: 'utterances',
		paged: 'data',
		digested: true,
		run: node({
			node: 'svcRecordings',
			parameters: {
				resource: 'transcript',
				operation: 'get',
				recording: given,
				output: 'utterances',
			},
			items: (fixture) => [
				{
					uid: [...fixture.service.account('a').recordings.values()].find(
						({ transcript_state }) => transcript_state === 'ready',
					)!.recording_uid,
				},
			],
		}),
	},
	{
		name: 'summary text',
		operation: 'readRecordingSummary',
		digested: true,
		run: node({
			node: 'svcRecordings',
			parameters: { resource: 'summary', operation: 'getText', summary: given },
			items: (fixture) => [
				{
					uid: [...fixture.service.account('a').summaries.values()].find(
						({ generation_state }) => generation_state === 'completed',
					)!.summary_uid,
				},
			],
		}),
	},
	{
		name: 'locator of records',
		operation: 'queryRecordTimeline',
		list: 'items',
		paged: 'data',
		digested: true,
		run: list('svcRecords', 'searchRecords'),
	},
	{
		name: 'locator of calls',
		operation: 'queryCalls',
		list: 'items',
		paged: 'data',
		digested: true,
		run: list('svcCalls', 'searchCalls'),
	},
	{
		name: 'locator of topics',
		operation: 'listRecordContainers',
		list: 'items',
		paged: 'data',
		digested: true,
		run: list('svcRecords', 'searchTopics'),
	},
	{
		name: 'locator of people by name',
		operation: 'resolvePeople',
		list: 'items',
		inner: 'candidates',
		digested: true,
		run: list('svcRecords', 'searchPeople', 'a'),
	},
	{
		name: 'trigger of calls',
		operation: 'queryCalls',
		list: 'items',
		paged: 'data',
		run: trigger('svcCallsTrigger', 'newCall'),
	},
	{
		name: 'trigger of recordings',
		operation: 'queryRecordings',
		list: 'items',
		paged: 'data',
		run: trigger('svcRecordingsTrigger', 'newRecording'),
	},
	{
		name: 'trigger of summaries',
		operation: 'queryRecordingSummaries',
		list: 'items',
		paged: 'data',
		run: trigger('svcRecordingsTrigger', 'summaryCompleted'),
	},
	{
		name: 'trigger of updates',
		operation: 'queryArrangements',
		list: 'items',
		paged: 'data',
		run: trigger('svcArrangementsTrigger', 'updated'),
	},
	{
		name: 'trigger of own posts',
		operation: 'queryWorldRecords',
		list: 'items',
		paged: 'data',
		run: trigger('svcWorldTrigger', 'ownPostReviewed'),
	},
	{
		name: 'trigger of records',
		operation: 'queryRecordTimeline',
		list: 'items',
		paged: 'data',
		run: trigger('svcRecordsTrigger', 'newRecord'),
	},
];

function spoken(fixture: ServiceFixture): IDataObject[] {
	const call = calls(fixture).find(({ transcript_state }) => transcript_state === 'ready')!;
	return [{ uid: call.call_uid }];
}
