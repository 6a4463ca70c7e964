import type { Area } from '../area';
import { data } from './data';
import { handlers } from './handlers';
import { reads } from './cases';
import { samples } from './samples';
import { targets } from './targets';

export const area: Area = {
	handlers,
	data,
	reads,
	samples,
	targets,
	phrases: {
		withSvc: ['svc account', 'svc profile'],
		everyday: ['my profile', 'my account', 'who am i'],
	},
};
