import type { Area } from '../area';
import { data, sizes } from './data';
import { handlers } from './handlers';
import { reads } from './cases';
import { objects } from './objects';
import { samples } from './samples';
import { named } from './things';

export const area: Area = {
	handlers,
	data,
	sizes,
	named,
	objects,
	reads,
	samples,
	phrases: {
		withSvc: ['svc people', 'svc person', 'svc contact', 'svc user'],
		everyday: ['contact lookup', 'find person', 'find user', 'people search', 'address book'],
	},
};
