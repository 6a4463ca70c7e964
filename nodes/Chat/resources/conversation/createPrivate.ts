import { options, simplify, writeOncePer } from '../../../shared/form';
import { batchWrite, operation } from '../../../shared/operations';
import { partner } from '../../shared/fields';
import { limited, onlyWith } from '../../shared/onlyTo';
import { PRIVATE_CHATS_URL, privateChat } from '../../shared/send';
import { privateChatOutput } from '../../shared/outputs';

/** createPrivateChats */
export const createPrivate = operation<
	'/api/v1/chat/conversations/create-private',
	'chat_session_uids'
>({
	name: 'Create Private Chat',
	value: 'createPrivate',
	action: 'Create private chat',
	description:
		'Get the private chat with a person, or create it if it does not exist. No message is sent.',
	routing: { request: { method: 'POST', url: PRIVATE_CHATS_URL } },
	tool: {
		does: 'Opens the private chat between the user and one person, or gets it if it exists.',
		returns: 'Returns chat_session_uid, the identifier of the chat.',
		use: 'Use it before reading or sending where only the person is known. It takes real people, not bots or groups.',
		effect: 'Creates an empty chat if there is none. It sends no message and adds no contact.',
		undo: 'An empty chat needs no undoing.',
	},
	endpoint: limited(batchWrite(privateChat), 'target_user_ref'),
	output: privateChatOutput,
	fields: [
		{ ...partner, description: 'Person to chat with: not a bot and not yourself' },
		options([onlyWith, simplify, writeOncePer]),
	],
});
