import type { Area } from '../area';

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
