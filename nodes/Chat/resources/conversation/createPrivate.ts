import { options } from '../../../shared/fields/collections';
import { person } from '../../../shared/fields/locators/person';
import { idempotencyKey } from '../../../shared/fields/writing';
import type { Operation } from '../../../shared/operation';
import { batch } from '../../../shared/routing/batch';
import { privateChat } from '../../shared/send';

/** createPrivateChats */
export const createPrivate: Operation = {
	name: 'Create Private Chat',
	value: 'createPrivate',
	action: 'Create private chat',
	description: 'Get the private chat with a person, made if there is none; sends nothing',
	shape: batch(privateChat),
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
