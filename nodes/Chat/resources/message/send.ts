import type { IDataObject } from 'n8n-workflow';

import { moment, idempotencyKeyWith, options, warning, simplify } from '../../../shared/fields';
import { type Operation, ownKeyWith } from '../../../shared/operations';
import { target } from '../../locators/target';
import { partner } from '../../shared/fields';
import { brokenMention, mentions } from '../../shared/mentions';
import { sendMessages } from '../../shared/send';
import { sentOutput } from '../../shared/outputs';

/** sendChatMessages, to a person after createPrivateChats */
export const send: Operation = {
	name: 'Send',
	value: 'send',
	action: 'Send message',
	description: 'Write a plain-text message to a group, a private chat or a person',
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/send' } },
	endpoint: sendMessages,
	output: sentOutput,
	fields: [
		warning('Sends messages in your name. Input order is the order in each conversation.'),
		{
			displayName: 'Send To',
			name: 'sendTo',
			type: 'options',
			noDataExpression: true,
			default: 'conversation',
			options: [
				{ name: 'Conversation', value: 'conversation' },
				{
					name: 'Person',
					value: 'person',
					description: 'In your private chat, which is made first if there is none',
				},
			],
		},
		{ ...target, displayOptions: { show: { sendTo: ['conversation'] } } },
		{ ...partner, displayOptions: { show: { sendTo: ['person'] } } },
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4 },
			required: true,
			default: '',
			description: 'Plain text, up to 10000 characters',
			limits: { minLength: 1, maxLength: 10_000 },
			routing: { send: { type: 'body', property: 'text_content' } },
		},
		simplify,
		options([
			mentions,
			idempotencyKeyWith('Time'),
			{
				displayName: 'Keep Order',
				name: 'keepOrder',
				type: 'boolean',
				default: true,
				description:
					'Whether messages of one conversation are sent one after the other. Off, they go ten at a time, and may arrive in any order.',
			},
			moment(
				'Time',
				'sendAt',
				'send_at',
				'When it is sent, as the service shows it; left empty, now',
			),
		]),
	],
	rules: [(body: IDataObject) => brokenMention(body), ownKeyWith('send_at')],
};
