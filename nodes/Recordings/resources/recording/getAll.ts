import {
	after,
	before,
	filters,
	options,
	order,
	returnAllOrLimit,
	simplify,
} from '../../../shared/fields';
import { atMostTogether, inOrder, list, type Operation } from '../../../shared/operations';
import { includeTranscript, withTranscripts } from '../../../shared/transcripts';
import { speakerLabels } from '../../locators/speaker';
import { speakers } from '../../shared/filters';
import { recordingOutput } from '../../shared/outputs';
import { recordingTranscript } from '../../shared/recording';

/** queryRecordings: the time bounds select recordings that overlap the span, not those that begin in it */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many recordings',
	description: 'List recordings by start time, oldest first by default',
	routing: { request: { method: 'POST', url: '/api/v1/recordings/query' } },
	endpoint: list({
		complete: withTranscripts(recordingTranscript, { text_mode: 'full' }),
	}),
	output: recordingOutput,
	fields: [
		...returnAllOrLimit,
		simplify,
		filters([
			after('Only recordings that run at this time or later, also if they began before'),
			before('Only recordings that begin before this time, also if they end after it'),
			speakerLabels,
			speakers,
		]),
		options([includeTranscript('recording'), order('asc', 'Order by the start of the recording')]),
	],
	rules: [inOrder('start_at', 'end_at'), atMostTogether(['speaker_user_refs', 'speaker_uids'], 20)],
};
