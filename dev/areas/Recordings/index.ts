import type { Area } from '../area';
import * as cases from './cases';
import * as data from './data';
import * as events from './events';
import { handlers } from './handlers';
import * as samples from './samples';

export const area: Area = {
	handlers,
	...cases,
	...data,
	...events,
	...samples,
	phrases: {
		withSvc:
			'svc recording, svc transcript, svc summary, svc meeting, svc audio, svc voice memo, ' +
			'svc subtitles',
		everyday:
			'voice memo, voice recording, audio recording, meeting recording, dictation, ' +
			'transcript, transcription, subtitles, speaker, meeting summary, daily summary, ' +
			'who talked most, recording transcript',
		firstStep: 'svc recording, transcript, new recording',
	},
};
