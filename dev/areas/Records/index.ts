import type { Area } from '../area';
import { data, sizes } from './data';
import { handlers } from './handlers';
import { reads, writes } from './cases';
import { events } from './events';
import { objects, rows } from './objects';
import { samples, variants } from './samples';
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
	rows,
	samples,
	targets,
	things,
	variants,
	writes,
	phrases: {
		withSvc: ['svc record', 'svc note', 'svc notes', 'svc topic'],
		everyday: [
			'meeting notes',
			'take a note',
			'create note',
			'save note',
			'search notes',
			'personal notes',
			'notebook',
			'timeline',
		],
		firstStep: ['svc note', 'new note'],
	},
};
