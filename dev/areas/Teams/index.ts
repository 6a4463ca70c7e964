import type { Area } from '../area';
import { data, sizes } from './data';
import { handlers } from './handlers';
import { reads, writes } from './cases';
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
	writes,
	phrases: {
		withSvc: ['svc team', 'svc member', 'svc organisation'],
		everyday: ['join team', 'create team', 'team members', 'organisation'],
	},
};
