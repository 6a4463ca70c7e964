import { options } from '../../../shared/fields/collections';
import { person } from '../../../shared/locators/person';
import { idempotencyKey } from '../../../shared/fields/writeGuards';
import type { Operation } from '../../../shared/operations/operation';
import { batchWrite } from '../../../shared/operations/writes/batchWrite';
import { PRIVATE_CHATS_URL, privateChat } from '../../shared/send';

/** createPrivateChats */
export const createPrivate: Operation = {
	name: 'Create Private Chat',
	value: 'createPrivate',
	action: 'Create private chat',
	description: 'Get the private chat with a person, made if there is none; sends nothing',
	routing: { request: { method: 'POST', url: PRIVATE_CHATS_URL } },
	endpoint: batchWrite(privateChat),
	fields: [
		{
			...person,
			required: true,
			description: 'A real person, not a bot',
			routing: { send: { type: 'body', property: 'target_user_ref' } },
		},
		options([idempotencyKey]),
	],
};
