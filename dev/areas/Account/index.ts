import type { Area } from '../area';
import { reads } from './cases';
import { samples } from './samples';
import { targets } from './targets';

export const area: Area = {
	reads,
	samples,
	targets,
	phrases: {
		withSvc: ['svc account', 'svc profile'],
		everyday: ['my profile', 'my account', 'who am i'],
	},
};
