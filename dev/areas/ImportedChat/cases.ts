import { fromInput } from '../../contract/choices';
import { forEach, once, type Area } from '../area';

export const objects: Area['objects'] = ({ importedConversations, importedMessages }) => ({
	conversation: [...importedConversations.values()]
		.filter(({ unreadable }) => !unreadable)
		.map(({ conversation_uid }) => conversation_uid),
	message: [...importedMessages.values()]
		.filter(({ text_content }) => text_content)
		.map(({ message_uid }) => message_uid),
});

export const rows: Area['rows'] = {
	resolveXchatImportConversations: ({ importedConversations }) =>
		[...importedConversations.values()]
			.filter(({ kind, unreadable }) => kind === 'group' && !unreadable)
			.map(({ display_name }) => ({ query: display_name })),
};

const all = { returnAll: true };
const conversation = fromInput('conversation_uid');

export const reads: Area['reads'] = {
	'conversation > getAll': () => once(all),
	'conversation > find': () => once({ query: 'a', ...all }),
	'conversation > get': ({ importedConversations }) =>
		forEach(importedConversations.values(), { conversation }),
	'message > getAll': ({ importedConversations }) =>
		forEach(importedConversations.values(), { conversation, ...all }),
	'message > get': ({ importedMessages }) =>
		forEach([...importedMessages.values()].slice(0, 100), {
			messageUid: '={{ $json.message_uid }}',
		}),
	'groupMember > getAll': ({ importedConversations }) =>
		forEach(importedConversations.values(), { conversation, ...all }),
};

export const targets: Area['targets'] = [
	{
		name: 'list with indexed senders',
		operation: 'queryXchatImportMessages',
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

export const named: Area['named'] = {
	'/api/v1/xchat-import/conversations/resolve': (
		{ importedConversations },
		conversation_uid,
		display_name,
	) => {
		const [some] = importedConversations.values();
		const names = { display_name, remark: undefined, nickname: undefined };
		importedConversations.set(conversation_uid, {
			...some,
			...names,
			conversation_uid,
			kind: 'group',
		});
	},
};
