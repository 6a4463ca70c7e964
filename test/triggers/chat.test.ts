import { HOUR } from '../../nodes/shared/durations';
import type { StoredChat } from '../../dev/areas/Chat/data';
import { messageKey } from '../../dev/areas/Chat/events';
import { chatsById } from '../../dev/contract/choices';
import {
	play,
	simulate,
	type SimulatedTrigger,
	type SimulatedWorld,
	type Simulation,
} from './simulation';

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
	filters: {
		choices: [[], ['chat_0'], ['chat_1', 'chat_2']].map((uids) => ({
			...(uids.length > 0 && { watch: 'selected', conversations: chatsById(...uids) }),
		})),
		pass: (key, choice) => choice === 0 || key.startsWith('chat_0') === (choice === 1),
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
		const key = messageKey({ chat_session_uid, sequence, message_at });
		if (!own) world.readable(key, message_at);
	},
} satisfies Partial<SimulatedTrigger>;

const newMessage: SimulatedTrigger = { ...chats, event: 'newMessage' };

simulate(newMessage);

// Requests of the poll: conversations with new messages, then those of the lookback, and their messages
const missed = (at: number): Partial<Simulation> => ({
	slip: { poll: 1, at, row: 0 },
	steps: [
		{ do: 'happen', ago: 0.5, roll: 1 },
		{ do: 'wait', ms: HOUR },
		{ do: 'poll', kept: true },
		{ do: 'overlap' },
	],
});

describe('overlapping polls find', () => {
	play(newMessage, {
		'a conversation that the poll before has missed': missed(1),
		'a conversation with its messages that the poll before has missed': missed(2),
	});
});
