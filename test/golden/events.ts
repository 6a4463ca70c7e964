import type { INodeParameters } from 'n8n-workflow';

import { chatsById, peopleById, several, uid } from '../../dev/contract/choices';
import { EVENT_PARAMETERS } from '../../dev/contract/samples/events';
import { DAY, MINUTE } from '../../nodes/shared/durations';
import { SELF, type Thing } from '../compatibility/things';
import { EPOCH } from '../triggers/useTrigger';

/** One event of a trigger: its filters, and how it happens. */
export interface EventCase {
	/** Sets of parameters with every filter that is sent */
	filtered: INodeParameters[];
	/** Other parameters than the defaults when the event happens */
	parameters?: INodeParameters;
	/** There before the activation */
	before?: Thing[];
	/** Rows of the service once the event has happened at a time */
	happen: (time: number) => Thing;
}

const ofCalls: INodeParameters = {
	filters: {
		conversations: chatsById('chat_1, chat_2'),
		connectionStates: ['connected', 'not_connected'],
		directions: ['incoming', 'outgoing'],
		mediaTypes: ['audio', 'video'],
		participants: peopleById('user_1,user_2'),
		results: ['normal_end', 'cancelled', 'rejected', 'not_answered', 'busy', 'offline'],
	},
};
const ofRecordings: INodeParameters = {
	filters: {
		speakerLabels: several('speakerLabel', uid('speaker_1')),
		speakers: peopleById('user_1'),
	},
};
const ofSummaries: INodeParameters = { filters: { kinds: ['daily_summary', 'timeline'] } };
const ofArrangements: INodeParameters = {
	filters: {
		record: uid('record_1'),
		statuses: ['identified', 'following'],
		topic: { __rl: true, mode: 'list', value: 'topic_1' },
	},
};

const call =
	(more: object) =>
	(time: number): Thing => ({ call: { call_uid: 'call_1', created_at: time, ...more } });
const recording =
	(more: object) =>
	(time: number): Thing => ({
		recording: { recording_uid: 'recording_1', start_at: time, end_at: time, ...more },
	});
const summary =
	(generation_state: 'completed' | 'failed') =>
	(end_at: number): Thing => ({ summary: { summary_uid: 'summary_1', end_at, generation_state } });
const arrangement = (updated_at: number, more: object = {}): Thing => ({
	arrangement: { arrangement_uid: 'arrangement_1', updated_at, status: 'identified', ...more },
});
const post =
	(more: object) =>
	(time: number): Thing => ({
		post: { record_uid: 'post_1', published_at: time, ...more },
	});

/** A case for each event, by trigger and event. */
export const EVENTS: Record<string, EventCase> = {
	'svcCallsTrigger: newCall': { filtered: [ofCalls], happen: call({}) },
	'svcCallsTrigger: missedCall': {
		filtered: [
			{
				filters: {
					conversations: chatsById('chat_1'),
					mediaTypes: ['audio'],
					participants: peopleById('user_1'),
				},
			},
		],
		happen: call({ connection_state: 'not_connected', result: 'not_answered' }),
	},
	'svcCallsTrigger: summaryReady': {
		filtered: [ofCalls],
		happen: call({ summary_state: 'ready' }),
	},
	'svcCallsTrigger: summaryFailed': {
		filtered: [ofCalls],
		happen: call({ summary_state: 'failed' }),
	},
	'svcCallsTrigger: transcriptReady': {
		filtered: [ofCalls],
		happen: call({ transcript_state: 'ready' }),
	},
	'svcCallsTrigger: transcriptFailed': {
		filtered: [ofCalls],
		happen: call({ transcript_state: 'failed' }),
	},
	'svcRecordingsTrigger: newRecording': { filtered: [ofRecordings], happen: recording({}) },
	'svcRecordingsTrigger: recordingSealed': {
		filtered: [ofRecordings],
		happen: recording({ sealed: true }),
	},
	'svcRecordingsTrigger: transcriptReady': {
		filtered: [ofRecordings],
		happen: recording({ transcript_state: 'ready' }),
	},
	'svcRecordingsTrigger: transcriptFailed': {
		filtered: [ofRecordings],
		happen: recording({ transcript_state: 'failed' }),
	},
	'svcRecordingsTrigger: summaryCompleted': {
		filtered: [ofSummaries],
		parameters: { options: { includeText: true } },
		happen: summary('completed'),
	},
	'svcRecordingsTrigger: summaryFailed': { filtered: [ofSummaries], happen: summary('failed') },
	'svcArrangementsTrigger: created': { filtered: [ofArrangements], happen: arrangement },
	'svcArrangementsTrigger: updated': { filtered: [ofArrangements], happen: arrangement },
	'svcArrangementsTrigger: statusChanged': {
		filtered: [
			{
				filters: {
					fromStatuses: ['following'],
					toStatuses: ['completed'],
					topics: several('topic', uid('topic_1')),
				},
			},
		],
		before: [arrangement(EPOCH - DAY)],
		happen: (time) => arrangement(time, { status: 'following', version: 2 }),
	},
	'svcArrangementsTrigger: dueSoon': {
		filtered: [{ ...ofArrangements, leadTime: 90 }],
		happen: (time) => arrangement(time, { due_at: time + 30 * MINUTE }),
	},
	'svcArrangementsTrigger: overdue': {
		filtered: [ofArrangements],
		happen: (time) => arrangement(time, { due_at: time }),
	},
	'svcWorldTrigger: newReply': {
		filtered: [{ repliesTo: 'chosen', posts: several('post', uid('record_1')) }],
		before: [{ post: { record_uid: 'own_1', author_user_ref: SELF, published_at: EPOCH - DAY } }],
		happen: post({ parent_record_uid: 'own_1' }),
	},
	'svcWorldTrigger: newPost': {
		filtered: [
			{ author: uid('user_1'), tags: 'glaze, kiln' },
			{ scope: 'public', tags: 'glaze', filters: { recordType: 'record' } },
		],
		parameters: EVENT_PARAMETERS.newPost,
		happen: post({ tags: ['glaze'] }),
	},
	'svcWorldTrigger: ownPostReviewed': {
		filtered: [],
		happen: post({ author_user_ref: SELF }),
	},
	'svcChatTrigger: newMessage': {
		filtered: [
			{ filters: { scopes: ['contact', 'private_chat', 'group_chat'] } },
			{
				filters: { conversations: chatsById('chat_1,chat_2'), senders: peopleById('user_1') },
			},
		],
		happen: (time) => ({ message: { sequence: 1, message_at: time, text_content: 'Hello' } }),
	},
	'svcRecordsTrigger: newRecord': {
		filtered: [
			{
				container: 'topic',
				topic: uid('topic_1'),
				filters: {
					creators: peopleById('user_1'),
					origins: ['self', 'topic', 'private_chat', 'group_chat'],
				},
			},
		],
		happen: (time) => ({ record: { record_uid: 'record_1', send_at: time } }),
	},
};
