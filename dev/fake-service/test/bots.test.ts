import { useFakeService } from '../fakeService';

const now = Date.UTC(2026, 5, 1);
const { service, a } = useFakeService({ now });

const account = () => service.account('a');
const all = () => [...account().bots.values()];
const own = () => all().find((bot) => bot.own)!.bot_uid;
const foreign = () => all().find((bot) => !bot.own)!.bot_uid;
const chats = () => [...account().conversations.values()];
const group = () => chats().find(({ name }) => name === 'Kiln Studio')!.chat_session_uid;
const dedicated = () => chats().find(({ bot_uid }) => account().bots.get(bot_uid ?? '')?.own)!;
const write = async (operation: string, ...items: unknown[]) =>
	(await a.data(`/bots/${operation}`, { items })).items;

describe('bots', () => {
	it('are listed page by page, only those of the account', async () => {
		const { rows, pages } = await a.scan('/bots/query', { limit: 2, anything: 1 });
		expect(rows.map(({ bot_uid }) => bot_uid)).toEqual(
			all()
				.filter((bot) => bot.own)
				.map(({ bot_uid }) => bot_uid)
				.sort(),
		);
		expect(pages.length).toBeGreaterThan(1);
		service.paging = 'irregular';
		expect((await a.scan('/bots/query', { limit: 2 })).rows).toEqual(rows);
	});

	it('are read by UID', async () => {
		const { items } = await a.data('/bots/batch-get', { bot_uids: [foreign(), 'none', 5] });
		expect(items).toMatchObject([
			{ bot_uid: foreign(), found: true, bot: { name: expect.any(String) } },
			{ bot_uid: 'none', found: false, bot: null },
		]);
	});

	it('are created, updated and deleted', async () => {
		const [one, two, none] = await write(
			'create',
			{ item_id: '1', name: 'Stork' },
			{ item_id: '2', name: 'Stork', description: 'Carries' },
			{ item_id: '3' },
		);
		expect(one).toMatchObject({ item_id: '1', status: 'succeeded', bot: { name: 'Stork' } });
		expect(two.bot_uid).not.toBe(one.bot_uid);
		expect(none).toEqual({ item_id: '3', status: 'rejected', reason: 'invalid_name' });
		const { bot_uid } = one;
		expect(await write('profile/update', { bot_uid, description: 'Waits' })).toMatchObject([
			{ bot_uid, status: 'succeeded', bot: { name: 'Stork', description: 'Waits' } },
		]);
		await write('group-bindings/install', { bot_uid, chat_session_uid: group() });
		expect(await write('delete', { bot_uid })).toEqual([{ bot_uid, status: 'succeeded' }]);
		expect(await write('delete', { bot_uid })).toMatchObject([
			{ status: 'rejected', reason: 'bot_not_found' },
		]);
		expect(account().botBindings.of(group(), bot_uid)).toBeUndefined();
		const { rows } = await a.scan('/bots/query');
		expect(rows.map((row) => row.bot_uid)).not.toContain(bot_uid);
	});

	it.each(['profile/update', 'delete', 'messages/publish'])(
		'of others cannot be used by %s',
		async (operation) => {
			const item = { item_id: 'x', bot_uid: foreign(), text_content: 'x' };
			expect(await write(operation, item)).toMatchObject([
				{ item_id: 'x', bot_uid: foreign(), status: 'rejected', reason: 'bot_not_found' },
			]);
		},
	);

	it.each([
		'create',
		'profile/update',
		'delete',
		'group-bindings/install',
		'group-bindings/remove',
		'group-bindings/context-permissions/set',
		'requests/send',
		'messages/publish',
	])('reject a body that %s cannot use, and refuse a user_id', async (operation) => {
		expect(await write(operation, {}, null, 'text')).toMatchObject([
			{ status: 'rejected' },
			{ status: 'rejected' },
			{ status: 'rejected' },
		]);
		expect(await a.data(`/bots/${operation}`, { items: 5 })).toEqual({ items: [] });
		expect(await a.refusal(`/bots/${operation}`, { user_id: 'x' })).toMatch('user_id');
	});
});

describe('bots in groups', () => {
	const binding = () => ({ chat_session_uid: group(), bot_uid: own() });

	it('are installed, permitted and removed', async () => {
		await write('group-bindings/remove', binding());
		expect(await write('group-bindings/install', binding())).toEqual([
			{ ...binding(), status: 'succeeded' },
		]);
		const list = async () => (await a.scan('/bots/group-bindings/list', binding())).rows;
		expect(await list()).toEqual([{ ...binding(), context_allowed: false, installed_at: now }]);
		await write('group-bindings/context-permissions/set', binding());
		expect(await list()).toMatchObject([{ context_allowed: true }]);
		await write('group-bindings/context-permissions/set', { ...binding(), allowed: false });
		expect(await list()).toMatchObject([{ context_allowed: false }]);
		await write('group-bindings/remove', binding());
		expect(await list()).toEqual([]);
		expect(await write('group-bindings/remove', binding())).toMatchObject([
			{ reason: 'not_installed' },
		]);
	});

	it('are listed for all readable groups, or for one', async () => {
		const { rows } = await a.scan('/bots/group-bindings/list', { limit: 3 });
		expect(rows.length).toBeGreaterThan(5);
		const { rows: some } = await a.scan('/bots/group-bindings/list', { chat_session_uid: group() });
		expect(some).toEqual(rows.filter((row) => row.chat_session_uid === group()));
		const left = chats().find(({ name }) => name === 'Raft Builders')!.chat_session_uid;
		expect(
			await write('group-bindings/install', { chat_session_uid: left, bot_uid: own() }),
		).toMatchObject([{ reason: 'group_unavailable' }]);
	});
});

describe('conversations with bots', () => {
	it('are found if they exist', async () => {
		const { bot_uid, chat_session_uid } = dedicated();
		expect(await write('conversations/resolve', { item_id: '1', bot_uid }, {})).toEqual([
			{ item_id: '1', bot_uid, found: true, chat_session_uid },
			{ found: false },
		]);
	});

	it('accept requests whose result comes later', async () => {
		const { bot_uid, chat_session_uid } = dedicated();
		const [{ status, request_uid }] = await write('requests/send', {
			bot_uid,
			text_content: 'High water?',
		});
		expect(status).toBe('succeeded');
		const result = () => a.data('/bots/requests/result/query', { request_uid });
		expect(await result()).toEqual({ request_uid, bot_uid, state: 'processing' });
		expect(await result()).toMatchObject({ state: 'completed', result_text: expect.any(String) });
		expect(await a.data('/bots/requests/result/query')).toEqual({ state: 'not_found' });
		const { rows } = await a.scan('/bots/conversations/messages/query', { bot_uid, limit: 9 });
		expect(rows.at(-1)).toMatchObject({
			chat_session_uid,
			sender_kind: 'user',
			message_at: now,
			text_content: 'High water?',
		});
	});

	it('accept messages of bots, as groups do, and chat shows the bot as the sender', async () => {
		const { bot_uid, chat_session_uid } = dedicated();
		const message = { bot_uid, text_content: 'High water at noon' };
		const elsewhere = { ...message, chat_session_uid: group() };
		await write('group-bindings/remove', elsewhere);
		expect(await write('messages/publish', message, elsewhere)).toMatchObject([
			{ status: 'succeeded', chat_session_uid },
			{ status: 'rejected', reason: 'not_installed' },
		]);
		await write('group-bindings/install', elsewhere);
		const [{ sequence }] = await write('messages/publish', elsewhere);
		const items = [{ item_id: 'x', chat_session_uid: group(), sequence }];
		const answer = await a.data('/chat/messages/batch-get', { items });
		expect(answer.items[0].message).toMatchObject({
			sender_kind: 'bot',
			sender_bot_uid: bot_uid,
			text_content: 'High water at noon',
		});
	});

	it('can be read by their own UID, unlike other conversations', async () => {
		const path = '/bots/conversations/messages/query';
		const { bot_uid, chat_session_uid } = dedicated();
		const byBot = await a.scan(path, { bot_uid });
		expect((await a.scan(path, { chat_session_uid })).rows).toEqual(byBot.rows);
		expect(byBot.rows.length).toBeGreaterThan(5);
		expect((await a.scan(path, { chat_session_uid: group() })).rows).toEqual([]);
		expect((await a.scan(path, {})).rows).toEqual([]);
	});
});

describe('webhook security', () => {
	it('is read and set, one bot at a time', async () => {
		const bot_uid = own();
		const rules = { mode: 'signed', allowed_sources: ['198.51.100.7'] };
		expect(await a.data('/bots/webhook-security/set', { bot_uid, ...rules })).toEqual({
			bot_uid,
			status: 'succeeded',
			...rules,
		});
		expect(await a.data('/bots/webhook-security/get', { bot_uid })).toEqual({
			bot_uid,
			found: true,
			...rules,
		});
		expect(await a.data('/bots/webhook-security/set', { bot_uid: 'none' })).toEqual({
			bot_uid: 'none',
			status: 'rejected',
			reason: 'bot_not_found',
		});
		expect(await a.data('/bots/webhook-security/get')).toEqual({ found: false });
	});
});
