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
		withSvc: 'svc task, svc arrangement, svc to-do, svc reminder, svc due',
		everyday:
			'to-do, todo list, task list, create task, task due, due today, due date, reminder, ' +
			'overdue, overdue task, deadline',
		firstStep: 'svc task, overdue, due soon, new task',
	},
};
