import type { Area } from '../area';
import { data, sizes } from './data';
import { handlers } from './handlers';
import { reads, writes } from './cases';
import { events } from './events';
import { objects, rows } from './objects';
import { samples, variants } from './samples';
import { targets } from './targets';
import { named, things } from './things';

export const area: Area = {
	handlers,
	data,
	sizes,
	events,
	named,
	objects,
	reads,
	rows,
	samples,
	targets,
	things,
	variants,
	writes,
	phrases: {
		withSvc: [
			'svc chat',
			'svc message',
			'svc send',
			'svc group',
			'svc conversation',
			'svc chat history',
			// "trigger" is not tested: it finds all nodes of the package, sorted by the length of their names.
			'svc',
			'svc trigger',
		],
		everyday: [
			'send message',
			'edit message',
			'new message',
			'group chat',
			'group members',
			'private message',
			'direct message',
			'chat message',
			'chat history',
			'search messages',
			'moderation',
			'remove member',
		],
		firstStep: ['svc message', 'new message'],
	},
};
