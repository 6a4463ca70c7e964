import type { Area } from '../area';
import { handlers } from './handlers';
import { objects } from './objects';
import { samples } from './samples';
import { targets } from './targets';

export const area: Area = {
	handlers,
	objects,
	samples,
	targets,
	phrases: {
		withSvc: ['svc bot', 'svc webhook'],
		everyday: ['bot message', 'chatbot', 'chat bot', 'webhook'],
	},
};
