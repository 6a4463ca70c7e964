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
	description: 'Send a plain-text message to a group, a private chat or a person',
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/send' } },
	endpoint: sendMessages,
	output: sentOutput,
	fields: [
		warning(
			'Sends messages in your name. Messages to one conversation are sent in the order of the input items.',
		),
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
					description: 'In your private chat, which is created if there is none',
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
					'Whether to send the messages of one conversation one after the other. If off, ten are sent at a time and may arrive in any order.',
			},
			moment('Time', 'sendAt', 'send_at', 'Time of sending that the service shows. If empty, now'),
		]),
	],
	rules: [(body: IDataObject) => brokenMention(body), ownKeyWith('send_at')],
};
