import type { Samples } from '../../contract/sample';
import { filterBy, JANUARY, peopleById, uid } from '../../contract/choices';

export const samples: Samples = {
	queryRecordings: {
		runs: [
			{
				parameters: {
					limit: 7,
					...JANUARY,
					filters: {
						speakerLabels: filterBy('speakerLabel', uid('speaker_1')),
						speakers: peopleById('user_1,user_2'),
					},
					options: { order: 'desc' },
				},
				body: {
					limit: 7,
					speaker_uids: ['speaker_1'],
					speaker_user_refs: ['user_1', 'user_2'],
					start_at: 1767225600000,
					end_at: 1769817600000,
					order: 'desc',
				},
			},
		],
	},
	resolveRecordingSpeakers: {
		runs: [
			{
				parameters: { query: 'Ada', limit: 7 },
				body: { items: [{ item_id: '0', query: 'Ada', limit: 7 }] },
			},
		],
	},
	batchGetRecordings: {
		runs: [
			{
				parameters: { recording: uid('recording_1') },
				body: { recording_uids: ['recording_1'] },
			},
		],
	},
	queryRecordingTranscript: {
		runs: [
			{
				parameters: {
					recording: uid('recording_1'),
					output: 'utterances',
					filters: { after: '2026-01-01T00:00:00Z', before: '2026-01-31T00:00:00Z' },
					options: { maxUtterances: 7, textMode: 'bounded' },
				},
				body: {
					recording_uid: 'recording_1',
					text_mode: 'bounded',
					start_at: 1767225600000,
					end_at: 1769817600000,
					limit: 7,
				},
			},
		],
		toldAsFailure: ['found'],
	},
	queryRecordingSummaries: {
		runs: [
			{
				parameters: {
					limit: 7,
					...JANUARY,
					filters: {
						kinds: ['daily_summary', 'timeline'],
						generationStates: ['processing', 'completed', 'failed'],
					},
					options: { order: 'asc' },
				},
				body: {
					limit: 7,
					kinds: ['daily_summary', 'timeline'],
					generation_states: ['processing', 'completed', 'failed'],
					start_at: 1767225600000,
					end_at: 1769817600000,
					order: 'asc',
				},
			},
		],
	},
	readRecordingSummary: {
		runs: [
			{
				parameters: { summary: uid('summary_1') },
				body: { summary_uid: 'summary_1', limit: 20_000 },
			},
		],
		toldAsFailure: ['found'],
		usedUp: ['text_start_offset', 'text_end_offset'],
	},
};
