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
		withSvc: 'svc call, svc phone, svc missed call, svc call transcript',
		everyday:
			'phone call, voicemail, export calls, call log, call history, call recording, ' +
			'who spoke most, speaking time, call transcript, call summary, missed call',
		firstStep: 'svc call, missed call, new call',
	},
};
