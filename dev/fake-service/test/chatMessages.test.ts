import { useFakeService } from '../fakeService';
import type { StoredMessage } from '../../areas/Chat/data';
import { day } from '../data/seeding';

const now = Date.UTC(2026, 5, 1);
const { service, a } = useFakeService({ now });

interface Evidence {
	sequence: number;
	sender_index: number;
	message_at: number;
	record_state: string;
	title?: string;
	text_content?: string;
	content_truncated?: boolean;
}
interface Group {
	chat_session_uid: string;
	senders: object[];
	messages: Evidence[];
}

const account = () => service.account('a');
const self = () => account().profile.user_ref;
const user = (name?: string) => ({
	sender_kind: 'user' as const,
	sender_user_ref: 'usr_x',
	...(name ? { sender_name: name } : {}),
});
const named = (name: string) =>
	[...account().conversations.values()].find((chat) => chat.name === name)!.chat_session_uid;
const messagesOf = (uid: string) =>
	[...account().messages.values()].filter((row) => row.chat_session_uid === uid);
const place = ({ chat_session_uid, sequence }: { chat_session_uid: string; sequence: number }) =>
	`${chat_session_uid} ${sequence}`;

const window = { start_at: now - 366 * day, end_at: now };
const query = async (body: object) =>
	(
		await a.scan<Group>('/chat/messages/query', {
			...window,
			order: 'session_time_asc',
			limit: 100,
			...body,
		})
	).rows;
/** The coordinates of the messages of all groups, in order of arrival. */
const placesOf = (groups: Group[]) =>
	groups.flatMap(({ chat_session_uid, messages }) =>
		messages.map(({ sequence }) => place({ chat_session_uid, sequence })),
	);
const get = async (...coordinates: Array<{ chat_session_uid: string; sequence: number }>) =>
	(
		await a.data('/chat/messages/batch-get', {
			items: coordinates.map(({ chat_session_uid, sequence }, i) => ({
				item_id: `${i}`,
				chat_session_uid,
				sequence,
			})),
		})
	).items;

/** Adds a message to an empty group. */
let group: string;
function add(sequence: number, facts: Partial<StoredMessage> = {}): StoredMessage {
	const message: StoredMessage = {
		chat_session_uid: group,
		sequence,
		sender: user('Ada'),
		message_at: now - 1000 + sequence,
		record_state: 'available',
		text_content: `Text ${sequence}`,
		...facts,
	};
	account().messages.add(message);
	return message;
}
beforeEach(() => {
	group = 'chat_test';
	const chat = account().conversations.get(named('Kiln Studio'))!;
	account().conversations.set(group, { ...chat, chat_session_uid: group, name: 'Test' });
});

describe('querying messages', () => {
	it.each([
		['session_time_asc', 1],
		['session_time_desc', -1],
	])('in %s sorts by conversation, time and sequence', async (order, direction) => {
		const chat_session_uids = [named('Kiln Studio'), named('读书会'), named('Night Shift')];
		const expected = chat_session_uids
			.flatMap(messagesOf)
			.filter((row) => row.withdrawn_at === undefined && row.message_at >= window.start_at)
			.sort(
				(x, y) =>
					direction *
					(x.chat_session_uid.localeCompare(y.chat_session_uid) ||
						x.message_at - y.message_at ||
						x.sequence - y.sequence),
			);
		const rows = await query({ chat_session_uids, order });
		expect(placesOf(rows)).toEqual(expected.map(place));
		expect(expected.length).toBeGreaterThan(200);
	});

	it('applies the limit to all conversations together, and splits them over pages', async () => {
		const chat_session_uids = [...account().conversations.keys()].slice(0, 100);
		const body = { ...window, chat_session_uids, order: 'session_time_asc' };
		const sizes: number[] = [];
		const split = new Set<string>();
		let last: string | undefined;
		let page_cursor: string | undefined;
		do {
			const page = await a.data('/chat/messages/query', { ...body, limit: 70, page_cursor });
			const groups = page.items as Group[];
			sizes.push(groups.reduce((sum, { messages }) => sum + messages.length, 0));
			const uids = groups.map(({ chat_session_uid }) => chat_session_uid);
			expect(new Set(uids).size).toBe(uids.length);
			if (uids[0] === last) split.add(uids[0]);
			last = uids.at(-1);
			page_cursor = page.next_page_cursor;
		} while (page_cursor);
		expect(new Set(sizes.slice(0, -1))).toEqual(new Set([70]));
		expect(split.size).toBeGreaterThan(5);
		const first = await a.data('/chat/messages/query', body);
		expect(placesOf(first.items)).toHaveLength(100);
	});

	it('includes the start and excludes the end', async () => {
		for (const [sequence, message_at] of [4999, 5000, 5001, 5002].entries()) {
			add(sequence + 1, { message_at });
		}
		const range = { start_at: 5000, end_at: 5002, chat_session_uids: [group] };
		expect(placesOf(await query(range))).toEqual([`${group} 2`, `${group} 3`]);
	});

	it('accepts at most 366 days, an end after the start, and 1 to 100 conversations', async () => {
		const body = { chat_session_uids: [group], order: 'session_time_asc', start_at: 0 };
		const path = '/chat/messages/query';
		expect((await a.post(path, { ...body, end_at: 366 * day })).status).toBe(200);
		expect(await a.refusal(path, { ...body, end_at: 366 * day + 1 })).toMatch('366 days');
		expect(await a.refusal(path, { ...body, end_at: 0 })).toMatch('end_at');
		const uids = (length: number) => Array.from({ length }, (_, i) => `chat_${i}`);
		const wide = { ...body, end_at: 1 };
		expect((await a.post(path, { ...wide, chat_session_uids: uids(100) })).status).toBe(200);
		for (const facts of [
			{ chat_session_uids: uids(101) },
			{ chat_session_uids: [] },
			{ order: 'asc' },
			{ limit: 501 },
			{ sender_user_refs: uids(101) },
		]) {
			expect((await a.post(path, { ...wide, ...facts })).status).toBe(400);
		}
	});

	it('lists each sender once in a group, and a renamed person as another sender', async () => {
		add(1, { sender: user('Ada') });
		add(2, { sender: user('Ada Vale') });
		add(3, { sender: user('Ada') });
		add(4, { sender: { sender_kind: 'bot', sender_bot_uid: 'bot_x' } });
		add(5, { sender: user() });
		const [{ senders, messages }] = await query({ chat_session_uids: [group] });
		expect(senders).toEqual([
			{ sender_kind: 'user', sender_user_ref: 'usr_x', sender_name: 'Ada' },
			{ sender_kind: 'user', sender_user_ref: 'usr_x', sender_name: 'Ada Vale' },
			{ sender_kind: 'bot', sender_bot_uid: 'bot_x' },
			{ sender_kind: 'user', sender_user_ref: 'usr_x' },
		]);
		expect(messages.map((row) => row.sender_index)).toEqual([0, 1, 0, 2, 3]);
	});

	it('has separate senders on each page', async () => {
		add(1, { sender: user('Ada') });
		add(2, { sender: user('Bela') });
		const rows = await query({ chat_session_uids: [group], limit: 1 });
		expect(rows.map(({ messages }) => messages[0].sender_index)).toEqual([0, 0]);
		expect(rows[1].senders).toMatchObject([{ sender_name: 'Bela' }]);
	});

	it('filters by senders who are real people, not by bots in their name', async () => {
		add(1);
		add(2, { sender: { ...user(), sender_user_ref: 'usr_y' } });
		add(3, {
			sender: { sender_kind: 'bot', sender_bot_uid: 'bot_x' },
			borrowed_user_ref: 'usr_x',
		});
		const of = async (...sender_user_refs: string[]) =>
			placesOf(await query({ chat_session_uids: [group], sender_user_refs }));
		expect(await of('usr_x')).toEqual([`${group} 1`]);
		expect(await of('usr_x', 'usr_y', 'bot_x')).toEqual([`${group} 1`, `${group} 2`]);
		expect(await of()).toEqual([]);
	});

	it('shows a body only if its state allows it', async () => {
		const states = ['available', 'missing', 'unavailable', 'protected'] as const;
		states.forEach((record_state, i) => add(i + 1, { record_state, title: 'Title' }));
		const [{ messages }] = await query({ chat_session_uids: [group] });
		expect(messages).toEqual([
			expect.objectContaining({ record_state: 'available', title: 'Title' }),
			...['missing', 'unavailable', 'protected'].map((record_state, i) => ({
				sequence: i + 2,
				sender_index: 0,
				message_at: expect.any(Number),
				record_state,
				...(i % 2 === 0 ? { content_truncated: false } : {}),
			})),
		]);
	});

	it('truncates long texts between code points; an exact read returns the full text', async () => {
		const text_content = '🎶'.repeat(301);
		add(1, { text_content });
		add(2, { text_content: '釉'.repeat(300) });
		const [{ messages }] = await query({ chat_session_uids: [group] });
		expect(messages[0]).toMatchObject({
			text_content: '🎶'.repeat(300),
			content_truncated: true,
		});
		expect(messages[1]).toMatchObject({ text_content: '釉'.repeat(300) });
		const [{ message }] = await get({ chat_session_uid: group, sequence: 1 });
		expect(message.text_content).toBe(text_content);
		expect(message).not.toHaveProperty('content_truncated');
	});

	it('leaves out unreadable conversations and withdrawn messages', async () => {
		add(1, { withdrawn_at: now });
		add(2);
		const chat_session_uids = [group, named('Raft Builders'), named('Winter Market'), 'none'];
		expect(placesOf(await query({ chat_session_uids }))).toEqual([`${group} 2`]);
	});

	it('returns the same messages on irregular pages', async () => {
		service.paging = 'irregular';
		const chat_session_uids = [named('Kiln Studio')];
		const irregular = await query({ chat_session_uids, limit: 20 });
		service.paging = 'plain';
		expect(placesOf(irregular)).toEqual(placesOf(await query({ chat_session_uids })));
	});
});

describe('searching messages', () => {
	const search = async (body: object = {}) =>
		(
			await a.scan('/chat/messages/search', {
				keyword: 'xylophone',
				chat_session_uids: [group],
				limit: 2,
				...body,
			})
		).rows;
	const found = async (body: object = {}) =>
		(await search(body)).map(({ sequence }: { sequence: number }) => sequence);

	it('sorts by relevance, then by message time', async () => {
		add(1, { text_content: 'one Xylophone', message_at: 900 });
		add(2, { text_content: 'one xylophone', message_at: 800 });
		add(3, { text_content: 'xylophone, XYLOPHONE', message_at: 950 });
		add(4, { title: 'The xylophone', text_content: 'to tune', message_at: 990 });
		add(5, { text_content: 'nothing' });
		expect(await found()).toEqual([4, 3, 2, 1]);
	});

	it('returns sender, matched fields and an excerpt; the full text needs an exact read', async () => {
		const bot = { sender_kind: 'bot' as const, sender_bot_uid: 'bot_x', sender_name: 'Stork' };
		add(7, { sender: bot, title: 'Xylophone', text_content: `${'🎶'.repeat(40)}xylophone` });
		expect(await search()).toEqual([
			{
				chat_session_uid: group,
				sequence: 7,
				...bot,
				message_at: expect.any(Number),
				matched_fields: ['title', 'body'],
				snippet: `…${'🎶'.repeat(30)}xylophone`,
			},
		]);
	});

	it('finds words that lists truncate, but none that are withheld or withdrawn', async () => {
		const text_content = `${'x'.repeat(5000)} xylophone`;
		add(1, { text_content });
		for (const [i, record_state] of (['missing', 'unavailable', 'protected'] as const).entries()) {
			add(2 + i, { text_content, record_state });
		}
		add(6, { text_content, withdrawn_at: now });
		expect(await found()).toEqual([1]);
	});

	it('includes the start, excludes the end, and requires neither', async () => {
		[4999, 5000, 5001, 5002].forEach((message_at, i) =>
			add(i + 1, { text_content: 'xylophone', message_at }),
		);
		expect(await found({ start_at: 5000, end_at: 5002 })).toEqual([2, 3]);
		expect(await found({ start_at: 5001 })).toEqual([3, 4]);
		expect(await found({ end_at: 5000 })).toEqual([1]);
		expect(await found({ sender_user_refs: ['usr_y'] })).toEqual([]);
		const body = { keyword: 'x', chat_session_uids: [group], start_at: 5, end_at: 5 };
		expect(await a.refusal('/chat/messages/search', body)).toMatch('end_at');
	});

	it('accepts keywords of 1 to 100 characters', async () => {
		for (const keyword of ['', '釉'.repeat(101)]) {
			const body = { keyword, chat_session_uids: [group] };
			expect(await a.refusal('/chat/messages/search', body)).toMatch(/^keyword/);
		}
		expect(await search({ keyword: '🎶'.repeat(100) })).toEqual([]);
	});
});

describe('reading messages by coordinate', () => {
	it('answers in input order, without a message for unreadable ones', async () => {
		const withdrawn = add(1, { withdrawn_at: now });
		const there = add(2, { title: 'Title' });
		const [gone] = messagesOf(named('Raft Builders'));
		expect(await get(gone, withdrawn, { ...there, sequence: -1 }, there)).toEqual([
			{ item_id: '0', lookup_status: 'not_found', message: null },
			{ item_id: '1', lookup_status: 'not_found', message: null },
			{ item_id: '2', lookup_status: 'not_found', message: null },
			{
				item_id: '3',
				lookup_status: 'found',
				message: {
					chat_session_uid: group,
					sequence: 2,
					sender_kind: 'user',
					sender_user_ref: 'usr_x',
					sender_name: 'Ada',
					message_at: there.message_at,
					record_state: 'available',
					title: 'Title',
					text_content: 'Text 2',
				},
			},
		]);
	});

	it('refuses the same coordinate twice', async () => {
		const item = { chat_session_uid: group, sequence: 1 };
		const items = [
			{ item_id: '1', ...item },
			{ item_id: '2', ...item },
		];
		expect(await a.refusal('/chat/messages/batch-get', { items })).toMatch(
			'items[1].chat_session_uid and sequence must be unique',
		);
	});

	it('links the record of the message if the account may change it', async () => {
		const rows = [...account().messages.values()];
		const recordOf = ({ record_uid }: StoredMessage) => account().records.get(record_uid ?? '');
		const is = (state: string, own: boolean, locked: boolean) =>
			rows.find((row) => {
				const record = recordOf(row);
				return (
					record?.state === state &&
					(record.creator_user_ref === self()) === own &&
					!!record.locked === locked
				);
			})!;
		const own = is('available', true, false);
		const foreign = is('available', false, false);
		account().records.set(own.record_uid!, { ...recordOf(own)!, text_content: 'Changed' });
		const [first, second] = await get(own, foreign);
		expect(first.message).toMatchObject({
			record_uid: own.record_uid,
			record_version: recordOf(own)!.version,
			mutable: true,
			text_content: 'Changed',
		});
		expect(second.message).not.toHaveProperty('record_uid');

		Object.assign(recordOf(own)!, { locked: true });
		const [locked] = await get(own);
		expect(locked.message).toMatchObject({ mutable: false });
		expect(locked.message).not.toHaveProperty('record_uid');
		Object.assign(recordOf(own)!, { state: 'deleted' });
		const [deleted] = await get(own);
		expect(deleted.message).toMatchObject({ record_state: 'missing', mutable: false });
		expect(deleted.message).not.toHaveProperty('text_content');
	});
});

describe('reading the context of messages', () => {
	const context = (sequences: number[], facts: object = {}) =>
		a.data('/chat/messages/context', { chat_session_uid: group, sequences, ...facts });

	beforeEach(() => {
		// The sequences have gaps, the times another order.
		for (let i = 1; i <= 20; i++) add(2 * i, { message_at: now - 500 * (i % 3) });
	});

	it('returns messages around the anchors in conversation order, each once', async () => {
		const answer = await context([12, 8, 40]);
		expect(answer).toMatchObject({ chat_session_uid: group, senders: [{ sender_name: 'Ada' }] });
		expect(answer.messages.map(({ sequence }: Evidence) => sequence)).toEqual([
			2, 4, 6, 8, 10, 12, 14, 16, 18, 34, 36, 38, 40,
		]);
		expect(answer.anchor_sequences).toEqual([8, 12, 40]);
	});

	it('leaves out missing anchors', async () => {
		account().messages.at(group, 8)!.withdrawn_at = now;
		const answer = await context([8, 7, 99, 6]);
		expect(answer.anchor_sequences).toEqual([6]);
		expect(answer.messages.map(({ sequence }: Evidence) => sequence)).not.toContain(8);
		for (const chat_session_uid of [named('Raft Builders'), 'none']) {
			expect(await context([1], { chat_session_uid })).toEqual({
				chat_session_uid,
				senders: [],
				messages: [],
				anchor_sequences: [],
			});
		}
	});

	it('can return the context as of an earlier time', async () => {
		const { messages, anchor_sequences } = await context([4, 6], { snapshot_at: now - 500 });
		for (const { message_at } of messages) expect(message_at).toBeLessThanOrEqual(now - 500);
		expect(anchor_sequences).toEqual([4]);
	});

	it('accepts 1 to 80 different positive sequences', async () => {
		const sequences = (length: number) => Array.from({ length }, (_, i) => i + 1);
		expect((await context(sequences(80))).anchor_sequences).toHaveLength(20);
		for (const wrong of [[], sequences(81), [1, 1], [0], [-1]]) {
			const body = { chat_session_uid: group, sequences: wrong };
			expect(await a.refusal('/chat/messages/context', body)).toMatch(/^sequences/);
		}
	});
});
