import { useFakeService } from '../fakeService';

const now = Date.UTC(2026, 5, 1);
const path = '/chat/messages/send';
const { service, a } = useFakeService({ now });

const account = () => service.account('a');
const chats = () => [...account().conversations.values()];
const group = () => chats().find(({ name }) => name === 'Kiln Studio')!.chat_session_uid;
const direct = () => chats().find(({ kind, bot_uid }) => kind === 'direct' && !bot_uid)!;
const lastOf = (uid: string) => account().messages.lastOf(uid);
const item = (i: number, facts: object = {}) => ({
	item_id: `i${i}`,
	idempotency_key: `key-${i}`,
	chat_session_uid: group(),
	text_content: `Text ${i}`,
	send_at: now - 1000 + i,
	...facts,
});
const send = async (...items: object[]) => (await a.data(path, { items })).items;
const read = async (chat_session_uid: string, sequence: number) =>
	(
		await a.data('/chat/messages/batch-get', {
			items: [{ item_id: 'x', chat_session_uid, sequence }],
		})
	).items[0].message;

describe('sending messages', () => {
	it('appends messages that can be read at once, each with a record of its own', async () => {
		const before = lastOf(direct().chat_session_uid);
		const { chat_session_uid } = direct();
		const [sent] = await send(item(1, { chat_session_uid, text_content: 'Hello 🎶' }));
		expect(sent).toMatchObject({
			item_id: 'i1',
			chat_session_uid,
			record_uid: expect.any(String),
			sequence: before + 1,
			target_kind: 'direct',
		});
		expect(await read(chat_session_uid, sent.sequence)).toEqual({
			chat_session_uid,
			sequence: sent.sequence,
			sender_kind: 'user',
			sender_user_ref: account().profile.user_ref,
			sender_name: account().profile.nickname,
			message_at: now - 999,
			record_state: 'available',
			record_uid: sent.record_uid,
			record_version: 1,
			mutable: true,
			text_content: 'Hello 🎶',
		});
		const records = await a.data('/record/records/batch-get', { record_uids: [sent.record_uid] });
		expect(records.items).toMatchObject([
			{ state: 'available', origin: 'private_chat', text_content: 'Hello 🎶', send_at: now - 999 },
		]);
	});

	it('uses the business time as message time, so sequence and time may differ in order', async () => {
		const [late] = await send(item(1, { send_at: now }));
		const [early] = await send(item(2, { send_at: now - 5000 }));
		expect(early.sequence).toBe(late.sequence + 1);
		const { items } = await a.data('/chat/messages/query', {
			chat_session_uids: [group()],
			start_at: now - 5000,
			end_at: now + 1,
			order: 'session_time_asc',
		});
		expect(items[0].messages.map(({ sequence }: { sequence: number }) => sequence)).toEqual([
			early.sequence,
			late.sequence,
		]);
	});

	it('answers in input order, but may execute in another order', async () => {
		const before = lastOf(group());
		const sent = await send(item(1), item(2), item(3));
		expect(sent.map(({ item_id }: { item_id: string }) => item_id)).toEqual(['i1', 'i2', 'i3']);
		expect(sent.map(({ sequence }: { sequence: number }) => sequence - before)).toEqual([3, 2, 1]);
		expect((await read(group(), before + 1)).text_content).toBe('Text 3');
	});

	it('sometimes reports that a message is in review, and sometimes omits its conversation', async () => {
		const answers = [];
		for (let i = 0; i < 12; i++) answers.push((await send(item(i)))[0]);
		const pending = answers.map(({ audit_pending }) => audit_pending);
		expect(new Set(pending)).toEqual(new Set([true, false, undefined]));
		expect(new Set(answers.map(({ target_name }) => target_name))).toEqual(
			new Set(['Kiln Studio', undefined]),
		);
		const inReview = answers[pending.indexOf(true)];
		expect((await read(group(), inReview.sequence)).record_state).toBe('available');
	});

	it('sends once for one key, and repeats the answer', async () => {
		const first = await send(item(1), item(2));
		const size = account().messages.size;
		expect(await send(item(2, { item_id: 'again' }), item(1))).toEqual([
			{ ...first[1], item_id: 'again' },
			first[0],
		]);
		const [x, y] = await send(item(3), item(3, { item_id: 'same' }));
		expect(x.sequence).toBe(y.sequence);
		expect(account().messages.size).toBe(size + 1);
	});

	it('refuses the whole batch for one bad item, and sends none of it', async () => {
		await send(item(0));
		const { size } = account().messages;
		const uid = (keep: (chat: ReturnType<typeof chats>[0]) => boolean) =>
			chats().find(keep)!.chat_session_uid;
		for (const [facts, field] of [
			[{ chat_session_uid: uid(({ kind }) => kind === 'pending') }, 'chat_session_uid'],
			[{ chat_session_uid: uid(({ name }) => name === 'Raft Builders') }, 'chat_session_uid'],
			[{ chat_session_uid: uid(({ dissolved }) => !!dissolved) }, 'chat_session_uid'],
			[{ chat_session_uid: 'none' }, 'chat_session_uid'],
			[{ text_content: '' }, 'text_content'],
			[{ text_content: '釉'.repeat(10_001) }, 'text_content'],
			[{ send_at: 1.5 }, 'send_at'],
			[{ idempotency_key: 'key-0' }, 'idempotency_key'],
			[{ idempotency_key: 'key-1' }, 'idempotency_key'],
			[{ idempotency_key: 'a/b' }, 'idempotency_key'],
			[{ idempotency_key: 'x'.repeat(129) }, 'idempotency_key'],
			[{ item_id: 'i1' }, 'item_id'],
		] as const) {
			expect(await a.refusal(path, { items: [item(1), item(2, facts)] })).toMatch(
				`items[1].${field}`,
			);
		}
		expect(account().messages.size).toBe(size);
		expect(await send(item(1, { text_content: '🎶'.repeat(10_000) }))).toHaveLength(1);
	});
});

describe('mentioning bots', () => {
	const installed = () => account().botBindings.botsOf(group())[0];
	const mention = (text_content: string, facts: object) =>
		item(1, { text_content, bot_mentions: [{ bot_uid: installed(), ...facts }] });

	it.each([
		['@Stork look', { mention_text: '@Stork' }],
		['ask ＠提醒助手 now', { mention_text: '＠提醒助手' }],
		['@S and @S', { mention_text: '@S', occurrence: 2 }],
		['@S', { mention_text: '@S', occurrence: null }],
	])('is accepted in %j with %j', async (text, facts) => {
		expect(await send(mention(text, facts))).toHaveLength(1);
	});

	it.each([
		['Stork look', { mention_text: 'Stork' }, 'mention_text'],
		['@Stork look', { mention_text: '@stork' }, 'mention_text'],
		['@S and @S', { mention_text: '@S' }, 'occurrence'],
		['@S and @S', { mention_text: '@S', occurrence: 3 }, 'occurrence'],
		['@S', { mention_text: '@S', occurrence: 0 }, 'occurrence'],
		['@S', { mention_text: '@S', bot_uid: 'bot_none' }, 'bot_uid'],
	])('is refused in %j with %j', async (text, facts, field) => {
		const items = [item(2), mention(text, facts)];
		expect(await a.refusal(path, { items })).toMatch(`items[1].bot_mentions[0].${field}`);
	});

	it('requires a bot that is installed in the group, and no private chat', async () => {
		const bot_uid = installed();
		const text = { text_content: '@S', bot_mentions: [{ bot_uid, mention_text: '@S' }] };
		const own = chats().find((chat) => chat.bot_uid)!.chat_session_uid;
		for (const chat_session_uid of [direct().chat_session_uid, own]) {
			const items = [item(1, { ...text, chat_session_uid })];
			expect(await a.refusal(path, { items })).toMatch('items[0].bot_mentions[0].bot_uid');
		}
		const removal = { items: [{ chat_session_uid: group(), bot_uid }] };
		await a.data('/bots/group-bindings/remove', removal);
		expect(await a.refusal(path, { items: [item(1, text)] })).toMatch('bot_uid');
		await a.data('/bots/group-bindings/install', removal);
		expect(await send(item(1, text))).toHaveLength(1);
		const eleven = Array.from({ length: 11 }, () => text.bot_mentions[0]);
		const items = [item(1, { ...text, bot_mentions: eleven })];
		expect(await a.refusal(path, { items })).toMatch('items[0].bot_mentions');
	});
});
