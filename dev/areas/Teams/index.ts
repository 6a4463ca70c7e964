import type { Area } from '../area';
import * as cases from './cases';
import * as data from './data';
import { handlers } from './handlers';
import * as samples from './samples';

export const area: Area = {
	handlers,
	...cases,
	...data,
	...samples,
	phrases: {
		withSvc: 'svc team, svc member, svc organisation',
		everyday: 'join team, create team, team members, organisation',
	},
};
