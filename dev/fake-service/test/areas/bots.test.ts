import { all, by, NOW, said } from '../account';
import { byUid, exactReads, finding, type Step, story, type Write, writes } from '../kinds';

/** The documents do not show the fields of these operations: any body is accepted. */

const stork = { bot_uid: 'stork' };
const named = { name: 'Stork', created_at: 500, updated_at: 500 };
const binding = { chat_session_uid: 'own', bot_uid: 'stork' };
const bot = { sender_kind: 'bot', sender_bot_uid: 'stork', sender_name: 'Stork' } as const;
const messages = 'queryBotConversationMessages';

finding('queryBots', {
	body: { anything: 1 },
	names: 'bot_uid',
	finds: [[{}, 'owl stork']],
	shows: { stork: { ...stork, ...named } },
});
finding('listGroupBotBindings', {
	names: ({ chat_session_uid, bot_uid }) => `${chat_session_uid}/${bot_uid}`,
	finds: [
		// Of groups that can be read
		[{}, 'club/raven own/stork'],
		[{ chat_session_uid: 'own' }, 'own/stork'],
		[{ bot_uid: 'raven' }, 'club/raven'],
		[{ chat_session_uid: 'left' }, ''],
	],
	shows: { 'own/stork': { ...binding, context_allowed: false, installed_at: 700 } },
});
finding(messages, {
	there: all(
		said('botchat', { 2: {}, 1: { sender: bot }, 3: { withdrawn_at: 1 } }),
		said('own', { 4: {} }),
	),
	names: 'sequence',
	finds: [
		[stork, '1 2'],
		[{ chat_session_uid: 'botchat' }, '1 2'],
		[{ chat_session_uid: 'own' }, ''],
		[{ bot_uid: 'owl' }, ''],
		[{}, ''],
	],
	shows: { 1: { ...bot, message_at: 1001, text_content: 'Text 1' } },
	row: (name, facts) => ({ chat_session_uid: 'botchat', sequence: Number(name), ...facts }),
});
exactReads('batchGetBots', {
	reads: { stork: {}, raven: { name: 'The raven' } },
	missing: 'none',
	...byUid('bot_uid', 'bot', named),
});
exactReads('resolveBotConversations', {
	element: (bot_uid) => ({ bot_uid }),
	reads: { stork: { chat_session_uid: 'botchat' } },
	result: (bot_uid, facts) => ({ bot_uid, found: true, ...facts }),
	missing: 'owl none',
	absent: (bot_uid) => ({ bot_uid, found: false }),
});

const bot_uid = expect.any(String);
const crane = { name: 'Crane', description: 'Lifts' };
const webhook = { mode: 'open', allowed_sources: [] };
const WRITES: Record<string, Write> = {
	createBots: {
		item: crane,
		results: [
			[{}, { ...crane, created_at: NOW, updated_at: NOW }, { ...crane, own: true, webhook }],
		],
		result: (facts) => ({ status: 'succeeded', bot_uid, bot: { bot_uid, ...facts } }),
		store: ['bots', ({ bot_uid }) => bot_uid],
		rejects: { invalid_name: [{ name: '' }, { name: 5 }] },
	},
	updateBotProfiles: {
		item: { ...stork, description: 'Waits' },
		results: [
			[{}, { name: 'Stork', description: 'Waits', updated_at: NOW }, { description: 'Waits' }],
			[{ name: 'Crane', description: undefined }, { name: 'Crane' }],
		],
		result: (facts) => ({ ...stork, status: 'succeeded', bot: facts }),
		store: ['bots', ({ bot_uid }) => bot_uid],
		rejects: { bot_not_found: 'raven none' },
	},
	deleteBots: {
		item: stork,
		results: [[{}, stork, { deleted: true }]],
		store: ['bots', ({ bot_uid }) => bot_uid],
		rejects: { bot_not_found: 'raven none' },
		again: 'bot_not_found',
	},
	installGroupBots: {
		item: { chat_session_uid: 'own', bot_uid: 'owl' },
		results: [
			[{}, {}, { context_allowed: false, installed_at: NOW }],
			[{ bot_uid: 'raven' }, { chat_session_uid: 'own', bot_uid: 'raven' }],
			// It is installed already
			[stork, {}, { installed_at: 700 }],
		],
		store: ['botBindings', ({ chat_session_uid, bot_uid }) => `${chat_session_uid} ${bot_uid}`],
		rejects: { group_unavailable: 'left direct none', bot_not_found: { bot_uid: 'none' } },
		again: {},
	},
	removeGroupBots: {
		item: binding,
		results: [[{}, {}]],
		rejects: { not_installed: ['club', { bot_uid: 'owl' }, { chat_session_uid: undefined }] },
		again: 'not_installed',
	},
	setGroupBotContextPermissions: {
		item: binding,
		results: [
			[{}, { context_allowed: true }, { context_allowed: true }],
			[{ allowed: false }, { context_allowed: false }],
		],
		store: ['botBindings', () => 'own stork'],
		rejects: { not_installed: ['club', { bot_uid: 'owl' }, { chat_session_uid: undefined }] },
		again: { context_allowed: true },
	},
	sendBotRequests: {
		item: { ...stork, text_content: 'High water?' },
		results: [
			[{}, stork, { ...stork, text_content: 'High water?', created_at: NOW, reads: 0 }],
			[{ bot_uid: 'raven' }, {}],
		],
		result: (facts) => ({ status: 'succeeded', request_uid: expect.any(String), ...facts }),
		store: ['botRequests', ({ request_uid }) => request_uid],
		rejects: { empty_text: { text_content: '' }, bot_not_found: 'none' },
	},
	publishBotMessages: {
		item: { ...stork, text_content: 'At noon' },
		results: [
			[{}, { chat_session_uid: 'botchat' }, { sender: bot, message_at: NOW }],
			[{ chat_session_uid: 'own' }, { chat_session_uid: 'own' }],
		],
		result: (facts) => ({ status: 'succeeded', sequence: 1, ...facts }),
		store: ['messages', () => 'botchat 1'],
		rejects: {
			not_installed: { chat_session_uid: 'club' },
			conversation_unavailable: ['owl', { chat_session_uid: 'left' }],
			empty_text: { text_content: '' },
			bot_not_found: 'raven none',
		},
	},
};
for (const [operation, table] of Object.entries(WRITES)) writes(operation, table);

story(
	'elements that are no objects have no fields, and anything but an array no elements',
	...Object.keys(WRITES).flatMap((operation): Step[] => [
		[operation, { items: [null, 'text', {}] }, { items: Array(3).fill({ status: 'rejected' }) }],
		[operation, { items: 5 }, { items: [] }],
		[operation, { user_id: 'x' }, /user_id/],
	]),
	['resolveBotConversations', { items: [{}, 'text'] }, { items: [{ found: false }, {}] }],
	['batchGetBots', { bot_uids: ['stork', 5, ''] }, { items: [{ found: true }] }],
	['batchGetBots', { bot_uids: 'stork' }, { items: [] }],
	['queryBots', { limit: 'x', page_cursor: 5 }, 'owl stork'],
	['queryBots', { limit: 0 }, 'owl stork'],
	['queryBots', { limit: 101 }, 'owl stork'],
);
story(
	'a deleted bot is in no list and no group, and cannot be read',
	['installGroupBots', [{ chat_session_uid: 'own', bot_uid: 'owl' }], [{}]],
	['deleteBots', [stork], [{}]],
	['queryBots', {}, 'owl'],
	['batchGetBots', 'stork', [{ found: false }]],
	['listGroupBotBindings', {}, 'club/raven own/owl'],
);
story(
	'bots of one name are two bots',
	['createBots', [{ name: 'Stork' }, { name: 'Stork' }], [{}, {}]],
	['queryBots', {}, { items: [{}, {}, {}, {}] }],
);
const result = 'queryBotRequestResult';
const done = 'About “High water?”: done.';
story(
	'a request is a message to the bot, and its result comes when it is read for the second time',
	['sendBotRequests', [{ ...stork, text_content: 'Tide?' }], [{}]],
	[messages, stork, { items: [{ ...by('me', 'Mira Potter'), text_content: 'Tide?' }] }],
	['sendBotRequests', [{ ...stork, text_content: 'High water?' }], [{ status: 'succeeded' }]],
	[result, ([{ request_uid }]) => ({ request_uid }), { ...stork, state: 'processing' }],
	[result, ({ request_uid }) => ({ request_uid }), { state: 'completed', result_text: done }],
	[result, { request_uid: 'none' }, { request_uid: 'none', state: 'not_found' }],
	[result, {}, { state: 'not_found' }],
);
const set = 'setBotWebhookSecurity';
const rules = { mode: 'signed', allowed_sources: ['198.51.100.7'] };
const raven = { bot_uid: 'raven' };
story(
	'the security of a webhook is read and set, one bot at a time',
	[set, { ...stork, ...rules }, { ...stork, status: 'succeeded', ...rules }],
	['getBotWebhookSecurity', stork, { ...stork, found: true, ...rules }],
	[set, { ...stork, mode: 'open' }, { ...rules, mode: 'open' }],
	[set, { ...stork, allowed_sources: [] }, { mode: 'open', allowed_sources: [] }],
	[set, raven, { ...raven, status: 'rejected', reason: 'bot_not_found' }],
	['getBotWebhookSecurity', raven, { ...raven, found: false, mode: undefined }],
	['getBotWebhookSecurity', {}, { found: false }],
);
