import { all, NOW, said } from '../account';
import { finding, story, writes } from '../kinds';

const direct = {
	chat_session_uid: 'direct',
	kind: 'direct',
	scopes: ['contact', 'private_chat'],
	display_name: 'Ada (Boat)',
	participant_user_ref: 'ada',
};

finding('listChatConversations', {
	names: 'chat_session_uid',
	finds: [
		[{}, 'botchat club direct nameless others own pending'],
		[{ scopes: ['contact'] }, 'direct pending'],
		[{ scopes: ['private_chat'] }, 'botchat direct'],
		[{ scopes: ['contact', 'group_chat'] }, 'club direct nameless others own pending'],
		[{ participant_user_ref: 'cy' }, 'club own'],
		// Without groups that the person has left
		[{ participant_user_ref: 'bo' }, 'pending'],
		[{ participant_user_ref: 'nobody' }, ''],
	],
	shows: {
		direct,
		own: { display_name: 'Kiln Studio' },
		// Every fourth comes without its name
		club: {},
		nameless: { display_name: 'Mira Potter, Ada Fields, …' },
		pending: { kind: 'pending', scopes: ['contact'], display_name: 'Bo Vale' },
		botchat: { kind: 'direct', scopes: ['private_chat'], display_name: 'Stork' },
	},
	row: (chat_session_uid, facts) => {
		return { chat_session_uid, kind: 'group', scopes: ['group_chat'], ...facts };
	},
});
finding('queryChatConversations', {
	there: all(
		said('own', { 1: {}, 2: { message_at: 9000, withdrawn_at: 1 }, 3: { message_at: 5000 } }),
		said('direct', { 1: { message_at: 4000 }, 2: { message_at: 5000 }, 3: {} }),
		said('club', { 1: { message_at: 7000 } }),
		said('others', { 1: { withdrawn_at: 1 } }),
		said('left', { 1: { message_at: 7000 } }),
	),
	body: { last_message_from: 0 },
	names: 'chat_session_uid',
	finds: [
		[{}, 'club direct own'],
		[{ last_message_from: 5000, last_message_before: 7000 }, 'direct own'],
		[{ last_message_from: 5001 }, 'club'],
		[{ last_message_before: 7001, scopes: ['group_chat'] }, 'club own'],
		[{ participant_user_ref: 'cy' }, 'club own'],
	],
	shows: { direct: { ...direct, last_message_at: 5000 } },
});
finding('resolveChatConversations', {
	names: 'chat_session_uid',
	finds: [
		[{ query: 'ada fields' }, 'direct nameless'],
		[{ query: 'BOAT' }, 'club direct'],
		[{ query: 'boat', scopes: ['group_chat'] }, 'club'],
		[{ query: 'stork' }, 'botchat'],
		[{ query: 'what did we say in the Allotment 14 group?' }, 'others'],
		[{ query: 'Raft Builders' }, ''],
		[{ query: 'Winter Market' }, ''],
		[{ query: '' }, ''],
	],
	shows: { direct },
});
finding('resolveChatTargets', {
	names: 'chat_session_uid',
	finds: [
		[{ query: 'ada fields' }, 'direct nameless'],
		[{ query: 'bo vale' }, ''],
		[{ query: 'raft' }, ''],
		[{ query: '' }, ''],
		[{ target_user_ref: 'ada' }, 'direct'],
		[{ target_user_ref: 'bo' }, ''],
		[{ target_user_ref: 'ada', scopes: ['group_chat'] }, ''],
	],
});

const create = 'createPrivateChats';
const dee = { target_user_ref: 'dee' };
const bo = { target_user_ref: 'bo' };
const member = { status: 'active', role: 'participant', joined_at: NOW };

writes(create, {
	item: dee,
	results: [
		[
			{},
			{ chat_session_uid: expect.any(String) },
			{ kind: 'direct', scopes: ['private_chat'], members: { me: member, dee: member } },
		],
		[{ target_user_ref: 'ada' }, { chat_session_uid: 'direct' }],
		[bo, { chat_session_uid: 'pending' }, { kind: 'direct', scopes: ['contact', 'private_chat'] }],
	],
	store: ['conversations', ({ chat_session_uid }) => chat_session_uid],
	keys: [bo],
	refuses: { target_user_ref: ['me', 'stork', 'none'] },
});
story(
	'there is one private chat with a person, regardless of keys, and it has no message',
	[create, { ...dee, idempotency_key: 'one' }, { status: 'succeeded' }],
	[create, { ...dee, idempotency_key: 'two' }, { status: 'succeeded' }],
	['resolveChatTargets', dee, { candidates: [{ kind: 'direct' }] }],
	['resolvePeople', { query: 'dee' }, { candidates: [{ relationships: ['private_chat'] }] }],
	['queryChatConversations', { last_message_from: 0 }, ''],
	[create, { ...bo, idempotency_key: 'three' }, { status: 'succeeded' }],
	[
		'resolvePeople',
		{ query: 'bo' },
		{ candidates: [{ relationships: ['contact', 'private_chat'] }, {}] },
	],
);
for (const done of [true, false]) {
	story(
		`the outcome of a new private chat can be unknown, with the chat there: ${done}`,
		({ settings }) => (settings.unknownOutcomes.dee = { times: 2, done }),
		[create, dee, { ...dee, status: 'unknown', chat_session_uid: undefined }],
		[create, dee, { status: 'unknown' }],
		['resolveChatTargets', dee, { candidates: done ? [{ kind: 'direct' }] : [] }],
		[create, dee, { status: 'succeeded' }],
	);
}
