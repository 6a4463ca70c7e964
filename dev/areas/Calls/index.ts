import type { Area } from '../area';
import { data, sizes } from './data';
import { handlers } from './handlers';
import { reads } from './cases';
import { events } from './events';
import { objects } from './objects';
import { samples } from './samples';
import { targets } from './targets';
import { things } from './things';

export const area: Area = {
	handlers,
	data,
	sizes,
	events,
	objects,
	reads,
	samples,
	targets,
	things,
	phrases: {
		withSvc: ['svc call', 'svc phone', 'svc missed call', 'svc call transcript'],
		everyday: [
			'phone call',
			'voicemail',
			'export calls',
			'call log',
			'call history',
			'call recording',
			'who spoke most',
			'speaking time',
			'call transcript',
			'call summary',
			'missed call',
		],
		firstStep: ['svc call', 'missed call', 'new call'],
	},
};
