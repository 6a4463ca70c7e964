import { all, by, DAY, records, said } from '../account';
import { exactReads, finding, story, writes } from '../kinds';

const bot = { sender_kind: 'bot', sender_bot_uid: 'stork', sender_name: 'Stork' } as const;
const own = { chat_session_uid: 'own' };
const available = { record_state: 'available' };
const notes = '🎶'.repeat(301);
const cut = { title: 'Title', text_content: notes.slice(2), content_truncated: true };

finding('queryChatMessages', {
	there: all(
		said('own', {
			1: { message_at: 5000, title: 'Title', text_content: notes },
			2: { message_at: 4999, sender: by('ada', 'Ada'), text_content: '釉'.repeat(300) },
			3: { message_at: 5000, sender: bot, borrowed_user_ref: 'ada', record_state: 'missing' },
			4: { message_at: 5001, sender: by('bo'), record_state: 'protected' },
			5: { message_at: 5000, withdrawn_at: 6000 },
			6: { message_at: 6000, record_state: 'unavailable' },
		}),
		said('club', { 1: { message_at: 7000 } }),
		said('left', { 1: { message_at: 5000 } }),
		said('gone', { 1: { message_at: 5000 } }),
	),
	body: {
		chat_session_uids: ['own', 'club', 'left', 'gone', 'none'],
		start_at: 0,
		end_at: 366 * DAY,
		order: 'session_time_asc',
	},
	names: ({ chat_session_uid, messages }) =>
		messages.map(({ sequence }: { sequence: number }) => chat_session_uid + sequence),
	finds: [
		[{}, 'club1 own2 own1 own3 own4 own6'],
		[{ order: 'session_time_desc' }, 'own6 own4 own3 own1 own2 club1'],
		[{ start_at: 5000, end_at: 5001 }, 'own1 own3'],
		[{ chat_session_uids: ['club', 'left'] }, 'club1'],
		// Real people, not bots in their names
		[{ sender_user_refs: ['ada', 'stork'] }, 'club1 own2 own1 own6'],
	],
	shows: {
		own1: {
			chat_session_uid: 'own',
			senders: [by('ada', 'Ada'), by('ada'), bot, by('bo')],
			messages: [
				message(2, 0, 4999, { ...available, text_content: '釉'.repeat(300) }),
				message(1, 1, 5000, { ...available, ...cut }),
				message(3, 2, 5000, { record_state: 'missing' }),
				message(4, 3, 5001, { record_state: 'protected' }),
				message(6, 1, 6000, { record_state: 'unavailable' }),
			],
		},
	},
});
/** A message in a list. Half of them tell that they are not truncated. */
function message(sequence: number, sender_index: number, message_at: number, content: object) {
	const whole = sequence % 2 === 0 ? { content_truncated: false } : {};
	return { sequence, sender_index, message_at, ...content, ...whole };
}

const word = 'xylophone';
const excerpt = `…${'x'.repeat(29)} ${word}`;
finding('searchChatMessages', {
	there: all(
		said('own', {
			1: { message_at: 900, text_content: 'One Xylophone' },
			2: { message_at: 800, text_content: `A ${word}` },
			3: { message_at: 950, text_content: `${word}, XYLOPHONE` },
			4: { message_at: 990, title: 'The Xylophone', text_content: 'to tune', sender: bot },
			5: { message_at: 900 },
			6: { message_at: 900, text_content: word, record_state: 'protected' },
			7: { message_at: 900, text_content: word, withdrawn_at: 950 },
			8: { message_at: 5000, text_content: `${'x'.repeat(5000)} ${word}`, sender: by('bo') },
			9: { message_at: 800, text_content: word },
		}),
		said('club', { 1: { message_at: 800, text_content: word } }),
		said('left', { 1: { text_content: word } }),
	),
	body: { keyword: word, chat_session_uids: ['own', 'club', 'left'] },
	names: ({ chat_session_uid, sequence }) => chat_session_uid + sequence,
	finds: [
		[{}, 'own4 own3 club1 own2 own9 own1 own8'],
		[{ start_at: 900, end_at: 950 }, 'own1'],
		[{ start_at: 950 }, 'own4 own3 own8'],
		[{ end_at: 900 }, 'club1 own2 own9'],
		[{ chat_session_uids: ['club'] }, 'club1'],
		[{ sender_user_refs: ['bo', 'stork'] }, 'own8'],
	],
	shows: {
		own4: { ...bot, message_at: 990, matched_fields: ['title'], snippet: 'The Xylophone' },
		own8: { ...by('bo'), message_at: 5000, matched_fields: ['body'], snippet: excerpt },
	},
	row: (name, facts) => ({ ...own, sequence: Number(name.slice(3)), ...facts }),
});

const ofRecord = { title: 'Title', text_content: 'Text' };
exactReads('batchGetChatMessages', {
	there: all(
		records({
			mine: {},
			foreign: { creator_user_ref: 'ada' },
			locked: { locked: true },
			gone: { state: 'deleted' },
			kept: { state: 'protected' },
		}),
		said('own', {
			1: { title: 'Title', text_content: notes, sender: by('ada', 'Ada') },
			2: { record_uid: 'mine' },
			3: { record_uid: 'foreign' },
			4: { record_uid: 'locked' },
			5: { record_uid: 'gone' },
			6: { record_uid: 'kept' },
			7: { record_uid: 'elsewhere' },
			8: { withdrawn_at: 1 },
		}),
		said('left', { 1: {} }),
	),
	element: (name) => {
		return { chat_session_uid: name.slice(0, -1), sequence: Number(name.slice(-1)) };
	},
	reads: {
		own1: { ...by('ada', 'Ada'), title: 'Title', text_content: notes },
		// The record is told if the account may change it
		own2: { ...ofRecord, record_uid: 'mine', record_version: 3, mutable: true },
		own3: ofRecord,
		own4: { ...ofRecord, mutable: false },
		own5: { record_state: 'missing', mutable: false },
		own6: { record_state: 'protected', mutable: false },
		own7: { text_content: 'Text 7' },
	},
	result: (name, facts) => ({
		lookup_status: 'found',
		message: {
			chat_session_uid: 'own',
			sequence: Number(name.slice(3)),
			message_at: 1000 + Number(name.slice(3)),
			...by('ada'),
			...available,
			...facts,
		},
	}),
	missing: 'own8 own9 left1 none1',
	absent: () => ({ lookup_status: 'not_found', message: null }),
});

const context = 'readChatMessageContext';
const around = (...sequences: number[]) => ({ ...own, sequences });
const sequences = (text: string) => text.split(' ').map((each) => ({ sequence: Number(each) }));
const nothing = { senders: [], messages: [], anchor_sequences: [] };
/** Every other sequence, with times in another order. */
const even = Array.from({ length: 12 }, (_, i) => [2 * i + 2, { message_at: 1000 - (i % 3) }]);
story(
	'the context of messages is three before and after each, once, in the order of the conversation',
	said('own', Object.fromEntries(even.slice(3))),
	said('own', Object.fromEntries(even.slice(0, 3))),
	said('left', { 8: {} }),
	[context, around(24, 8), { ...own, senders: [by('ada')], anchor_sequences: [8, 24] }],
	[context, around(24, 8), { messages: sequences('2 4 6 8 10 12 14 18 20 22 24') }],
	// As of an earlier time
	[context, { ...around(2, 4, 8), snapshot_at: 999 }, { anchor_sequences: [4] }],
	[context, { ...around(4), snapshot_at: 999 }, { messages: sequences('4 6 10 12') }],
	({ account }) => (account('a').messages.at('own', 8)!.withdrawn_at = 1),
	[context, around(8, 7, 99, 2), { messages: sequences('2 4 6 10'), anchor_sequences: [2] }],
	[context, { chat_session_uid: 'left', sequences: [8] }, nothing],
	[context, { chat_session_uid: 'none', sequences: [8] }, nothing],
);

const send = { chat_session_uid: 'direct', text_content: 'Hello 🎶', send_at: 9000 };
const told = { audit_pending: false };
const name = { target_kind: 'direct', target_name: 'Ada (Boat)' };
const first = { sequence: 1, ...name };
const second = { sequence: 2, ...told, ...name };
const ask = (bot_uid: string, facts: object = {}) => ({
	...send,
	...own,
	text_content: 'Ask @Stork',
	bot_mentions: [{ bot_uid, mention_text: '@Stork' }],
	...facts,
});
writes('sendChatMessages', {
	there: all(said('others', { 1: {} }), said('club', { 2: {} }), said('own', { 1: {}, 3: {} })),
	item: send,
	results: [
		[{}, first, { origin: 'private_chat', ...send }],
		[{ text_content: '🎶'.repeat(10_000) }, first],
		// Some answers tell whether the message is in review, some omit the name of the conversation
		[{ chat_session_uid: 'others' }, { sequence: 2, ...told, target_name: 'Allotment 14' }],
		[{ chat_session_uid: 'club' }, { sequence: 3 }, { origin: 'group_chat' }],
		[ask('stork'), { sequence: 4, audit_pending: true, target_name: 'Kiln Studio' }],
	],
	result: (facts) => ({ record_uid: expect.any(String), target_kind: 'group', ...facts }),
	store: ['records', ({ record_uid }) => record_uid],
	keys: [{ text_content: 'Other' }],
	inTurn: { asked: [{}, {}], told: [second, first] },
	refuses: { chat_session_uid: ['pending', 'left', 'gone', 'none'] },
});
const mine = { ...by('me', 'Mira Potter'), ...available, message_at: 9000 };
const seen = { chat_session_uids: ['direct'], start_at: 0, end_at: 9001 };
story(
	'a message that was sent can be read at once, and its record can be changed',
	['sendChatMessages', send, { sequence: 1 }],
	[
		'batchGetChatMessages',
		{ chat_session_uid: 'direct', sequence: 1 },
		{ message: { ...mine, text_content: 'Hello 🎶', record_version: 1, mutable: true } },
	],
	['sendChatMessages', { ...send, idempotency_key: 'new', send_at: 1 }, { sequence: 2 }],
	['queryChatMessages', { ...seen, order: 'session_time_asc' }, 'direct2 direct1'],
);
const notInstalled = /items\[0\]\.bot_mentions\[0\]\.bot_uid/;
story(
	'a message mentions bots that are installed in its group, and are in its text',
	['sendChatMessages', ask('raven'), notInstalled],
	['sendChatMessages', ask('stork', { chat_session_uid: 'direct' }), notInstalled],
	['sendChatMessages', ask('stork', { chat_session_uid: 'botchat' }), notInstalled],
	['sendChatMessages', ask('stork', { text_content: 'Ask' }), /items\[0\]\.bot_mentions/],
);
