import type { Area } from '../area';
import { data, sizes } from './data';
import { handlers } from './handlers';
import { reads, writes } from './cases';
import { events } from './events';
import { objects, rows } from './objects';
import { samples, variants } from './samples';
import { targets } from './targets';
import { things } from './things';

export const area: Area = {
	handlers,
	data,
	sizes,
	events,
	objects,
	reads,
	rows,
	samples,
	targets,
	things,
	variants,
	writes,
	phrases: {
		withSvc: ['svc task', 'svc arrangement', 'svc to-do', 'svc reminder', 'svc due'],
		everyday: [
			'to-do',
			'todo list',
			'task list',
			'create task',
			'task due',
			'due today',
			'due date',
			'reminder',
			'overdue',
			'overdue task',
			'deadline',
		],
		firstStep: ['svc task', 'overdue', 'due soon', 'new task'],
	},
};
