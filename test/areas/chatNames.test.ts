import type { IDataObject } from 'n8n-workflow';

import type { StoredChat } from '../../dev/areas/Chat/data';
import type { StoredMessage } from '../../dev/areas/Chat/data';
import { overrideLimits } from '../../dev/limits';
import { iso } from '../support/times';
import { addConversation } from '../../dev/areas/Chat/events';
import { omit } from '../../nodes/shared/objects';
import { jsonOf, linksOf, nodeOf, useService } from '../support/useService';
import { chatsById, uid } from '../../dev/contract/choices';

const fixture = useService();

// A failing list is retried a few times; the backoff is not tested here
beforeAll(() => overrideLimits({ firstBackoff: 10 }));

const account = () => fixture.service.account('a');
const self = () => account().profile.user_ref;
/** People whom the account knows by their own name. */
const others = () =>
	[...account().people.values()]
		.filter(({ user_ref, remark }) => user_ref !== self() && !remark)
		.map(({ user_ref }) => user_ref);
const { asked } = fixture;

/** UID of one of many conversations. */
const nth = (i: number) => `chat_${String(i).padStart(4, '0')}_0`;

/** A conversation of the account. Lists are in the order of UIDs; those whose UID ends in 3 have no name. */
function chat(chat_session_uid: string, facts: Partial<StoredChat> = {}): string {
	const name = `Group ${chat_session_uid}`;
	return addConversation(account(), others()[0], { chat_session_uid, name, ...facts });
}

/** A private chat with a person. */
function privateChatWith(person: string, chat_session_uid: string): string {
	const member = { status: 'active', role: 'participant', joined_at: 0 } as const;
	return chat(chat_session_uid, {
		kind: 'direct',
		scopes: ['private_chat'],
		name: undefined,
		members: new Map([self(), person].map((user_ref) => [user_ref, { ...member, user_ref }])),
	});
}

/** Adds a message and returns its sequence. */
function say(chat_session_uid: string, facts: Partial<StoredMessage> = {}): number {
	const sequence = account().messages.lastOf(chat_session_uid) + 1;
	account().messages.add({
		chat_session_uid,
		sequence,
		sender: { sender_kind: 'user', sender_user_ref: others()[0], sender_name: 'Somebody' },
		message_at: fixture.service.now() - 1000,
		record_state: 'available',
		text_content: 'A word',
		...facts,
	});
	return sequence;
}

const getAll = (conversations: string, options: IDataObject, more: IDataObject = {}) =>
	nodeOf('svcChat')('message', 'getAll', {
		conversations: chatsById(conversations),
		returnAll: true,
		options,
		...more,
	});
const search = (conversations: string, options: IDataObject) =>
	nodeOf('svcChat')('message', 'search', {
		keyword: 'xylophone',
		conversations: chatsById(conversations),
		returnAll: true,
		options,
	});
const context = (conversation: string, sequences: string, options: IDataObject) =>
	nodeOf('svcChat')('message', 'getContext', {
		conversation: uid(conversation),
		sequences,
		options,
	});
const named = { resolveNames: true };

beforeEach(() => {
	account().conversations.clear();
	account().messages.clear();
});

describe('Resolve Names', () => {
	const namesIn = (items: Parameters<typeof jsonOf>[0]) =>
		jsonOf(items).map(({ conversation_name, conversation_kind }) => [
			conversation_name,
			conversation_kind,
		]);

	it('adds name and kind of the conversation to each message, null if it has no name', async () => {
		const [person] = others();
		const group = chat('chat_1');
		const direct = privateChatWith(person, 'chat_2');
		const nameless = chat('chat_3');
		for (const each of [group, direct, nameless]) say(each);
		const { items } = await fixture.run(getAll(`${group}, ${direct}, ${nameless}`, named));
		expect(namesIn(items)).toEqual([
			[null, 'group'],
			[account().people.get(person)!.nickname, 'direct'],
			['Group chat_1', 'group'],
		]);
	});

	it.each([
		['Search', () => search('chat_1', named)],
		['Get Context', () => context('chat_1', '1', named)],
	])('does the same for %s', async (_name, run) => {
		chat('chat_1');
		say('chat_1', { text_content: 'A xylophone' });
		const { items } = await fixture.run(run());
		expect(namesIn(items)).toEqual([['Group chat_1', 'group']]);
		expect(jsonOf(items)[0]).toMatchObject({ sender_name: 'Somebody' });
	});

	it('adds names with Simplify off too, and keeps the sender an object', async () => {
		chat('chat_1');
		say('chat_1', { sender: { sender_kind: 'user', sender_user_ref: others()[0] } });
		privateChatWith(others()[0], 'chat_2');
		const { items } = await fixture.run(getAll('chat_1', named, { simplify: false }));
		expect(jsonOf(items)[0]).toMatchObject({
			conversation_name: 'Group chat_1',
			sender: { sender_name: account().people.get(others()[0])!.nickname },
		});
	});

	it.each([
		['on the first page of the list', 'chat_0000'],
		['pages after that of the conversation', 'chat_9'],
	])(
		"names a sender without a name after the account's private chat with them, %s",
		async (_where, direct) => {
			chat('chat_0');
			for (let i = 0; i < 300; i++) chat(nth(i));
			const [known, unknown] = others();
			privateChatWith(known, direct);
			say('chat_0', { sender: { sender_kind: 'user', sender_user_ref: known } });
			say('chat_0', {
				sender: { sender_kind: 'user', sender_user_ref: known, sender_name: 'Then' },
			});
			say('chat_0', { sender: { sender_kind: 'user', sender_user_ref: unknown } });
			say('chat_0', { sender: { sender_kind: 'bot', sender_bot_uid: 'bot_1' } });
			const { items } = await fixture.run(getAll('chat_0', named));
			expect(jsonOf(items).map(({ sender_name }) => sender_name)).toEqual([
				null,
				null,
				'Then',
				account().people.get(known)!.nickname,
			]);
		},
	);

	it('names no sender after a contact without a chat', async () => {
		chat('chat_1');
		const [person] = others();
		privateChatWith(person, 'chat_2');
		say('chat_1', { sender: { sender_kind: 'user', sender_user_ref: person } });
		fixture.service.faults.add({
			operation: 'listChatConversations',
			times: Infinity,
			rewrite: (envelope) => JSON.stringify(envelope).replaceAll('"direct"', '"pending"'),
		});
		const { items } = await fixture.run(getAll('chat_1', named));
		expect(jsonOf(items)[0].sender_name).toBeNull();
	});

	it('reads the list only until all names are found', async () => {
		for (let i = 0; i < 300; i++) chat(nth(i));
		say(nth(0));
		await fixture.run(getAll(nth(0), named));
		expect(asked('listChatConversations')).toHaveLength(1);
	});

	it('finds a name on page 20 of the list, and returns null for one on page 21', async () => {
		for (let i = 0; i < 2100; i++) chat(nth(i));
		say(nth(0));
		await fixture.run(getAll(nth(0), named));
		const { limit } = asked('listChatConversations')[0] as { limit: number };
		const [last, first] = [20 * limit - 1, 20 * limit].map(nth);
		for (const each of [last, first]) say(each);
		const { items, error } = await fixture.run(getAll(`${last}, ${first}`, named));
		expect(error).toBeUndefined();
		expect(namesIn(items)).toEqual([
			[null, null],
			[`Group ${last}`, 'group'],
		]);
		expect(asked('listChatConversations')).toHaveLength(1 + 20);
	});

	it('reads the list once for all items of a run', async () => {
		const uids = Array.from({ length: 300 }, (_, i) => chat(nth(i)));
		for (const each of uids) say(each);
		const some = [299, 0, 150, 299, 7, 298].map((i) => uids[i]);
		const { items } = await fixture.run({
			...getAll('={{ $json.chat }}', named),
			items: some.map((each) => ({ chat: each })),
		});
		expect(linksOf(items)).toEqual([0, 1, 2, 3, 4, 5]);
		expect(namesIn(items)).toEqual(some.map((each) => [`Group ${each}`, 'group']));
		const cursors = asked('listChatConversations').map(({ page_cursor }) => page_cursor as unknown);
		expect(new Set(cursors).size).toBe(cursors.length);
	});

	it('reads the list again in the next run, after a conversation was renamed', async () => {
		chat('chat_1');
		say('chat_1');
		await fixture.run(getAll('chat_1', named));
		chat('chat_1', { name: 'Renamed' });
		const { items } = await fixture.run(getAll('chat_1', named));
		expect(namesIn(items)).toEqual([['Renamed', 'group']]);
	});

	it.each([
		['refused', { status: 400 }],
		['out of order', { status: 503 }],
		['no list', { status: 200, body: '{"code":200,"data":{}}' }],
	])('returns all messages, with null as name, if the list is %s', async (_how, fault) => {
		chat('chat_1');
		say('chat_1');
		fixture.service.faults.add({ operation: 'listChatConversations', times: Infinity, ...fault });
		const { items, error } = await fixture.run(getAll('chat_1', named));
		expect(error).toBeUndefined();
		expect(namesIn(items)).toEqual([[null, null]]);
		expect(jsonOf(items)[0]).toMatchObject({ text_content: 'A word', sender_name: 'Somebody' });
	});

	it('keeps the names that were read before the list failed', async () => {
		for (let i = 0; i < 300; i++) chat(nth(i));
		say(nth(0));
		say(nth(299));
		fixture.service.faults.add({ operation: 'listChatConversations', after: 1, status: 400 });
		const { items } = await fixture.run(getAll(`${nth(0)}, ${nth(299)}`, named));
		expect(namesIn(items)).toEqual([
			[null, null],
			[`Group ${nth(0)}`, 'group'],
		]);
	});

	it('reads no list without the option, nor without messages', async () => {
		chat('chat_1');
		const none = await fixture.run(getAll('chat_1', named));
		expect(none.items).toEqual([]);
		say('chat_1');
		const { items } = await fixture.run(getAll('chat_1', {}));
		expect(jsonOf(items)[0]).not.toHaveProperty('conversation_name');
		expect(asked('listChatConversations')).toEqual([]);
	});
});

describe('Include Full Text', () => {
	const full = { includeFullText: true };
	const long = (i: number) => `xylophone ${i} ${'and on '.repeat(300)}`;

	it('reads only truncated messages, ten a request', async () => {
		chat('chat_1');
		for (let i = 0; i < 50; i++) say('chat_1', { text_content: i % 2 ? long(i) : `short ${i}` });
		const { items } = await fixture.run(getAll('chat_1', full));
		expect(jsonOf(items).map(({ text_content }) => text_content)).toEqual(
			Array.from({ length: 50 }, (_, i) => (i % 2 ? long(i) : `short ${i}`)).reverse(),
		);
		expect(jsonOf(items).every(({ content_truncated }) => content_truncated !== true)).toBe(true);
		const parts = asked('batchGetChatMessages').map((body) => body.items as IDataObject[]);
		expect(parts.map(({ length }) => length)).toEqual([10, 10, 5]);
		expect(parts.flat().map(({ sequence }) => Number(sequence) % 2)).toEqual(Array(25).fill(0));
	});

	it('sends no request if no message is truncated, or without the option', async () => {
		chat('chat_1');
		say('chat_1');
		await fixture.run(getAll('chat_1', full));
		say('chat_1', { text_content: long(1) });
		const { items } = await fixture.run(getAll('chat_1', {}));
		expect(jsonOf(items)[0].content_truncated).toBe(true);
		expect(long(1).startsWith(String(jsonOf(items)[0].text_content).slice(0, 100))).toBe(true);
		expect(asked('batchGetChatMessages')).toEqual([]);
	});

	it('keeps all other fields of a message, and their order', async () => {
		chat('chat_1');
		const at = fixture.service.now() - 5000;
		say('chat_1', { title: 'A title', text_content: long(1), message_at: at });
		const [part] = jsonOf((await fixture.run(getAll('chat_1', {}))).items);
		const [whole] = jsonOf((await fixture.run(getAll('chat_1', full))).items);
		expect(part.content_truncated).toBe(true);
		expect(whole).toEqual({ ...omit(part, 'content_truncated'), text_content: long(1) });
		expect(whole).toMatchObject({ title: 'A title', message_at: iso(at) });
		expect(Object.keys(whole).slice(0, 2)).toEqual(['title', 'text_content']);
	});

	it('adds the full text to the hits of a search, reading each message once', async () => {
		chat('chat_1');
		for (let i = 0; i < 12; i++) say('chat_1', { text_content: long(i), title: 'Music' });
		const { items } = await fixture.run(search('chat_1', full));
		expect(items).toHaveLength(12);
		for (const { sequence, text_content, title, snippet } of jsonOf(items)) {
			expect(text_content).toBe(long(Number(sequence) - 1));
			expect(title).toBe('Music');
			expect(snippet).toContain('xylophone');
		}
		expect(asked('batchGetChatMessages').map((body) => body.items.length)).toEqual([10, 2]);
	});

	it('adds the full text to the messages of a context', async () => {
		chat('chat_1');
		for (let i = 0; i < 3; i++) say('chat_1', { text_content: long(i) });
		const { items } = await fixture.run(context('chat_1', '2', full));
		expect(jsonOf(items).map(({ text_content }) => text_content)).toEqual([0, 1, 2].map(long));
	});

	it('leaves a message unchanged if it was deleted before its text was read', async () => {
		chat('chat_1');
		say('chat_1', { text_content: long(1) });
		say('chat_1', { text_content: long(2) });
		const stop = fixture.service.listen(({ operation, processed }) => {
			if (operation !== 'queryChatMessages' || !processed) return;
			account().messages.at('chat_1', 1)!.withdrawn_at = fixture.service.now();
		});
		const { items, error } = await fixture.run(getAll('chat_1', full));
		stop();
		expect(error).toBeUndefined();
		expect(jsonOf(items).map(({ content_truncated }) => content_truncated)).toEqual([
			undefined,
			true,
		]);
	});

	it('keeps a text marked as truncated if the full text cannot be read', async () => {
		chat('chat_1');
		say('chat_1', { text_content: long(1) });
		const stop = fixture.service.listen(({ operation, processed }) => {
			if (operation !== 'queryChatMessages' || !processed) return;
			account().messages.at('chat_1', 1)!.record_state = 'unavailable';
		});
		const { items } = await fixture.run(getAll('chat_1', full));
		stop();
		expect(jsonOf(items)).toMatchObject([{ content_truncated: true, record_state: 'unavailable' }]);
	});

	it('works together with Resolve Names', async () => {
		chat('chat_1');
		say('chat_1', { text_content: long(1) });
		const { items } = await fixture.run(getAll('chat_1', { ...full, ...named }));
		expect(jsonOf(items)[0]).toMatchObject({
			text_content: long(1),
			conversation_name: 'Group chat_1',
			sender_name: 'Somebody',
		});
	});
});
