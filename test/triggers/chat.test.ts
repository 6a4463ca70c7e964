import { HOUR } from '../../nodes/shared/api/time';
import type { StoredChat } from '../../dev/fake-service/data/chats';
import { simulate, type SimulatedWorld, type SimulatedTrigger } from './simulation';

const OTHER = 'user_other';

/** One of three conversations, each created with its first message. */
function conversation(world: SimulatedWorld, roll: number): StoredChat {
	const chat_session_uid = `chat_${roll % 3}`;
	const { conversations, profile } = world.account;
	const known = conversations.get(chat_session_uid);
	if (known) return known;
	const member = (user_ref: string) =>
		[user_ref, { user_ref, status: 'active', role: 'participant', joined_at: 0 }] as const;
	const chat: StoredChat = {
		chat_session_uid,
		kind: 'group',
		scopes: ['group_chat'],
		members: new Map([member(profile.user_ref), member(OTHER)]),
	};
	conversations.set(chat_session_uid, chat);
	return chat;
}

const chats = {
	node: 'svcChatTrigger',
	lookback: HOUR,
	longestWindow: 10_080,
	clear: ({ conversations, messages }) => {
		conversations.clear();
		messages.clear();
	},
	happen(world, ago, roll) {
		const { chat_session_uid } = conversation(world, roll);
		const { messages, profile } = world.account;
		const sequence = Number(world.next());
		const own = roll % 4 === 0;
		const message_at = world.now - ago;
		messages.add({
			chat_session_uid,
			sequence,
			sender: { sender_kind: 'user', sender_user_ref: own ? profile.user_ref : OTHER },
			message_at,
			record_state: 'available',
			text_content: 'Hello',
		});
		const key = `${chat_session_uid}#${String(sequence).padStart(12, '0')}`;
		if (!own) world.readable(key, message_at);
	},
} satisfies Partial<SimulatedTrigger>;

simulate({ ...chats, event: 'newMessage' });
