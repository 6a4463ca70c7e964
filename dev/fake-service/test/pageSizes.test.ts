import { startService, type Service } from '..';
import { createClient, type Client } from './client';
import { day } from '../data/seeding';

const now = Date.UTC(2026, 5, 1);
let service: Service;
let a: Client;
let group: string;
let team_ref: string;

/** A group and a team of 120 people, 600 messages of the group, 120 posts and replies, 120 teams. */
beforeAll(async () => {
	service = await startService({ now, size: { people: 300, teams: 120, messages: 0, posts: 0 } });
	a = createClient(service);
	const { conversations, messages, teams, people, profile, world } = service.account('a');
	const self = profile.user_ref;
	const owned = [...conversations.values()].find(({ name }) => name === 'Kiln Studio')!;
	group = owned.chat_session_uid;
	const crowd = [...people.keys()].slice(0, 120);
	const team = [...teams.values()].find(({ members }) => members.get(self)?.role === 'owner')!;
	({ team_ref } = team);
	for (const [i, user_ref] of crowd.entries()) {
		if (!owned.members.has(user_ref)) {
			const role = 'participant';
			owned.members.set(user_ref, { user_ref, role, status: 'active', joined_at: now });
		}
		if (user_ref !== self) owned.members.get(user_ref)!.restricted_at = now;
		if (!team.members.has(user_ref)) {
			const role = 'member';
			team.members.set(user_ref, { user_ref, role, joined_at: now, identity_state: 'ready' });
		}
		world.posts.set(`post_${i}`, {
			record_uid: `post_${i}`,
			state: 'published',
			author_user_ref: user_ref,
			text_content: 'x',
			record_type: 'record',
			parent_record_uid: 'post_0',
			tags: [],
			published_at: now,
			created_at: now,
			publication_version: 1,
			files: [],
		});
	}
	for (let i = 0; i < 600; i++) {
		messages.add({
			chat_session_uid: group,
			sequence: messages.lastOf(group) + 1,
			sender: { sender_kind: 'user', sender_user_ref: self },
			message_at: now - 1,
			record_state: 'available',
			text_content: 'xylophone',
		});
	}
	for (const { chat_session_uid } of conversations.values()) {
		messages.add({
			chat_session_uid,
			sequence: messages.lastOf(chat_session_uid) + 1,
			sender: { sender_kind: 'user', sender_user_ref: self },
			message_at: now - 2,
			record_state: 'available',
			text_content: 'x',
		});
	}
	service.settings.chat.maxScan = 1000;
});
afterAll(() => service.close());

const inGroup = () => ({ chat_session_uid: group });
const me = () => service.account('a').profile.user_ref;

it.each([
	['/chat/conversations/list', () => ({}), 50, 100],
	['/chat/conversations/query', () => ({ last_message_from: 0 }), 20, 50],
	['/chat/members/list', inGroup, 50, 100],
	['/chat/messages/search', () => ({ keyword: 'xylophone', chat_session_uids: [group] }), 20, 50],
	[
		'/chat/messages/query',
		() => ({
			chat_session_uids: [group],
			start_at: now - day,
			end_at: now,
			order: 'session_time_asc',
		}),
		100,
		500,
	],
	['/chat/messages/moderation/query', () => ({ ...inGroup(), sender_user_refs: [me()] }), 100, 500],
	['/chat/join-restrictions/list', inGroup, 30, 100],
	['/teams/list', () => ({}), 50, 100],
	['/teams/members/list', () => ({ team_ref }), 50, 50],
	['/world/records/query', () => ({}), 20, 100],
	['/world/replies/query', () => ({ parent_record_uid: 'post_0' }), 20, 100],
])(
	'%s returns the documented default number of rows on a page, and at most the maximum',
	async (path, body, usual, most) => {
		const rows = async (limit?: number) => {
			const { items } = await a.data(path, { ...body(), limit });
			// Messages are grouped by conversation.
			return (items[0].messages ?? items).length;
		};
		expect([await rows(), await rows(most)]).toEqual([usual, most]);
		for (const limit of [0, most + 1]) {
			expect(await a.refusal(path, { ...body(), limit })).toMatch(/^limit/);
		}
	},
);

it.each([
	['/chat/conversations/resolve', 5, 10],
	['/chat/targets/resolve', 5, 5],
	['/teams/resolve', 5, 10],
])(
	'%s returns the documented default number of candidates for an item, and at most the maximum',
	async (path, usual, most) => {
		const query = path.startsWith('/teams') ? 'Kiln Crew' : 'a';
		const candidates = async (limit?: number) =>
			(await a.data(path, { items: [{ item_id: 'x', query, limit }] })).items[0].candidates.length;
		expect([await candidates(), await candidates(most)]).toEqual([usual, most]);
		for (const limit of [0, most + 1]) {
			const items = [{ item_id: 'x', query, limit }];
			expect(await a.refusal(path, { items })).toMatch(/^items\[0\]\.limit/);
		}
		const long = [{ item_id: 'x', query: '釉'.repeat(101) }];
		expect(await a.refusal(path, { items: long })).toMatch(/^items\[0\]\.query/);
	},
);
