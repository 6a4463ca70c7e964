import type { Area } from '../area';
import { data, sizes } from './data';
import { handlers } from './handlers';
import { reads } from './cases';
import { objects, rows } from './objects';
import { samples } from './samples';
import { targets } from './targets';
import { named } from './things';

export const area: Area = {
	handlers,
	data,
	sizes,
	named,
	objects,
	reads,
	rows,
	samples,
	targets,
	phrases: {
		withSvc: ['svc imported', 'svc import', 'svc archive'],
		everyday: [
			'import chat',
			'chat import',
			'chat history',
			'imported messages',
			'chat export',
			'chat archive',
		],
	},
};
