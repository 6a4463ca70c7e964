import { startService, type Service } from '..';
import type { AccountId } from '../auth';
import { createClient } from './client';

const now = Date.UTC(2026, 5, 1);

/** All data of chat, bots, teams and the world, for comparison. */
function dump(service: Service, id: AccountId) {
	const { conversations, messages, bots, botBindings, teams, world } = service.account(id);
	return [conversations, messages, bots, botBindings, teams, world.posts].map((rows) => [
		...rows.values(),
	]);
}

function kinds<T>(rows: Iterable<T>, kind: (row: T) => unknown) {
	return [...new Set(Array.from(rows, kind))].sort();
}

describe('the data of chat, bots, teams and the world', () => {
	it('is the same for the same seed and time, regardless of the order of requests', async () => {
		const services = await Promise.all(
			[{ now }, { now }, { now, seed: 2 }].map((options) => startService(options)),
		);
		const [first, same, other] = services;
		const target_user_ref = [...same.account('a').people.values()].find(
			({ relationships }) => relationships.length === 0,
		)!.user_ref;
		const items = [{ item_id: 'x', target_user_ref, idempotency_key: 'k' }];
		const created = await createClient(same).data('/chat/conversations/create-private', { items });
		const { chat_session_uid } = created.items[0];
		expect(same.account('a').messages.lastOf(chat_session_uid)).toBe(0);
		same.account('a').conversations.delete(chat_session_uid);

		expect(dump(same, 'a')).toEqual(dump(first, 'a'));
		expect(dump(same, 'b')).toEqual(dump(first, 'b'));
		expect(dump(first, 'b')).not.toEqual(dump(first, 'a'));
		expect(dump(other, 'a')).not.toEqual(dump(first, 'a'));
		await Promise.all(services.map((service) => service.close()));
	});

	it('has examples of every kind of object', async () => {
		const service = await startService({ now });
		const { conversations, messages, teams, world, profile, bots } = service.account('a');
		const chats = [...conversations.values()];
		expect(kinds(chats, ({ kind, scopes }) => `${kind}: ${scopes}`)).toEqual([
			'direct: contact,private_chat',
			'direct: private_chat',
			'group: group_chat',
			'pending: contact',
			'pending: contact,private_chat',
		]);
		const members = chats.flatMap((chat) => [...chat.members.values()]);
		expect(kinds(members, ({ status }) => status)).toEqual(['active', 'left', 'removed']);
		expect(kinds(members, ({ role }) => role)).toEqual(['admin', 'owner', 'participant']);
		expect(kinds(members, ({ restricted_at }) => restricted_at !== undefined)).toHaveLength(2);
		const ownRoles = chats
			.filter(({ kind }) => kind === 'group')
			.map((chat) => chat.members.get(profile.user_ref)!);
		expect(kinds(ownRoles, ({ role, status }) => `${role} ${status}`)).toEqual([
			'admin active',
			'owner active',
			'participant active',
			'participant left',
		]);
		expect(messages.size).toBeGreaterThan(4000);
		expect(kinds(messages.values(), ({ record_state }) => record_state)).toEqual([
			'available',
			'missing',
			'protected',
			'unavailable',
		]);
		expect(kinds(messages.values(), ({ sender }) => sender.sender_kind)).toEqual(['bot', 'user']);
		const years = kinds(messages.values(), (row) => new Date(row.message_at).getUTCFullYear());
		expect(years).toEqual([2023, 2024, 2025, 2026]);
		expect(kinds(bots.values(), ({ own }) => own)).toEqual([false, true]);
		expect(kinds(teams.values(), (team) => team.members.get(profile.user_ref)?.role)).toEqual([
			'admin',
			'member',
			'owner',
			undefined,
		]);
		const identities = [...teams.values()].flatMap((team) => [...team.members.values()]);
		expect(kinds(identities, ({ identity_state }) => identity_state)).toEqual([
			'incomplete',
			'ready',
			'unavailable',
		]);
		const posts = [...world.posts.values()];
		const own = posts.filter(({ author_user_ref }) => author_user_ref === profile.user_ref);
		for (const rows of [posts, own]) {
			expect(kinds(rows, ({ state }) => state)).toEqual([
				'pending',
				'published',
				'rejected',
				'unpublished',
			]);
		}
		expect(kinds(posts, ({ record_type }) => record_type)).toHaveLength(2);
		for (const { message_at } of messages.values()) expect(message_at).toBeLessThan(now);
		for (const { published_at = 0 } of posts) expect(published_at).toBeLessThan(now);
		await service.close();
	});

	it('has people with two names, equal times, late messages and gaps between sequences', async () => {
		const service = await startService({ now });
		const names = new Map<string, Set<string>>();
		const seen = { ties: 0, late: 0, gaps: 0 };
		let before: { chat_session_uid: string; sequence: number; message_at: number } | undefined;
		for (const message of service.account('a').messages.values()) {
			const { sender_user_ref, sender_name } = message.sender;
			if (sender_user_ref && sender_name) {
				names.set(sender_user_ref, (names.get(sender_user_ref) ?? new Set()).add(sender_name));
			}
			if (before?.chat_session_uid === message.chat_session_uid) {
				if (message.message_at === before.message_at) seen.ties++;
				if (message.message_at < before.message_at) seen.late++;
				if (message.sequence > before.sequence + 1) seen.gaps++;
			}
			before = message;
		}
		for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
		expect([...names.values()].filter(({ size }) => size === 2).length).toBeGreaterThan(2);
		await service.close();
	});

	it('can be empty', async () => {
		const service = await startService({
			size: { people: 0, records: 0, messages: 0, bots: 0, teams: 0, posts: 0 },
		});
		const a = createClient(service);
		expect((await a.data('/chat/conversations/list')).items).toEqual([]);
		expect((await a.data('/teams/list')).total_count).toBe(0);
		expect((await a.data('/world/records/query')).items).toEqual([]);
		expect((await a.data('/bots/query')).items).toEqual([]);
		await service.close();
	});
});
