import { idempotencyKey, options, simplify } from '../../../shared/fields';
import { batchWrite, type Operation } from '../../../shared/operations';
import { partner } from '../../shared/fields';
import { PRIVATE_CHATS_URL, privateChat } from '../../shared/send';
import { conversationOutput } from '../../shared/outputs';

/** createPrivateChats */
export const createPrivate: Operation = {
	name: 'Create Private Chat',
	value: 'createPrivate',
	action: 'Create private chat',
	description:
		'Get the private chat with a person, or create it if it does not exist. No message is sent.',
	routing: { request: { method: 'POST', url: PRIVATE_CHATS_URL } },
	endpoint: batchWrite(privateChat),
	output: conversationOutput,
	fields: [
		{ ...partner, description: 'Person to chat with: not a bot and not yourself' },
		simplify,
		options([idempotencyKey]),
	],
};
