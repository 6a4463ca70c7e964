import type { Field } from '../../shared/form';
import { target } from '../locators/target';
import { partner } from './fields';

/** Recipient of a message: a conversation, or a person through the private chat. */
export const recipient: Array<Field<'chat_session_uid' | 'target_user_ref'>> = [
	{
		displayName: 'Send To',
		name: 'sendTo',
		type: 'options',
		noDataExpression: true,
		default: 'conversation',
		description: 'Whether to send to a conversation or to a person',
		options: [
			{
				name: 'Conversation',
				value: 'conversation',
				description: 'To an existing private chat or group',
			},
			{
				name: 'Person',
				value: 'person',
				description:
					'To your private chat with a person. The node creates it if it does not exist.',
			},
		],
	},
	{
		...target,
		limits: { sole: true, named: true },
		displayOptions: { show: { sendTo: ['conversation'] } },
	},
	{
		...partner,
		limits: { sole: true, named: true },
		displayOptions: { show: { sendTo: ['person'] } },
	},
];
