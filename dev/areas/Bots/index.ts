import type { Area } from '../area';
import { objects } from './objects';
import { samples } from './samples';
import { targets } from './targets';

export const area: Area = {
	objects,
	samples,
	targets,
	phrases: {
		withSvc: ['svc bot', 'svc webhook'],
		everyday: ['bot message', 'chatbot', 'chat bot', 'webhook'],
	},
};
