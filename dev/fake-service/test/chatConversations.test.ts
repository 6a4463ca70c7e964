import { useFakeService } from '../fakeService';
import type { StoredChat } from '../../areas/Chat/data';

const now = Date.UTC(2026, 5, 1);
const { service, a } = useFakeService({ now });

interface View {
	chat_session_uid: string;
	kind: string;
	scopes: string[];
	display_name?: string;
	participant_user_ref?: string;
	last_message_at: number;
}

const account = () => service.account('a');
const self = () => account().profile.user_ref;
const chats = () => [...account().conversations.values()];
const chatOf = (keep: (chat: StoredChat) => boolean) => chats().find(keep)!;
const uids = (list: Array<{ chat_session_uid: string }>) => list.map((row) => row.chat_session_uid);
/** Conversations that the account is in and that still exist. */
const readable = () =>
	chats().filter((chat) => !chat.dissolved && chat.members.get(self())!.status === 'active');
const otherOf = (chat: StoredChat) => [...chat.members.keys()].find((uid) => uid !== self())!;
const personOf = (chat: StoredChat) => account().people.get(otherOf(chat))!;
const list = async (body: object = {}) =>
	(await a.scan<View>('/chat/conversations/list', { limit: 9, ...body })).rows;
const query = async (body: object = {}) =>
	(await a.scan<View>('/chat/conversations/query', { last_message_from: 0, limit: 9, ...body }))
		.rows;
const resolve = async (operation: 'conversations' | 'targets', facts: object) =>
	(await a.data(`/chat/${operation}/resolve`, { items: [{ item_id: 'x', ...facts }] })).items[0];

describe('listing conversations', () => {
	it('lists all readable ones by identifier, without groups that were left or dissolved', async () => {
		const rows = await list();
		expect(uids(rows)).toEqual(uids(readable()).sort());
		expect(rows.length).toBeLessThan(chats().length);
		for (const row of rows) expect(row).not.toHaveProperty('last_message_at');
		expect((await a.data('/chat/conversations/list')).items).toHaveLength(50);
	});

	it('names the other person of direct conversations, but not bots', async () => {
		for (const row of await list()) {
			const chat = account().conversations.get(row.chat_session_uid)!;
			const expected = chat.kind === 'direct' && !chat.bot_uid ? otherOf(chat) : undefined;
			expect(row.participant_user_ref).toBe(expected);
			expect([row.kind, row.scopes]).toEqual([chat.kind, chat.scopes]);
		}
	});

	it('omits some names', async () => {
		const named = (await list()).filter(({ display_name }) => display_name !== undefined);
		expect(named.length).toBeGreaterThan(10);
		expect(named.length).toBeLessThan(readable().length);
	});

	it.each([[['contact']], [['private_chat']], [['group_chat']], [['contact', 'group_chat']], [[]]])(
		'filters by the scopes %j',
		async (scopes) => {
			const expected = readable().filter((chat) =>
				scopes.some((scope) => chat.scopes.includes(scope as never)),
			);
			expect(uids(await list({ scopes }))).toEqual(uids(expected).sort());
		},
	);

	it('filters by a current participant', async () => {
		const group = readable().find(({ name }) => name === 'Kiln Studio')!;
		const [present, former] = (['active', 'left'] as const).map(
			(wanted) =>
				[...group.members.values()].find(
					({ user_ref, status }) => status === wanted && user_ref !== self(),
				)!.user_ref,
		);
		const expected = readable().filter(({ members }) => members.get(present)?.status === 'active');
		expect(uids(await list({ participant_user_ref: present }))).toEqual(uids(expected).sort());
		expect(uids(await list({ participant_user_ref: former }))).not.toContain(
			group.chat_session_uid,
		);
		expect(await list({ participant_user_ref: 'usr_none' })).toEqual([]);
	});
});

describe('querying conversations by their latest message', () => {
	it('lists the latest first, then by identifier, without conversations that have no message', async () => {
		const times = new Map<string, number>();
		for (const { chat_session_uid, message_at, withdrawn_at } of account().messages.values()) {
			if (withdrawn_at !== undefined) continue;
			times.set(chat_session_uid, Math.max(times.get(chat_session_uid) ?? 0, message_at));
		}
		const [first, second] = readable();
		// Two with the same time.
		for (const { chat_session_uid } of [first, second]) {
			account().messages.add({
				chat_session_uid,
				sequence: 9999,
				sender: { sender_kind: 'user', sender_user_ref: self() },
				message_at: now,
				record_state: 'available',
				text_content: 'x',
			});
			times.set(chat_session_uid, now);
		}
		const expected = readable()
			.filter(({ chat_session_uid }) => times.has(chat_session_uid))
			.map(({ chat_session_uid }) => [chat_session_uid, times.get(chat_session_uid)] as const)
			.sort(([x, at], [y, then]) => then! - at! || (x < y ? -1 : 1));
		const rows = await query();
		expect(rows.map((row) => [row.chat_session_uid, row.last_message_at])).toEqual(expected);
		expect(expected.length).toBeLessThan(readable().length);
		const { items } = await a.data('/chat/conversations/query', { last_message_from: 0 });
		expect(items).toHaveLength(20);
	});

	it('includes the lower bound and excludes the upper bound', async () => {
		const rows = await query();
		const [from, before] = [rows[8].last_message_at, rows[3].last_message_at];
		const range = { last_message_from: from, last_message_before: before };
		expect(uids(await query(range))).toEqual(
			uids(rows.filter((row) => row.last_message_at >= from && row.last_message_at < before)),
		);
		const groups = await query({ ...range, scopes: ['group_chat'] });
		for (const { kind } of groups) expect(kind).toBe('group');
	});

	it('ignores a withdrawn message', async () => {
		const group = readable().find(({ name }) => name === 'Kiln Studio')!;
		const mine = [...account().messages.values()].filter(
			(row) => row.chat_session_uid === group.chat_session_uid && row.withdrawn_at === undefined,
		);
		const timeOf = async () =>
			(await query()).find((row) => row.chat_session_uid === group.chat_session_uid)!
				.last_message_at;
		const latest = await timeOf();
		for (const row of mine.filter(({ message_at }) => message_at === latest)) {
			account().messages.add(Object.assign(row, { withdrawn_at: now }));
		}
		expect(await timeOf()).toBeLessThan(latest);
	});
});

describe('finding conversations', () => {
	it('matches names, remarks and group names, and always returns the name', async () => {
		const withRemark = chatOf((chat) => chat.kind === 'direct' && !!personOf(chat)?.remark);
		const person = personOf(withRemark);
		for (const query of [person.nickname, person.remark!, person.remark!.toUpperCase()]) {
			const { candidates } = await resolve('conversations', { query, limit: 10 });
			expect(candidates).toContainEqual(
				expect.objectContaining({
					chat_session_uid: withRemark.chat_session_uid,
					display_name: person.remark,
				}),
			);
		}
		const { candidates } = await resolve('conversations', { query: 'boat club' });
		expect(candidates).toMatchObject([{ kind: 'group', display_name: 'Boat Club 🚣' }]);
	});

	it('finds a bot, and a group without a name by its members', async () => {
		const nameless = chatOf((chat) => chat.kind === 'group' && !chat.name);
		const { candidates } = await resolve('conversations', {
			query: personOf(nameless).nickname,
			limit: 10,
		});
		const found = candidates.find(
			(row: View) => row.chat_session_uid === nameless.chat_session_uid,
		);
		expect(found.display_name).toMatch(/, /);
		const bot = chatOf(({ bot_uid }) => bot_uid !== undefined);
		const { name } = account().bots.get(bot.bot_uid!)!;
		const bots = await resolve('conversations', { query: name });
		expect(uids(bots.candidates)).toContain(bot.chat_session_uid);
		expect(bots.candidates[0]).not.toHaveProperty('participant_user_ref');
	});

	it('finds a name inside a sentence', async () => {
		const query = 'what did we say in the Allotment 14 group?';
		const { candidates } = await resolve('conversations', { query });
		expect(candidates).toMatchObject([{ display_name: 'Allotment 14' }]);
	});

	it('respects the scopes, pages each item, and finds nothing for an empty query', async () => {
		const items = [
			{ item_id: '1', query: 'a', limit: 2 },
			{ item_id: '2', query: 'a', scopes: ['group_chat'], limit: 10 },
			{ item_id: '3', query: '' },
			{ item_id: '4', query: 'Raft Builders' },
			{ item_id: '5', query: 'Winter Market' },
		];
		const answer = (await a.data('/chat/conversations/resolve', { items })).items;
		expect(answer[0]).toMatchObject({ item_id: '1', has_more: true });
		expect(answer[0].candidates).toHaveLength(2);
		expect(answer[1].candidates.every(({ kind }: View) => kind === 'group')).toBe(true);
		expect(answer.slice(2).map((row: { candidates: [] }) => row.candidates)).toEqual([[], [], []]);
		const page_cursor = answer[0].next_page_cursor;
		const next = await resolve('conversations', { query: 'a', limit: 2, page_cursor });
		expect(uids(next.candidates)).not.toContain(uids(answer[0].candidates)[0]);
		const others = { items: [{ item_id: 'x', query: 'b', page_cursor }] };
		expect(await a.refusal('/chat/conversations/resolve', others)).toMatch(
			/^items\[0\]\.page_cursor belongs to another/,
		);
	});
});

describe('finding send targets', () => {
	it('finds direct and group conversations, never pending ones', async () => {
		const pending = chatOf(({ kind }) => kind === 'pending');
		const { nickname, user_ref } = personOf(pending);
		const byName = await resolve('targets', { query: nickname });
		expect(uids(byName.candidates)).not.toContain(pending.chat_session_uid);
		expect((await resolve('targets', { target_user_ref: user_ref })).candidates).toEqual([]);
		const anything = await resolve('targets', { query: 'a', limit: 5 });
		expect(anything.candidates).toHaveLength(5);
		for (const { kind } of anything.candidates) expect(kind).not.toBe('pending');
		expect((await resolve('targets', { query: 'Raft' })).candidates).toEqual([]);
	});

	it('finds the private chat with a person', async () => {
		const direct = chatOf((chat) => chat.kind === 'direct' && !chat.bot_uid);
		const target_user_ref = otherOf(direct);
		const { candidates, has_more } = await resolve('targets', { target_user_ref });
		expect(has_more).toBe(false);
		expect(candidates).toMatchObject([
			{
				chat_session_uid: direct.chat_session_uid,
				kind: 'direct',
				display_name: expect.any(String),
				participant_user_ref: target_user_ref,
			},
		]);
		const inGroups = await resolve('targets', { target_user_ref, scopes: ['group_chat'] });
		expect(inGroups.candidates).toEqual([]);
	});

	it('requires exactly one of query and person, and returns five at most', async () => {
		for (const facts of [{}, { query: 'x', target_user_ref: 'y' }, { query: 'x', limit: 6 }]) {
			const body = { items: [{ item_id: 'x', ...facts }] };
			expect(await a.refusal('/chat/targets/resolve', body)).toMatch(/^items\[0\]/);
		}
		expect((await resolve('targets', { query: '' })).candidates).toEqual([]);
	});
});

describe('creating private chats', () => {
	const path = '/chat/conversations/create-private';
	const create = async (target_user_ref: string, idempotency_key = 'k') =>
		(await a.data(path, { items: [{ item_id: 'x', target_user_ref, idempotency_key }] })).items[0];
	const stranger = () =>
		[...account().people.values()].find(({ relationships }) => relationships.length === 0)!;

	it('returns the existing chat', async () => {
		const direct = chatOf((chat) => chat.kind === 'direct' && !chat.bot_uid);
		const size = account().conversations.size;
		const target_user_ref = otherOf(direct);
		expect(await create(target_user_ref)).toEqual({
			item_id: 'x',
			target_user_ref,
			chat_session_uid: direct.chat_session_uid,
			status: 'succeeded',
		});
		expect(account().conversations.size).toBe(size);
	});

	it('creates one chat for each person regardless of the key, and adds no contact', async () => {
		const { user_ref } = stranger();
		const { chat_session_uid } = await create(user_ref, 'one');
		expect((await create(user_ref, 'two')).chat_session_uid).toBe(chat_session_uid);
		expect(account().people.get(user_ref)!.relationships).toEqual(['private_chat']);
		const { candidates } = await resolve('targets', { target_user_ref: user_ref });
		expect(candidates).toMatchObject([
			{ chat_session_uid, kind: 'direct', scopes: ['private_chat'] },
		]);
		expect(uids(await query())).not.toContain(chat_session_uid);
	});

	it('turns a pending conversation into a direct one', async () => {
		const pending = chatOf(({ kind }) => kind === 'pending');
		const { chat_session_uid } = await create(otherOf(pending));
		expect(chat_session_uid).toBe(pending.chat_session_uid);
		expect(account().conversations.get(chat_session_uid)).toMatchObject({
			kind: 'direct',
			scopes: ['contact', 'private_chat'],
		});
	});

	it.each([true, false])('can return an unknown outcome (carried out: %s)', async (done) => {
		const { user_ref } = stranger();
		service.settings.unknownOutcomes[user_ref] = { times: 2, done };
		for (let i = 0; i < 2; i++) {
			expect(await create(user_ref)).toEqual({
				item_id: 'x',
				target_user_ref: user_ref,
				status: 'unknown',
			});
			const { candidates } = await resolve('targets', { target_user_ref: user_ref });
			expect(candidates).toHaveLength(done ? 1 : 0);
		}
		expect(await create(user_ref)).toMatchObject({ status: 'succeeded' });
	});

	it('refuses the batch for a bot, the own account, an unknown person and a key of another target', async () => {
		const { user_ref } = stranger();
		await create(user_ref);
		const size = account().conversations.size;
		const [bot] = account().bots.keys();
		const [pending] = chats().filter(({ kind }) => kind === 'pending');
		const good = { item_id: 'g', target_user_ref: otherOf(pending), idempotency_key: 'good' };
		for (const [target_user_ref, idempotency_key, field] of [
			[bot, 'new', 'target_user_ref'],
			[self(), 'new', 'target_user_ref'],
			['usr_none', 'new', 'target_user_ref'],
			[otherOf(pending), 'k', 'idempotency_key'],
			[otherOf(pending), 'not a key', 'idempotency_key'],
		]) {
			const items = [good, { item_id: 'x', target_user_ref, idempotency_key }];
			expect(await a.refusal(path, { items })).toMatch(`items[1].${field}`);
		}
		expect(account().conversations.size).toBe(size);
		expect(
			chatOf(({ chat_session_uid }) => chat_session_uid === pending.chat_session_uid).kind,
		).toBe('pending');
	});
});
