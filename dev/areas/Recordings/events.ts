import type { INodeParameters } from 'n8n-workflow';

import { peopleById, several, uid } from '../../contract/choices';
import type { Area, EventCase } from '../area';
import type { Things } from '../things';

const ofRecordings: INodeParameters = {
	filters: {
		speakerLabels: several('speakerLabel', uid('speaker_1')),
		speakers: peopleById('user_1'),
	},
};
const ofSummaries: INodeParameters = { filters: { kinds: ['daily_summary', 'timeline'] } };

const recording =
	(more: Partial<Things['recording']>): EventCase['happen'] =>
	(time, number) => ({
		recording: { recording_uid: `recording_${number}`, start_at: time, end_at: time, ...more },
	});
const summary =
	(generation_state: 'completed' | 'failed'): EventCase['happen'] =>
	(end_at, number) => ({ summary: { summary_uid: `summary_${number}`, end_at, generation_state } });

const atEnd = { lookback: '90 days', foundBy: 'end, state', id: 'UID' };
const ofSpan = (state: string) => ({
	lookback: `7 days; ${state} within 30 days`,
	foundBy: 'end of its span, state',
	id: 'UID',
});

export const events: Area['events'] = {
	newRecording: {
		words: { lookback: '90 days', foundBy: 'start', id: 'UID' },
		filtered: [ofRecordings],
		happen: recording({}),
		burst: recording({}),
	},
	recordingSealed: {
		words: atEnd,
		filtered: [ofRecordings],
		happen: recording({ sealed: true }),
		burst: (time, number) => ({
			recording: {
				recording_uid: `recording_${number}`,
				start_at: time - 20_000,
				duration_ms: 20_000 - (number % 3),
				sealed: true,
			},
		}),
	},
	transcriptReady: {
		words: atEnd,
		filtered: [ofRecordings],
		happen: recording({ transcript_state: 'ready' }),
	},
	transcriptFailed: {
		words: atEnd,
		filtered: [ofRecordings],
		happen: recording({ transcript_state: 'failed' }),
	},
	summaryCompleted: {
		words: ofSpan('completed'),
		filtered: [ofSummaries],
		options: { includeText: true },
		happen: summary('completed'),
	},
	summaryFailed: {
		words: ofSpan('failed'),
		filtered: [ofSummaries],
		happen: summary('failed'),
	},
};
