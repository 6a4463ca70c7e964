import { fromInput } from '../../contract/choices';
import type { Area } from '../area';

export const targets: Area['targets'] = [
	{
		name: 'list with indexed senders',
		operation: 'queryXchatImportMessages',
		list: 'items',
		paged: 'data',
		reader: {
			parameters: {
				resource: 'message',
				operation: 'getAll',
				conversation: fromInput('uid'),
				returnAll: true,
			},
			items: ({ importedConversations }) => [{ uid: [...importedConversations.keys()][0] }],
		},
	},
];
