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
		withSvc: 'svc people, svc person, svc contact, svc user',
		everyday: 'contact lookup, find person, find user, people search, address book',
	},
};
