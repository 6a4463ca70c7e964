import { startService } from '..';
import { createClient } from './client';
import { useFakeService } from '../fakeService';
import type {
	StoredImportedConversation,
	StoredImportedMessage,
} from '../../areas/ImportedChat/data';
import { readPages, resolveAll } from '../pages';

const now = Date.UTC(2026, 5, 1);
const { service, a } = useFakeService({ now });

type Conversation = StoredImportedConversation;
type Message = StoredImportedMessage;

const path = '/xchat-import/conversations/query';
const conversations = () => service.account('a').importedConversations;
const messages = () => service.account('a').importedMessages;
const readable = () => [...conversations().values()].filter(({ unreadable }) => !unreadable);
const unreadable = () => [...conversations().values()].find((row) => row.unreadable)!;
const foreign = () => [...service.account('b').importedConversations.keys()][0];
const messagesOf = (uid: string) =>
	[...messages().values()].filter(({ conversation_uid }) => conversation_uid === uid);
const uids = (list: Array<{ conversation_uid: string }>) => list.map((row) => row.conversation_uid);
const query = async (body: object = {}) =>
	(await a.scan<Conversation>(path, { limit: 7, ...body })).rows;
const found = async (body: object = {}) => uids(await query(body)).sort();

/** Adds a conversation whose latest message has the time 5000. */
function sample(facts: Partial<Conversation> = {}): Conversation {
	const conversation: Conversation = {
		conversation_uid: `xc_${conversations().size}`,
		kind: 'direct',
		display_name: 'X',
		message_count: 0,
		voice_count: 0,
		image_count: 0,
		emoji_count: 0,
		video_count: 0,
		last_sent_at: 5000,
		version: 1,
		...facts,
	};
	conversations().set(conversation.conversation_uid, conversation);
	return conversation;
}

/** Adds a text with the time 5000 to a conversation. */
function say(conversation_uid: string, facts: Partial<Message> = {}): Message {
	const message: Message = {
		message_uid: `xm_${messages().size}`,
		conversation_uid,
		sender: { id: 'x', display_name: 'X', is_self: false },
		sent_at: 5000,
		kind: 'text',
		content_truncated: false,
		has_media: false,
		...facts,
	};
	messages().set(message.message_uid, message);
	return message;
}

describe('the imported conversations of an account', () => {
	it('include private chats and groups, with and without messages and times', () => {
		const values = (kind: (row: Conversation) => unknown) =>
			new Set(readable().map((row) => kind(row)));
		expect(values((row) => row.kind).size).toBe(2);
		expect(values((row) => `${row.message_count > 0} ${row.last_sent_at !== undefined}`)).toEqual(
			new Set(['true true', 'false false', 'true false']),
		);
		for (const field of ['remark', 'nickname', 'avatar_url', 'imported_at'] as const) {
			expect(values((row) => row[field] === undefined)).toEqual(new Set([true, false]));
		}
		const times = readable().map(({ last_sent_at }) => last_sent_at);
		expect(new Set(times).size).toBeLessThan(times.filter(Boolean).length);
	});

	it('count the messages of their snapshot', () => {
		for (const row of readable()) {
			const list = messagesOf(row.conversation_uid);
			const count = (kind: string) => list.filter((message) => message.kind === kind).length;
			expect(row).toMatchObject({
				message_count: list.length,
				voice_count: count('voice'),
				image_count: count('image'),
				emoji_count: count('emoji'),
				video_count: count('video'),
			});
			const times = list.map(({ sent_at }) => sent_at);
			if (row.last_sent_at) expect(row.last_sent_at).toBe(Math.max(...times));
			if (row.first_sent_at) expect(row.first_sent_at).toBe(Math.min(...times));
		}
	});

	it('can be without other people, and can be empty', async () => {
		const alone = await startService({ now, size: { people: 0, importedConversations: 10 } });
		expect((await createClient(alone).scan(path)).rows.length).toBeGreaterThan(0);
		await alone.close();
		const empty = await startService({ now, size: { importedConversations: 0 } });
		expect((await createClient(empty).scan(path)).rows).toEqual([]);
		await empty.close();
	});

	it('are the same for the same seed', async () => {
		const same = await startService({ now });
		const { importedConversations, importedMessages } = same.account('a');
		expect([...importedConversations.values()]).toEqual([...conversations().values()]);
		expect([...importedMessages.values()]).toEqual([...messages().values()]);
		await same.close();
	});
});

describe('querying imported conversations', () => {
	it('lists those with the latest message first, and those without a time last', async () => {
		const expected = readable().sort(
			(x, y) =>
				(y.last_sent_at ?? -1) - (x.last_sent_at ?? -1) ||
				(x.conversation_uid < y.conversation_uid ? -1 : 1),
		);
		expect(uids(await query())).toEqual(uids(expected));
		expect(expected[expected.length - 1].last_sent_at).toBeUndefined();
	});

	it('hides members, bindings and the third party', async () => {
		for (const row of await query()) {
			expect(conversations().get(row.conversation_uid)).toMatchObject(row);
			for (const field of ['members', 'bound_user_ref', 'unreadable']) {
				expect(row).not.toHaveProperty(field);
			}
		}
	});

	it('has pages of 20 by default and of 50 at most', async () => {
		expect((await a.data(path)).items).toHaveLength(20);
		expect((await a.data(path, { limit: 50 })).items).toHaveLength(readable().length);
		expect(await a.refusal(path, { limit: 51 })).toMatch(/^limit/);
	});

	it('filters by the latest message, start inclusive, end exclusive', async () => {
		conversations().clear();
		const { conversation_uid } = sample();
		sample({ last_sent_at: undefined });
		expect(await found({ start_at: 5000, end_at: 5001 })).toEqual([conversation_uid]);
		expect(await found({ start_at: 5001 })).toEqual([]);
		expect(await found({ end_at: 5000 })).toEqual([]);
		expect(await found({ start_at: 0 })).toEqual([conversation_uid]);
		expect(await found({ end_at: 9e12 })).toEqual([conversation_uid]);
		expect(await found({ start_at: 6000, end_at: 4000 })).toEqual([]);
		expect(await found()).toHaveLength(2);
	});

	it('finds only private chats that were bound to a person', async () => {
		const bound = readable().filter(({ bound_user_ref }) => bound_user_ref);
		expect(new Set(bound.map(({ kind }) => kind))).toEqual(new Set(['direct']));
		const refs = bound.map(({ bound_user_ref }) => bound_user_ref!);
		expect(new Set(refs).size).toBeLessThan(refs.length);
		for (const participant_user_ref of refs) {
			expect(await found({ participant_user_ref })).toEqual(
				uids(bound.filter((row) => row.bound_user_ref === participant_user_ref)).sort(),
			);
		}
		const others = [...service.account('a').people.keys()].filter((ref) => !refs.includes(ref));
		expect(await found({ participant_user_ref: others[0] })).toEqual([]);
	});

	it('returns the same rows on irregular pages', async () => {
		const plain = await query();
		service.paging = 'irregular';
		const irregular = await a.scan(path, { limit: 7 });
		expect(irregular.rows).toEqual(plain);
		expect(irregular.pages[0]).toBe(0);
	});
});

describe('finding imported conversations', () => {
	const resolve = '/xchat-import/conversations/resolve';
	const find = async (facts: object) => {
		const items = [{ item_id: 'x', query: '', limit: 10, ...facts }];
		return (await resolveAll<Conversation>(a, resolve, items)).found.x;
	};

	it('matches remarks, nicknames and group names literally', async () => {
		conversations().clear();
		sample({ conversation_uid: 'remark', display_name: 'x', remark: 'Wren (Market)' });
		sample({ conversation_uid: 'nickname', display_name: 'x', nickname: 'Wren' });
		sample({ conversation_uid: 'group', kind: 'group', display_name: 'Wren Market' });
		sample({ conversation_uid: 'shown', display_name: 'Wren' });
		sample({ conversation_uid: 'unreadable', nickname: 'Wren', unreadable: true });
		const finds = async (facts: object) => uids(await find(facts)).sort();
		expect(await finds({ query: 'Wren' })).toEqual(['group', 'nickname', 'remark']);
		expect(await finds({ query: 'wren' })).toEqual([]);
		expect(await finds({ query: 'Wren ' })).toEqual(['group', 'remark']);
		expect(await finds({ query: '(M' })).toEqual(['remark']);
		expect(await finds({ query: 'W.*' })).toEqual([]);
		expect(await finds({ query: 'Wren', kind: 'group' })).toEqual(['group']);
		expect(await finds({ query: 'Wren', kind: 'direct' })).toEqual(['nickname', 'remark']);
	});

	it('shows the kind of a candidate, not its counts', async () => {
		const remarked = readable().find((row) => row.remark && row.nickname && row.last_sent_at)!;
		const candidates = await find({ query: remarked.remark });
		const { conversation_uid, kind, display_name, remark, nickname } = remarked;
		const { first_sent_at, last_sent_at } = remarked;
		expect(candidates).toContainEqual({
			conversation_uid,
			kind,
			display_name,
			remark,
			nickname,
			first_sent_at,
			last_sent_at,
		});
	});

	it('pages each item separately, with five candidates by default', async () => {
		const items = () => [
			{ item_id: 'none', query: 'Zzz' },
			{ item_id: 'many', query: 'e' },
			{ item_id: 'groups', query: 'e', kind: 'group', limit: 1 },
		];
		const plain = await resolveAll<Conversation>(a, resolve, items());
		expect(plain.found.none).toEqual([]);
		expect(plain.pages.many[0]).toBe(5);
		expect(plain.found.many.length).toBeGreaterThan(5);
		expect(plain.found.groups.length).toBeGreaterThan(1);
		expect(plain.pages.groups[0]).toBe(1);
		service.paging = 'irregular';
		const irregular = await resolveAll(a, resolve, items());
		expect(irregular.found).toEqual(plain.found);
		expect(irregular.pages.many[0]).toBe(0);
	});

	it('accepts a cursor only with the same query and kind, and 1 to 100 characters', async () => {
		const refusal = (facts: object) =>
			a.refusal(resolve, { items: [{ item_id: 'x', query: 'e', ...facts }] });
		const { items } = await a.data(resolve, { items: [{ item_id: 'x', query: 'e', limit: 1 }] });
		const page_cursor = items[0].next_page_cursor;
		expect(await refusal({ page_cursor, kind: 'group' })).toMatch(/^items\[0\]\.page_cursor/);
		expect(await refusal({ page_cursor, query: 'i' })).toMatch(/^items\[0\]\.page_cursor/);
		expect(await refusal({ query: '' })).toMatch(/^items\[0\]\.query/);
		expect(await refusal({ query: 'x'.repeat(101) })).toMatch(/^items\[0\]\.query/);
		expect(await refusal({ limit: 11 })).toMatch(/^items\[0\]\.limit/);
	});
});

describe('reading imported conversations by UID', () => {
	it('answers in input order, with unreadable ones as not found', async () => {
		const [first, second] = readable();
		const missing = [unreadable().conversation_uid, 'none', foreign()];
		const conversation_uids = [second.conversation_uid, ...missing, first.conversation_uid];
		const { items } = await a.data('/xchat-import/conversations/batch-get', { conversation_uids });
		const shown = await query();
		const of = (uid: string) => shown.find(({ conversation_uid }) => conversation_uid === uid);
		expect(items).toEqual(
			conversation_uids.map((conversation_uid) =>
				missing.includes(conversation_uid)
					? { conversation_uid, found: false, conversation: null }
					: { conversation_uid, found: true, conversation: of(conversation_uid) },
			),
		);
	});
});

describe('imported messages', () => {
	const list = '/xchat-import/messages/query';
	interface Page {
		found: boolean;
		senders: Array<{ display_name: string; is_self: boolean }>;
		items: Array<Message & { sender_index: number }>;
	}
	const pagesOf = (conversation_uid: string, body: object = {}) =>
		readPages<Page>(a, list, { conversation_uid, ...body });
	const read = async (conversation_uid: string, body: object = {}) =>
		(await pagesOf(conversation_uid, body)).flatMap(({ items }) => items);
	const big = () => readable().find(({ message_count }) => message_count === 600)!.conversation_uid;
	const newestFirst = (x: Message, y: Message) =>
		y.sent_at - x.sent_at || (x.message_uid < y.message_uid ? 1 : -1);
	const messageUids = (rows: Message[]) => rows.map(({ message_uid }) => message_uid);

	it('are listed latest first, with pages of 20 by default and 50 at most', async () => {
		const expected = messagesOf(big()).sort(newestFirst);
		const pages = await pagesOf(big());
		expect(pages[0].items).toHaveLength(20);
		expect(messageUids(pages.flatMap(({ items }) => items))).toEqual(messageUids(expected));
		const times = expected.map(({ sent_at }) => sent_at);
		expect(new Set(times).size).toBeLessThan(times.length);
		const body = { conversation_uid: big() };
		expect((await a.data(list, { ...body, limit: 50 })).items).toHaveLength(50);
		expect(await a.refusal(list, { ...body, limit: 51 })).toMatch(/^limit/);
	});

	it('are of all kinds, one of which is no filter value', async () => {
		const kinds = ['text', 'image', 'voice', 'video', 'emoji', 'call', 'location'];
		const all = await read(big());
		expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set([...kinds, 'other']));
		const asked = await read(big(), { kinds });
		expect(asked).toHaveLength(all.filter(({ kind }) => kind !== 'other').length);
		expect(
			new Set((await read(big(), { kinds: ['voice', 'call'] })).map((row) => row.kind)),
		).toEqual(new Set(['voice', 'call']));
		expect(await read(big(), { kinds: [] })).toEqual([]);
		const body = { conversation_uid: big(), kinds: ['other'] };
		expect(await a.refusal(list, body)).toMatch(/^kinds\[0\]/);
	});

	it('are filtered by the time of sending, start inclusive, end exclusive', async () => {
		const { conversation_uid } = sample();
		const { message_uid } = say(conversation_uid);
		const finds = async (body: object) => messageUids(await read(conversation_uid, body));
		expect(await finds({ start_at: 5000, end_at: 5001 })).toEqual([message_uid]);
		expect(await finds({ start_at: 5001 })).toEqual([]);
		expect(await finds({ end_at: 5000 })).toEqual([]);
		expect(await finds({ start_at: 6000, end_at: 4000 })).toEqual([]);
	});

	it('have sender indexes that are valid for one page only', async () => {
		const stored = new Map(messagesOf(big()).map((row) => [row.message_uid, row]));
		const pages = await pagesOf(big(), { limit: 50 });
		const identities = pages.map(({ senders, items }) => {
			const at: string[] = [];
			for (const { message_uid, sender_index } of items) {
				const { id, ...sender } = stored.get(message_uid)!.sender;
				expect(senders[sender_index]).toEqual(sender);
				expect(at[sender_index] ?? id).toBe(id);
				at[sender_index] = id;
			}
			expect(Object.keys(at)).toHaveLength(senders.length);
			expect(new Set(at).size).toBe(senders.length);
			return at;
		});
		identities.slice(1).forEach((at, i) => expect(at[0]).not.toBe(identities[i][0]));
	});

	it('distinguish senders of the same name', async () => {
		const { conversation_uid } = sample();
		for (const id of ['one', 'two', 'one']) {
			say(conversation_uid, { sender: { id, display_name: 'Wren', is_self: false } });
		}
		const [page] = await pagesOf(conversation_uid);
		expect(page.senders).toEqual([
			{ display_name: 'Wren', is_self: false },
			{ display_name: 'Wren', is_self: false },
		]);
		expect(page.items.map(({ sender_index }) => sender_index)).toEqual([0, 1, 0]);
	});

	it('can be truncated or without text, and with or without media details', async () => {
		const all = await read(big());
		const cut = all.filter(({ content_truncated }) => content_truncated);
		expect(cut.length).toBeGreaterThan(0);
		const of = (kind: string) => all.filter((row) => row.kind === kind);
		expect(new Set(of('image').map(({ has_media }) => has_media))).toEqual(new Set([true, false]));
		expect(new Set(of('voice').map(({ text_content }) => text_content))).toEqual(new Set(['']));
		expect(of('voice').some(({ media_duration_ms }) => media_duration_ms)).toBe(true);
		expect(of('emoji').every((row) => row.has_media && !row.mime_type)).toBe(true);
		expect(of('video').find(({ has_media }) => has_media)).toMatchObject({
			mime_type: 'video/mp4',
			media_size_bytes: expect.any(Number),
			media_duration_ms: expect.any(Number),
		});
		for (const row of all) {
			expect(row).not.toHaveProperty('sender');
			expect(row).not.toHaveProperty('conversation_uid');
		}
	});

	it('are not found if the conversation cannot be read', async () => {
		service.paging = 'irregular';
		for (const conversation_uid of [unreadable().conversation_uid, foreign(), 'none']) {
			const nothing = { found: false, senders: [], items: [], has_more: false };
			expect(await a.data(list, { conversation_uid })).toEqual({ conversation_uid, ...nothing });
		}
	});

	it('can be missing in a conversation that is found', async () => {
		const { conversation_uid } = readable().find(({ message_count }) => message_count === 0)!;
		const nothing = { found: true, senders: [], items: [], has_more: false };
		expect(await a.data(list, { conversation_uid })).toEqual({ conversation_uid, ...nothing });
	});

	it('are the same on irregular pages', async () => {
		const sequence = async () =>
			(await pagesOf(big(), { limit: 30 })).flatMap(({ senders, items }) =>
				items.map(({ sender_index, ...row }) => ({ ...row, sender: senders[sender_index] })),
			);
		const plain = await sequence();
		service.paging = 'irregular';
		expect(await sequence()).toEqual(plain);
	});

	it('can be read by UID with their sender and conversation', async () => {
		const [first, second] = messagesOf(big());
		const lost = messagesOf(unreadable().conversation_uid)[0].message_uid;
		const message_uids = [second.message_uid, lost, 'none', first.message_uid];
		const { items } = await a.data('/xchat-import/messages/batch-get', { message_uids });
		const { id: _id, ...sender } = first.sender;
		expect(items.map((row: { found: boolean }) => row.found)).toEqual([true, false, false, true]);
		expect(items[1]).toEqual({ message_uid: lost, found: false, message: null });
		expect(items[3]).toEqual({
			message_uid: first.message_uid,
			found: true,
			message: { ...first, sender },
		});
	});
});

describe('the roster of an imported group', () => {
	const list = '/xchat-import/group-members/list';
	const withRoster = () => readable().filter(({ members }) => members);

	it('can be read completely, with pages of 20 members by default', async () => {
		const { conversation_uid, members } = withRoster()[0];
		expect(members).toHaveLength(120);
		const { rows, pages } = await a.scan(list, { conversation_uid });
		expect(pages).toEqual([20, 20, 20, 20, 20, 20]);
		expect(rows.filter(({ is_self }) => is_self)).toHaveLength(1);
		const names = rows.map(({ display_name }) => display_name);
		expect([...names].sort()).toEqual(members!.map(({ display_name }) => display_name).sort());
		expect(new Set(names).size).toBeLessThan(120);
		expect(rows[0]).not.toHaveProperty('id');
		expect(await a.refusal(list, { conversation_uid, limit: 51 })).toMatch(/^limit/);
		service.paging = 'irregular';
		expect((await a.scan(list, { conversation_uid })).rows).toEqual(rows);
	});

	it('can lack people who wrote messages', () => {
		const { conversation_uid, members } = withRoster()[1];
		const ids = new Set(members!.map(({ id }) => id));
		const speakers = messagesOf(conversation_uid).map(({ sender }) => sender.id);
		expect(speakers.some((id) => !ids.has(id))).toBe(true);
	});

	it('can be available and empty', async () => {
		const { conversation_uid } = withRoster().find(({ members }) => members!.length === 0)!;
		const nothing = { roster_state: 'available', items: [], has_more: false };
		expect(await a.data(list, { conversation_uid })).toEqual({ conversation_uid, ...nothing });
	});

	it('tells why it is not available', async () => {
		service.paging = 'irregular';
		const state = async (conversation_uid: string) => {
			const { roster_state, ...rest } = await a.data(list, { conversation_uid });
			expect(rest).toEqual({ conversation_uid, items: [], has_more: false });
			return roster_state;
		};
		const unsaved = readable().find((row) => row.kind === 'group' && !row.members)!;
		const direct = readable().find(({ kind }) => kind === 'direct')!;
		expect(await state(unsaved.conversation_uid)).toBe('unavailable');
		expect(await state(unreadable().conversation_uid)).toBe('unavailable');
		expect(await state('none')).toBe('unavailable');
		expect(await state(direct.conversation_uid)).toBe('not_group');
	});
});
