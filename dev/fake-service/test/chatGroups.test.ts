import { useFakeService } from '../fakeService';
import type { StoredMessage } from '../../areas/Chat/data';
import { day } from '../data/seeding';

const now = Date.UTC(2026, 5, 1);
const { service, a } = useFakeService({ now });

interface Target {
	sequence: number;
	sender_user_ref: string;
	message_at: number;
	withdrawal_state: string;
	eligible: boolean;
	reason?: string;
}

const account = () => service.account('a');
const self = () => account().profile.user_ref;
const chatOf = (name: string) =>
	[...account().conversations.values()].find((chat) => chat.name === name)!;
/** A group that the account owns, and groups that it cannot moderate, with the reason. */
const owned = () => chatOf('Kiln Studio');
const ungoverned = () => [
	{ uid: chatOf('Allotment 14').chat_session_uid, reason: 'governance_conflict' },
	{ uid: chatOf('Choir Thursday').chat_session_uid, reason: 'governance_conflict' },
	{ uid: chatOf('Raft Builders').chat_session_uid, reason: 'actor_not_active' },
	{ uid: chatOf('Winter Market').chat_session_uid, reason: 'group_unavailable' },
	{ uid: 'none', reason: 'group_unavailable' },
	{
		uid: [...account().conversations.values()].find(({ kind }) => kind === 'direct')!
			.chat_session_uid,
		reason: 'group_unavailable',
	},
];
const messagesOf = (uid: string) =>
	[...account().messages.values()].filter((row) => row.chat_session_uid === uid);
const others = () =>
	[...owned().members.values()].filter(
		({ user_ref, status }) => user_ref !== self() && status === 'active',
	);
function add(facts: Partial<StoredMessage> = {}): number {
	const { chat_session_uid } = owned();
	const sequence = account().messages.lastOf(chat_session_uid) + 1;
	account().messages.add({
		chat_session_uid,
		sequence,
		sender: { sender_kind: 'user', sender_user_ref: others()[0].user_ref },
		message_at: now - 1,
		record_state: 'available',
		text_content: 'A xylophone',
		...facts,
	});
	return sequence;
}

describe('querying moderation targets', () => {
	const path = '/chat/messages/moderation/query';
	const all = () => [...owned().members.keys()];
	const body = (facts: object = {}) => ({
		chat_session_uid: owned().chat_session_uid,
		sender_user_refs: all(),
		...facts,
	});
	const targets = async (facts: object = {}) => (await a.scan<Target>(path, body(facts))).rows;

	it('lists the messages of the given people by sequence, without text', async () => {
		const [{ user_ref }] = others();
		const expected = messagesOf(owned().chat_session_uid)
			.filter(({ sender }) => sender.sender_user_ref === user_ref)
			.map(({ sequence }) => sequence);
		const rows = await targets({ sender_user_refs: [user_ref] });
		expect(rows.map(({ sequence }) => sequence)).toEqual(expected);
		expect(expected.length).toBeGreaterThan(5);
		for (const row of rows) {
			expect(row.sender_user_ref).toBe(user_ref);
			expect(row).not.toHaveProperty('text_content');
		}
	});

	it('leaves out bots that speak in the name of a person', async () => {
		const [{ user_ref }] = others();
		const sequence = add({
			sender: { sender_kind: 'bot', sender_bot_uid: 'bot_x' },
			borrowed_user_ref: user_ref,
		});
		const rows = await targets({ sender_user_refs: [user_ref] });
		expect(rows.map((row) => row.sequence)).not.toContain(sequence);
	});

	it('tells which messages can be withdrawn, and why others cannot', async () => {
		const sequences = {
			active: add(),
			withdrawn: add({ withdrawn_at: now }),
			unavailable: add({ fixed: true }),
			own: add({ sender: { sender_kind: 'user', sender_user_ref: self() } }),
		};
		const rows = await targets({ start_at: now - 1 });
		const row = (sequence: number) => rows.find((target) => target.sequence === sequence)!;
		expect(row(sequences.active)).toEqual({
			sequence: sequences.active,
			sender_user_ref: others()[0].user_ref,
			message_at: now - 1,
			withdrawal_state: 'active',
			eligible: true,
		});
		expect(row(sequences.withdrawn)).toMatchObject({
			withdrawal_state: 'withdrawn',
			eligible: true,
		});
		expect(row(sequences.unavailable)).toMatchObject({
			withdrawal_state: 'unavailable',
			eligible: false,
			reason: 'invalid_message_state',
		});
		expect(row(sequences.own)).toMatchObject({
			withdrawal_state: 'active',
			eligible: false,
			reason: 'own_message',
		});
	});

	it('includes the start and excludes the end', async () => {
		const added = [now + 10, now + 11, now + 12].map((message_at) => add({ message_at }));
		const inRange = await targets({ start_at: now + 10, end_at: now + 12 });
		expect(inRange.map(({ sequence }) => sequence)).toEqual(added.slice(0, 2));
	});

	it('scans a limited number of messages for a page, so that pages can be empty', async () => {
		service.settings.chat.maxScan = 10;
		const sequence = add({ sender: { sender_kind: 'user', sender_user_ref: 'usr_late' } });
		const { rows, pages } = await a.scan(path, body({ sender_user_refs: ['usr_late'] }));
		expect(rows.map((row) => row.sequence)).toEqual([sequence]);
		expect(pages.length).toBe(Math.ceil(messagesOf(owned().chat_session_uid).length / 10));
		expect(pages.slice(0, -1)).toEqual(pages.slice(0, -1).fill(0));
		expect(await targets({ limit: 3 })).toEqual(await targets({ limit: 500 }));
	});

	it('keeps the upper bound of the first page while new messages are sent', async () => {
		const upper = account().messages.lastOf(owned().chat_session_uid);
		const first = await a.data(path, body({ limit: 5 }));
		expect(first).toMatchObject({ upper_sequence: upper, has_more: true });
		const late = add();
		const again = body({ limit: 500, page_cursor: first.next_page_cursor });
		let page = await a.data(path, again);
		const sequences = page.items.map(({ sequence }: Target) => sequence);
		while (page.has_more) {
			page = await a.data(path, { ...again, page_cursor: page.next_page_cursor });
			sequences.push(...page.items.map(({ sequence }: Target) => sequence));
		}
		expect(page.upper_sequence).toBe(upper);
		expect(sequences).not.toContain(late);
		expect((await targets()).map(({ sequence }) => sequence)).toContain(late);
	});

	it('returns the same rows on irregular pages, the first of them empty', async () => {
		const plain = await targets();
		service.paging = 'irregular';
		const { rows, pages } = await a.scan(path, body({ limit: 9 }));
		expect(rows).toEqual(plain);
		expect(pages[0]).toBe(0);
	});

	it('accepts a cursor only with the same group, senders and times', async () => {
		const { next_page_cursor: page_cursor } = await a.data(path, body({ limit: 5 }));
		for (const facts of [
			{ chat_session_uid: chatOf('Boat Club 🚣').chat_session_uid },
			{ sender_user_refs: [self()] },
			{ start_at: 1 },
		]) {
			expect(await a.refusal(path, body({ ...facts, page_cursor }))).toMatch(/^page_cursor/);
		}
	});

	it('is allowed to the owner of the group only, with 1 to 100 senders', async () => {
		for (const { uid, reason } of ungoverned()) {
			expect(await a.refusal(path, body({ chat_session_uid: uid }))).toBe(
				`chat_session_uid: ${reason}`,
			);
		}
		const refs = (length: number) => Array.from({ length }, (_, i) => `usr_${i}`);
		for (const sender_user_refs of [[], refs(101)]) {
			expect(await a.refusal(path, body({ sender_user_refs }))).toMatch(/^sender_user_refs/);
		}
	});
});

describe('withdrawing messages', () => {
	const withdraw = async (...coordinates: Array<[number, string?]>) =>
		(
			await a.data('/chat/messages/withdraw', {
				items: coordinates.map(([sequence, uid], i) => ({
					item_id: `${i}`,
					chat_session_uid: uid ?? owned().chat_session_uid,
					sequence,
				})),
			})
		).items;

	it('withdraws a message once, and keeps the time of the first withdrawal', async () => {
		const sequence = add();
		const { chat_session_uid } = owned();
		const coordinate = { item_id: '0', chat_session_uid, sequence };
		const succeeded = { ...coordinate, status: 'succeeded', withdrawn_at: now };
		expect(await withdraw([sequence])).toEqual([{ ...succeeded, changed: true }]);
		service.advance(5000);
		expect(await withdraw([sequence])).toEqual([{ ...succeeded, changed: false }]);
	});

	it('removes the message from timeline, search, exact read and context', async () => {
		const sequence = add();
		const { chat_session_uid } = owned();
		const everywhere = async () => {
			const timeline = await a.data('/chat/messages/query', {
				chat_session_uids: [chat_session_uid],
				start_at: now - 1,
				end_at: now,
				order: 'session_time_asc',
			});
			const search = await a.data('/chat/messages/search', {
				chat_session_uids: [chat_session_uid],
				keyword: 'xylophone',
			});
			const items = [{ item_id: 'x', chat_session_uid, sequence }];
			const exact = await a.data('/chat/messages/batch-get', { items });
			const context = { chat_session_uid, sequences: [sequence] };
			const { anchor_sequences } = await a.data('/chat/messages/context', context);
			return [
				timeline.items.length,
				search.items.length,
				exact.items[0].lookup_status,
				anchor_sequences.length,
			];
		};
		expect(await everywhere()).toEqual([1, 1, 'found', 1]);
		await withdraw([sequence]);
		expect(await everywhere()).toEqual([0, 0, 'not_found', 0]);
	});

	it('keeps the record in the search of its owner, without the group as its source', async () => {
		const record_uid = 'rec_sent';
		account().records.set(record_uid, {
			record_uid,
			state: 'available',
			creator_user_ref: others()[0].user_ref,
			origin: 'group_chat',
			text_content: 'A xylophone',
			send_at: now - 1,
			version: 1,
			container: { kind: 'unclassified' },
			chat_session_uid: owned().chat_session_uid,
		});
		const sequence = add({ record_uid });
		const source = async () =>
			(await a.data('/record/search', { keyword: 'xylophone' })).items[0].source;
		expect(await source()).toMatchObject({ kind: 'chat' });
		await withdraw([sequence]);
		expect(await source()).toEqual({ kind: 'record' });
	});

	it('withdraws some messages and rejects others, each with its reason', async () => {
		const cases: Array<[number, string | undefined, string | undefined]> = [
			[add(), undefined, undefined],
			[9_999_999, undefined, 'message_not_found'],
			[add({ fixed: true }), undefined, 'invalid_message_state'],
			[add({ sender: { sender_kind: 'user', sender_user_ref: self() } }), undefined, 'own_message'],
			[
				add({ sender: { sender_kind: 'user', sender_user_ref: 'usr_unknown' } }),
				undefined,
				'member_unavailable',
			],
			[
				add({ sender: { sender_kind: 'bot', sender_bot_uid: 'bot_x' } }),
				undefined,
				'governance_conflict',
			],
			...ungoverned()
				.slice(0, 4)
				.map(({ uid, reason }): [number, string, string] => [1, uid, reason]),
		];
		const results = await withdraw(
			...cases.map(([sequence, uid]): [number, string?] => [sequence, uid]),
		);
		for (const [i, [, , reason]] of cases.entries()) {
			expect(results[i]).toMatchObject(
				reason
					? { item_id: `${i}`, status: 'rejected', reason, changed: false }
					: { status: 'succeeded', changed: true },
			);
			expect('withdrawn_at' in results[i]).toBe(!reason);
		}
	});

	it('has data for all its reasons', async () => {
		const { chat_session_uid } = owned();
		const reasons = new Set<string>();
		for (const { sequence } of messagesOf(chat_session_uid)) {
			const [{ reason }] = await withdraw([sequence]);
			if (reason) reasons.add(reason);
		}
		expect([...reasons].sort()).toEqual([
			'governance_conflict',
			'invalid_message_state',
			'member_unavailable',
			'own_message',
		]);
	});

	it('carries out a repeated coordinate from the last item to the first', async () => {
		const sequence = add();
		const results = await withdraw([sequence], [sequence]);
		expect(results.map(({ changed }: { changed: boolean }) => changed)).toEqual([false, true]);
	});

	it('accepts 1 to 10 positive sequences', async () => {
		const item = { item_id: 'x', chat_session_uid: owned().chat_session_uid };
		for (const sequence of [0, -1, 1.5]) {
			const items = [{ ...item, sequence }];
			expect(await a.refusal('/chat/messages/withdraw', { items })).toMatch('items[0].sequence');
		}
		const items = Array.from({ length: 11 }, (_, i) => ({ ...item, item_id: `${i}`, sequence: 1 }));
		expect(await a.refusal('/chat/messages/withdraw', { items })).toMatch(/^items/);
	});
});

describe('listing members', () => {
	const path = '/chat/members/list';

	it('lists current members who are real people, sorted by identity', async () => {
		const { chat_session_uid, members } = owned();
		const expected = [...members.values()]
			.filter(({ status }) => status === 'active')
			.map(({ user_ref }) => user_ref)
			.sort();
		const { rows } = await a.scan(path, { chat_session_uid, limit: 3 });
		expect(rows.map(({ user_ref }) => user_ref)).toEqual(expected);
		expect(expected.length).toBeLessThan(members.size);
		const { items } = await a.data(path, { chat_session_uid });
		const me = items.find(({ user_ref }: { user_ref: string }) => user_ref === self());
		expect(me).toMatchObject({
			display_name: account().profile.nickname,
			role: 'owner',
			joined_at: expect.any(Number),
		});
	});

	it('uses the name in the group, which may be missing', async () => {
		const { chat_session_uid } = owned();
		const [one, two] = others();
		one.nickname = 'Captain';
		account().people.delete(two.user_ref);
		two.nickname = undefined;
		const { items } = await a.data(path, { chat_session_uid });
		const row = (uid: string) => items.find((m: { user_ref: string }) => m.user_ref === uid);
		expect(row(one.user_ref).display_name).toBe('Captain');
		expect(row(two.user_ref)).not.toHaveProperty('display_name');
	});

	it('works for readable conversations of any kind', async () => {
		const members = async (chat_session_uid: string) =>
			(await a.data(path, { chat_session_uid })).items.length;
		for (const { chat_session_uid, kind, bot_uid } of account().conversations.values()) {
			if (kind !== 'group') expect(await members(chat_session_uid)).toBe(bot_uid ? 1 : 2);
		}
		for (const name of ['Raft Builders', 'Winter Market']) {
			const { chat_session_uid } = chatOf(name);
			expect(await a.refusal(path, { chat_session_uid })).toMatch(/^chat_session_uid/);
		}
	});
});

describe('reading members by reference', () => {
	const get = async (...targets: Array<[string, string]>) =>
		(
			await a.data('/chat/members/batch-get', {
				items: targets.map(([chat_session_uid, target_user_ref], i) => ({
					item_id: `${i}`,
					chat_session_uid,
					target_user_ref,
				})),
			})
		).items;

	it('returns current and former members of own groups, in input order', async () => {
		const { chat_session_uid, members } = owned();
		const rows = [...members.values()].slice(-9);
		const answer = await get(
			...rows.map(({ user_ref }): [string, string] => [chat_session_uid, user_ref]),
		);
		expect(answer).toEqual(
			rows.map(({ user_ref, status, role, joined_at, restricted_at }, i) => ({
				item_id: `${i}`,
				chat_session_uid,
				target_user_ref: user_ref,
				status: 'succeeded',
				member: {
					membership_status: status,
					role,
					joined_at,
					join_restricted: restricted_at !== undefined,
				},
			})),
		);
		const facts = new Set(answer.map(({ member }: { member: object }) => JSON.stringify(member)));
		expect(facts.size).toBeGreaterThan(3);
	});

	it('rejects people who were never members, and groups of others', async () => {
		const cases = [
			{ uid: owned().chat_session_uid, reason: 'member_unavailable' },
			...ungoverned(),
		];
		const answer = await get(...cases.map(({ uid }): [string, string] => [uid, 'usr_none']));
		expect(answer).toEqual(
			cases.map(({ uid, reason }, i) => ({
				item_id: `${i}`,
				chat_session_uid: uid,
				target_user_ref: 'usr_none',
				status: 'rejected',
				reason,
				member: null,
			})),
		);
	});
});

describe('removing members', () => {
	const remove = async (items: unknown) =>
		(await a.data('/chat/members/remove', { items, anything: true })).items;
	const isMember = async (user_ref: string) => {
		const { chat_session_uid } = owned();
		const { items } = await a.data('/chat/members/list', { chat_session_uid });
		return items.some((row: { user_ref: string }) => row.user_ref === user_ref);
	};

	it('accepts elements that name a group and a person', async () => {
		const [{ user_ref }] = others();
		const { chat_session_uid } = owned();
		const item = { item_id: 'x', chat_session_uid, target_user_ref: user_ref };
		expect(await isMember(user_ref)).toBe(true);
		for (let i = 0; i < 2; i++) {
			expect(await remove([item])).toMatchObject([
				{ ...item, status: 'succeeded', member: { membership_status: 'removed' } },
			]);
		}
		expect(await isMember(user_ref)).toBe(false);
	});

	it('does not change people who left', async () => {
		const left = [...owned().members.values()].find(({ status }) => status === 'left')!;
		const { chat_session_uid } = owned();
		expect(await remove([{ chat_session_uid, target_user_ref: left.user_ref }])).toMatchObject([
			{ status: 'succeeded', member: { membership_status: 'left' } },
		]);
	});

	it('rejects incomplete elements, the owner, and groups of others', async () => {
		const { chat_session_uid } = owned();
		const [first] = ungoverned();
		const results = await remove([
			{},
			'text',
			{ item_id: '2', chat_session_uid },
			{ item_id: '3', chat_session_uid, target_user_ref: self() },
			{ item_id: '4', chat_session_uid: first.uid, target_user_ref: others()[0].user_ref },
		]);
		expect(results).toMatchObject([
			{ status: 'rejected', reason: 'group_unavailable', member: null },
			{ status: 'rejected', reason: 'group_unavailable' },
			{ item_id: '2', status: 'rejected', reason: 'member_unavailable' },
			{ item_id: '3', status: 'rejected', reason: 'governance_conflict' },
			{ item_id: '4', status: 'rejected', reason: 'governance_conflict' },
		]);
		expect(await remove(undefined)).toEqual([]);
		expect(await a.refusal('/chat/members/remove', { user_id: 'x' })).toMatch('user_id');
	});
});

describe('join restrictions', () => {
	const list = async (limit = 2) =>
		(
			await a.scan('/chat/join-restrictions/list', {
				chat_session_uid: owned().chat_session_uid,
				limit,
			})
		).rows;
	const set = async (target_user_ref: string, facts: object = {}) =>
		(
			await a.data('/chat/join-restrictions/set', {
				items: [{ chat_session_uid: owned().chat_session_uid, target_user_ref, ...facts }],
			})
		).items[0];

	it('are listed latest first, then by person, without a name if there is no profile', async () => {
		const expected = [...owned().members.values()]
			.filter(({ restricted_at }) => restricted_at !== undefined)
			.sort((x, y) => y.restricted_at! - x.restricted_at! || (x.user_ref < y.user_ref ? -1 : 1));
		const rows = await list();
		expect(rows.map(({ user_ref }) => user_ref)).toEqual(expected.map((row) => row.user_ref));
		expect(rows[0].display_name).toBe('');
		expect(rows[1].restricted_at).toBe(rows[2].restricted_at);
		expect(rows.at(-1).display_name).not.toBe('');
	});

	it('can be set and lifted, and appear as join_restricted of the member', async () => {
		const { user_ref } = others().find(({ restricted_at }) => restricted_at === undefined)!;
		expect(await set(user_ref)).toMatchObject({
			status: 'succeeded',
			member: { membership_status: 'active', join_restricted: true },
		});
		service.advance(day);
		await set(user_ref, { join_restricted: true });
		expect((await list())[0]).toMatchObject({ user_ref, restricted_at: now });
		expect(await set(user_ref, { join_restricted: false })).toMatchObject({
			member: { join_restricted: false },
		});
		expect((await list()).map((row) => row.user_ref)).not.toContain(user_ref);
		expect(await set('usr_none')).toMatchObject({ status: 'rejected' });
	});

	it('are allowed to the owner of the group only', async () => {
		for (const { uid, reason } of ungoverned()) {
			const body = { chat_session_uid: uid };
			expect(await a.refusal('/chat/join-restrictions/list', body)).toBe(
				`chat_session_uid: ${reason}`,
			);
		}
	});
});
