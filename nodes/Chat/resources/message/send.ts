import type { IDataObject } from 'n8n-workflow';

import {
	ifTextTooLong,
	moment,
	options,
	simplify,
	warning,
	writeOncePer,
	text,
} from '../../../shared/form';
import { operation, ownTimeWith } from '../../../shared/operations';
import { recipientName, sendLater } from '../../shared/fields';
import { brokenMention, mentions } from '../../shared/mentions';
import { onlyTo } from '../../shared/onlyTo';
import { recipient } from '../../shared/recipient';
import { sendMessages } from '../../shared/send';
import { sentOutput } from '../../shared/outputs';

/** sendChatMessages; for a person, createPrivateChats first */
export const send = operation<
	'/api/v1/chat/messages/send',
	'target_user_ref' | 'chat_session_uids' | 'name'
>({
	name: 'Send',
	value: 'send',
	action: 'Send message',
	description: 'Send a plain-text message to a group, a private chat or a person',
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/send' } },
	tool: {
		does: 'Sends a plain-text chat message from the user to a person, a private chat or a group.',
		returns: 'Returns chat, sequence and record_uid; audit_pending: it is still under review.',
		use: 'Use it only when the user wants a message sent. It cannot send to the user: a note or a task serves instead. There are no files and no sending later.',
		effect: "People see it at once, in the user's name. It cannot be unsent.",
		undo: 'Its text can be changed.',
		undoneBy: 'message.update',
		fixed: {
			conversation: {
				does: 'Sends a plain-text chat message to a private chat, a group or a person.',
			},
			person: { does: 'Sends a plain-text chat message to a person, in their private chat.' },
		},
	},
	endpoint: sendMessages,
	output: sentOutput,
	fields: [
		warning(
			'Sends messages in your name. Messages to one conversation are sent in the order of the input items.',
		),
		...recipient,
		recipientName,
		text(
			'Text of the message: up to {maxLength} characters, a longer one becomes several messages',
			{
				required: true,
				limits: {
					ifTooLong: { otherwise: 'split', told: 'text_shortened' },
				},
			},
		),
		sendLater,
		options([
			simplify,
			ifTextTooLong('Several messages, one after the other, in the same conversation'),
			mentions,
			{
				displayName: 'Keep Order',
				name: 'keepOrder',
				type: 'boolean',
				default: true,
				description:
					'Whether to send the messages to one conversation one after the other, in the order of the items',
			},
			moment(
				'Time',
				'sendAt',
				'send_at',
				'Time that the service shows as the sending time. If empty, the current time',
			),
			onlyTo,
			writeOncePer,
		]),
	],
	rules: [(body: IDataObject) => brokenMention(body), ownTimeWith('send_at')],
});
