import { ifNotFound, options, simplify } from '../../../shared/form';
import { getExact, operation } from '../../../shared/operations';
import { recording } from '../../locators/recording';
import { recordingOutput } from '../../shared/outputs';
import { exactRecording } from '../../shared/recording';

/** batchGetRecordings: returns no transcript text */
export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get recording',
	description: 'Get a recording by its ID, without its transcript',
	routing: { request: { method: 'POST', url: exactRecording.path } },
	tool: {
		does: 'Gets the details of one audio recording: name, start, duration and state of the transcript.',
		returns: 'Returns one object; neither audio nor text.',
		use: 'Use it when the recording_uid is known.',
	},
	endpoint: getExact(exactRecording),
	output: recordingOutput,
	fields: [recording, simplify, options([ifNotFound])],
});
