import type { Area } from '../area';
import { data, sizes } from './data';
import { handlers } from './handlers';
import { reads } from './cases';
import { events } from './events';
import { objects } from './objects';
import { samples } from './samples';
import { targets } from './targets';
import { named, things } from './things';

export const area: Area = {
	handlers,
	data,
	sizes,
	events,
	named,
	objects,
	reads,
	samples,
	targets,
	things,
	phrases: {
		withSvc: [
			'svc recording',
			'svc transcript',
			'svc summary',
			'svc meeting',
			'svc audio',
			'svc voice memo',
			'svc subtitles',
		],
		everyday: [
			'voice memo',
			'voice recording',
			'audio recording',
			'meeting recording',
			'dictation',
			'transcript',
			'transcription',
			'subtitles',
			'speaker',
			'meeting summary',
			'daily summary',
			'who talked most',
			'recording transcript',
		],
		firstStep: ['svc recording', 'transcript', 'new recording'],
	},
};
