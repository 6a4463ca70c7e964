import type { Area } from '../area';
import * as cases from './cases';
import { handlers } from './handlers';

export const area: Area = {
	handlers,
	...cases,
	phrases: {
		withSvc: 'svc bot, svc webhook',
		everyday: 'bot message, chatbot, chat bot, webhook',
	},
};
