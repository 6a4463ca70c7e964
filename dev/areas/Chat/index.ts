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
		// "trigger" is not tested: it finds all nodes of the package, sorted by the length of their names.
		withSvc:
			'svc chat, svc message, svc send, svc group, svc conversation, svc chat history, svc, ' +
			'svc trigger',
		everyday:
			'send message, edit message, new message, group chat, group members, private message, ' +
			'direct message, chat message, chat history, search messages, moderation, ' +
			'remove member',
		firstStep: 'svc message, new message',
	},
};
