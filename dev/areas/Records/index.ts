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
		withSvc: 'svc record, svc note, svc notes, svc topic',
		everyday:
			'meeting notes, take a note, create note, save note, search notes, personal notes, ' +
			'notebook, timeline',
		firstStep: 'svc note, new note',
	},
};
