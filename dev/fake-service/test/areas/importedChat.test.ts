import type {
	StoredImportedConversation,
	StoredImportedMessage,
} from '../../../areas/ImportedChat/data';
import { all, rowsOf } from '../account';
import { byUid, cast, exactReads, finding, type Step, story } from '../kinds';

const counts = { message_count: 0, voice_count: 0, image_count: 0, emoji_count: 0, video_count: 0 };
const usual = {
	kind: 'direct',
	display_name: 'X',
	...counts,
	version: 1,
	last_sent_at: 5000,
} as const;
/** Private chats whose latest message has the time 5000. */
const chats = rowsOf<StoredImportedConversation>(
	({ importedConversations }) => importedConversations,
	'conversation_uid',
	usual,
);
const text = { sent_at: 5000, kind: 'text', content_truncated: false, has_media: false } as const;
const wren = (id: string) => ({ id, display_name: 'Wren', is_self: false });
const sender = { display_name: 'Wren', is_self: false };
const messages = rowsOf<StoredImportedMessage>(
	({ importedMessages }) => importedMessages,
	'message_uid',
	{ conversation_uid: 'chat', sender: wren('one'), ...text },
);
const voice = { text_content: 'Hello', mime_type: 'audio/amr', media_duration_ms: 9 };
const self = { display_name: 'me', is_self: true };

finding('queryXchatImportConversations', {
	there: chats({
		undated: { last_sent_at: undefined },
		b: { bound_user_ref: 'ada' },
		a: { kind: 'group', members: [], remark: 'Old', nickname: 'Wren' },
		later: { last_sent_at: 6000, bound_user_ref: 'ada' },
		hidden: { unreadable: true },
	}),
	names: 'conversation_uid',
	finds: [
		[{}, 'later a b undated'],
		[{ start_at: 5000, end_at: 5001 }, 'a b'],
		[{ start_at: 5001 }, 'later'],
		[{ start_at: 0 }, 'later a b'],
		[{ end_at: 6000 }, 'a b'],
		[{ end_at: 5000 }, ''],
		[{ start_at: 6000, end_at: 4000 }, ''],
		[{ participant_user_ref: 'ada' }, 'later b'],
		[{ participant_user_ref: 'bo' }, ''],
	],
	shows: { a: { kind: 'group', remark: 'Old', nickname: 'Wren' }, later: { last_sent_at: 6000 } },
	row: (conversation_uid, facts) => ({ conversation_uid, ...usual, ...facts }),
});
finding('resolveXchatImportConversations', {
	there: chats({
		remarked: { remark: 'Wren (Market)', first_sent_at: 4000 },
		nicknamed: { nickname: 'Wren' },
		group: { kind: 'group', display_name: 'Wren Market' },
		shown: { display_name: 'Wren' },
		hidden: { nickname: 'Wren', unreadable: true },
	}),
	names: 'conversation_uid',
	finds: [
		[{ query: 'Wren' }, 'group nicknamed remarked'],
		[{ query: 'wren' }, ''],
		[{ query: 'Wren ' }, 'group remarked'],
		[{ query: '(M' }, 'remarked'],
		[{ query: 'W.*' }, ''],
		[{ query: 'Wren', kind: 'group' }, 'group'],
		[{ query: 'Wren', kind: 'direct' }, 'nicknamed remarked'],
	],
	shows: { remarked: { remark: 'Wren (Market)', first_sent_at: 4000, last_sent_at: 5000 } },
	row: (conversation_uid, facts) => {
		return { conversation_uid, kind: 'direct', display_name: 'X', ...facts };
	},
});
exactReads('batchGetXchatImportConversations', {
	there: chats({ a: { bound_user_ref: 'ada', members: [] }, hidden: { unreadable: true } }),
	reads: { a: {} },
	missing: 'hidden none',
	...byUid('conversation_uid', 'conversation', usual),
});

finding('queryXchatImportMessages', {
	there: all(
		chats({ chat: {}, other: {} }),
		messages({
			a: { kind: 'voice', ...voice },
			b: { kind: 'call' },
			later: { sent_at: 6000, kind: 'other' },
			elsewhere: { conversation_uid: 'other' },
		}),
	),
	body: { conversation_uid: 'chat' },
	names: 'message_uid',
	finds: [
		[{}, 'later b a'],
		[{ conversation_uid: 'other' }, 'elsewhere'],
		[{ kinds: ['voice', 'text'] }, 'a'],
		[{ start_at: 5000, end_at: 5001 }, 'b a'],
		[{ start_at: 5001 }, 'later'],
		[{ end_at: 6000 }, 'b a'],
		[{ end_at: 5000 }, ''],
		[{ start_at: 6000, end_at: 4000 }, ''],
	],
	shows: { a: { message_uid: 'a', ...text, kind: 'voice', ...voice, sender_index: 0 } },
});
// Two people have one name
cast('queryXchatImportMessages', {
	there: all(
		chats({ chat: {}, hidden: { unreadable: true } }),
		messages({ d: { sender: wren('two') }, c: {}, b: { sender: { id: 'me', ...self } }, a: {} }),
	),
	body: { conversation_uid: 'chat', limit: 2 },
	rows: 'items',
	people: 'senders',
	name: 'message_uid',
	pages: [
		[[sender, sender], 'd:1 c:0'],
		[[sender, self], 'b:1 a:0'],
	],
	missing: 'hidden none',
});
exactReads('batchGetXchatImportMessages', {
	there: all(
		chats({ chat: {}, hidden: { unreadable: true } }),
		messages({ a: voice, lost: { conversation_uid: 'hidden' } }),
	),
	reads: { a: { conversation_uid: 'chat', ...text, ...voice, sender } },
	missing: 'lost none',
	...byUid('message_uid', 'message'),
});
story('a conversation that is found may have no messages', chats({ chat: {} }), [
	'queryXchatImportMessages',
	{ conversation_uid: 'chat' },
	{ found: true, items: [] },
]);

const member = (id: string, facts: object = {}) => ({ ...wren(id), is_friend: true, ...facts });
const groups = chats({
	group: { kind: 'group', members: [member('b', { display_name: 'Bo' }), member('a')] },
	empty: { kind: 'group', members: [] },
	unsaved: { kind: 'group' },
	direct: {},
	hidden: { kind: 'group', members: [member('a')], unreadable: true },
});
finding('listXchatImportGroupMembers', {
	there: groups,
	body: { conversation_uid: 'group' },
	names: 'display_name',
	finds: [
		[{}, 'Wren Bo'],
		[{ conversation_uid: 'empty' }, ''],
	],
	shows: { Bo: { display_name: 'Bo', is_self: false, is_friend: true } },
});
const roster = (conversation_uid: string, roster_state: string): Step => [
	'listXchatImportGroupMembers',
	{ conversation_uid },
	{ conversation_uid, roster_state, items: [], has_more: false },
];
story(
	'the roster of a group can be there, even if it is empty, or not',
	groups,
	roster('empty', 'available'),
	(service) => (service.paging = 'irregular'),
	...['unsaved', 'hidden', 'none'].map((uid) => roster(uid, 'unavailable')),
	roster('direct', 'not_group'),
);
