import {
	after,
	before,
	filters,
	keepsLong,
	options,
	order,
	period,
	returnAllOrLimit,
	simplify,
} from '../../../shared/form';
import { atMostTogether, inOrder, inPeriod, list, operation } from '../../../shared/operations';
import { includeTranscript, withTranscripts } from '../../../shared/transcripts';
import { speakerLabels } from '../../locators/speaker';
import { minimumLength, speakers } from '../../shared/filters';
import { recordingOutput } from '../../shared/outputs';
import { recordingTranscript } from '../../shared/recording';

const made = period('recordings made', {
	bounds: [
		after('Only recordings that are in progress at this time or start later'),
		before('Only recordings that start before this time, even if they end after it'),
	],
});

/** queryRecordings: the time bounds select recordings that overlap the range, even if they start before it */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many recordings',
	description: 'List recordings, newest first by default, or who spoke how long in them',
	routing: { request: { method: 'POST', url: '/api/v1/recordings/query' } },
	tool: {
		does: 'Lists audio recordings by start time, the newest first, also those of chosen speakers.',
		returns: 'Returns name, start_at, duration, transcript_state and recording_uid; not the text.',
		use: 'Use it to find recordings of a day or person: there is no search for words. Not for the digest of a day, nor for phone calls.',
	},
	endpoint: list({
		keeps: keepsLong,
		completion: withTranscripts(recordingTranscript, { text_mode: 'full' }),
	}),
	output: recordingOutput,
	fields: [
		...made,
		...returnAllOrLimit,
		simplify,
		filters([minimumLength, speakerLabels, speakers]),
		options([includeTranscript('recording'), order('Order of the recordings by start time')]),
	],
	rules: [inOrder('start_at', 'end_at'), atMostTogether(['speaker_user_refs', 'speaker_uids'], 20)],
	// The contract begins with the oldest
	finish: inPeriod(made, { order: 'desc' }),
});
