import { fromInput } from '../../contract/choices';
import { some, type Area } from '../area';

export const targets: Area['targets'] = [
	{
		name: 'list of groups',
		operation: 'queryChatMessages',
		list: 'items',
		inner: 'messages',
		paged: 'data',
		reader: {
			parameters: {
				resource: 'message',
				operation: 'getAll',
				conversations: { values: [{ conversation: fromInput('uid') }] },
				period: 'anyTime',
				returnAll: true,
			},
			items: ({ conversations }) => [{ uid: [...conversations.keys()][0] }],
		},
	},
	{
		name: 'getByKeys',
		operation: 'batchGetChatMessages',
		list: 'items',
		by: 'item_id',
		inner: 'message',
		reader: {
			parameters: {
				resource: 'message',
				operation: 'get',
				conversation: fromInput('chat_session_uid'),
				sequence: '={{ $json.sequence }}',
			},
			items: ({ messages }) => some(messages.values()),
		},
	},
];
