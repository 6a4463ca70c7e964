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
		withSvc: 'svc world, svc post, svc publish, svc reply',
		everyday: 'publish post, public post, social post, reply, comment, feed',
		firstStep: 'svc post, new reply',
	},
};
