import type { Area } from '../area';
import { data, sizes } from './data';
import { handlers } from './handlers';
import { reads, writes } from './cases';
import { events } from './events';
import { rows } from './objects';
import { samples } from './samples';
import { targets } from './targets';
import { things } from './things';

export const area: Area = {
	handlers,
	data,
	sizes,
	events,
	reads,
	rows,
	samples,
	targets,
	things,
	writes,
	phrases: {
		withSvc: ['svc world', 'svc post', 'svc publish', 'svc reply'],
		everyday: ['publish post', 'public post', 'social post', 'reply', 'comment', 'feed'],
		firstStep: ['svc post', 'new reply'],
	},
};
