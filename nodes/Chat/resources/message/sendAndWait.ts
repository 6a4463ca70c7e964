import { options, warning, writeOncePer } from '../../../shared/form';
import type { Operation } from '../../../shared/operations';
import { askAndWait, checkQuestion } from '../../shared/askAndWait';
import { onlyTo } from '../../shared/onlyTo';
import { questionFields, questionOptions } from '../../shared/question';
import { recipient } from '../../shared/recipient';

/**
 * sendChatMessages, for a person after createPrivateChats, with links to pages of the node's webhook. The execution waits for
 * the answer. n8n knows the operation by its value, and offers the node to review the calls of agents (n8n 2.41,
 * n8n/tool-generation/hitl-tools.ts). It is no tool itself.
 */
export const sendAndWait: Operation<
	'/api/v1/chat/messages/send',
	'target_user_ref' | 'chat_session_uids'
> = {
	name: 'Send and Wait for Response',
	value: 'sendAndWait',
	action: 'Send message and wait for response',
	description: 'Ask in a chat, and continue the workflow when somebody has answered',
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/send' } },
	endpoint: askAndWait,
	fields: [
		warning(
			'Sends a message in your name, with links to n8n. Everybody who can read it can answer, once.',
		),
		...recipient,
		...questionFields,
		options([...questionOptions, onlyTo, writeOncePer]),
	],
	finish: checkQuestion,
};
