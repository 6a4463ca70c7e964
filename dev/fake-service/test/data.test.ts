import { startService, type Service, type ServiceOptions } from '..';
import type { Account } from '../account';
import { sizesOf } from '../data/generate';
import { digest } from '../random';
import { NOW } from './account';
import { createClient, type Client } from './client';

/** The data that accounts have unless a test tells other data. */

type Store = Exclude<
	keyof Account,
	'id' | 'keyed' | 'profile' | 'bindings' | 'world' | 'botRequests'
>;
const STORES =
	'people topics records arrangements conversations messages bots botBindings teams ' +
	'importedConversations importedMessages recordings speakerLabels summaries calls';

/** Everything that an account has, by store, as text. */
function dataOf(account: Account): Record<string, string> {
	const { profile, bindings, world } = account;
	const own = [profile, bindings, world.viewed_at];
	const stores = STORES.split(' ').map((name) => [name, [...account[name as Store].values()]]);
	const all = { ...Object.fromEntries(stores), posts: [...world.posts.values()], own };
	const plain = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);
	const texts = Object.entries(all).map(([name, rows]) => [name, JSON.stringify(rows, plain)]);
	return Object.fromEntries(texts);
}

async function withService<T>(options: ServiceOptions, use: (service: Service) => T | Promise<T>) {
	const service = await startService({ now: NOW, ...options });
	const result = await use(service);
	await service.close();
	return result;
}

let a: Account;
let b: Account;
beforeAll(async () => {
	[a, b] = await withService({}, ({ account }) => [account('a'), account('b')]);
});

/** Deletes each field of the objects of some data, and each row of its stores. */
function empty(part: unknown): void {
	if (typeof part !== 'object' || part === null) return;
	const values: unknown[] = part instanceof Map ? [...part.values()] : Object.values(part);
	values.forEach(empty);
	if (part instanceof Map) part.clear();
	else for (const name of Object.keys(part)) delete (part as Record<string, unknown>)[name];
}

it('is as before after a reset, however a test has changed it', async () => {
	await withService({}, (service) => {
		const before = service.account('a');
		const data = digest(dataOf(before));
		const [{ chat_session_uid, sequence }] = before.messages.values();
		const last = before.messages.lastOf(chat_session_uid);
		const watermark = before.world.nextWatermark();
		expect(last).toBeGreaterThanOrEqual(sequence);
		for (const name of [...STORES.split(' '), 'profile', 'bindings', 'world'])
			empty(before[name as Store]);
		service.reset();
		const after = service.account('a');
		expect(digest(dataOf(after))).toBe(data);
		expect(after.messages.lastOf(chat_session_uid)).toBe(last);
		expect(after.world.nextWatermark()).toBe(watermark);
	});
});

/** The values at the end of a path through stores, lists and fields. */
function valuesAt(part: unknown, [name, ...path]: string[]): unknown[] {
	if (part instanceof Map || Array.isArray(part)) {
		return [...part.values()].flatMap((each) => valuesAt(each, [name, ...path]));
	}
	return name === undefined ? [part] : valuesAt((part as Record<string, unknown>)?.[name], path);
}

it.each(
	Object.entries({
		'people.relationships': 'contact private_chat self shared_group',
		'topics.valid': 'false true',
		'records.state': 'available deleted hidden protected',
		'records.locked': 'true undefined',
		'records.origin': 'group_chat private_chat self topic',
		'records.container.kind': 'topic unclassified',
		'arrangements.status': 'completed deleted following identified',
		'arrangements.reminder_state': 'cancelled delivered disabled pending undefined',
		'conversations.kind': 'direct group pending',
		'conversations.scopes': 'contact group_chat private_chat',
		'conversations.members.status': 'active left removed',
		'conversations.members.role': 'admin owner participant',
		'messages.record_state': 'available missing protected unavailable',
		'messages.sender.sender_kind': 'bot user',
		'bots.own': 'false true',
		'teams.active': 'false true',
		'teams.members.identity_state': 'incomplete ready unavailable',
		'world.posts.state': 'pending published rejected unpublished',
		'world.posts.record_type': 'extension_publication record',
		'calls.result': 'busy cancelled normal_end not_answered offline rejected unknown',
		'calls.direction': 'incoming outgoing',
		'calls.connection_state': 'connected not_connected',
		'calls.media_type': 'audio video',
		'calls.transcript_state': 'failed processing ready unavailable',
		'calls.summary_state': 'failed processing ready unavailable',
		'calls.summary.source': 'legacy template undefined',
		'calls.speakers.resolution': 'participant participant_side unknown',
		'importedConversations.kind': 'direct group',
		'importedConversations.unreadable': 'true undefined',
		'importedMessages.kind': 'call emoji image location other text video voice',
		'importedMessages.has_media': 'false true',
		'recordings.source': 'file_upload long',
		'recordings.ingest_origin': 'device legacy_unknown user_client',
		'recordings.sealed': 'false true',
		'recordings.transcript_state': 'failed partial processing ready unavailable',
		'recordings.speakers.kind': 'anonymous named unknown user',
		'summaries.kind': 'daily_summary timeline',
		'summaries.generation_state': 'completed failed processing',
		'summaries.content_state': 'failed processing ready unavailable',
		'summaries.format': 'json markdown text',
	}),
)('has examples of all %s: %s', (path, expected) => {
	const values = valuesAt(a, path.split('.')).map(String);
	expect([...new Set(values)].sort().join(' ')).toBe(expected);
});

it('has the account itself in every role', () => {
	const self = a.profile.user_ref;
	const groups = [...a.conversations.values()].filter(({ kind }) => kind === 'group');
	const own = groups.map(({ members }) => members.get(self)!);
	expect([...new Set(own.map(({ role, status }) => `${role} ${status}`))].sort()).toEqual([
		'admin active',
		'owner active',
		'participant active',
		'participant left',
	]);
	const teams = [...a.teams.values()].map(({ members }) => members.get(self)?.role);
	expect(new Set(teams).size).toBe(4);
	const posts = [...a.world.posts.values()].filter((post) => post.author_user_ref === self);
	expect(new Set(posts.map(({ state }) => state)).size).toBe(4);
});

it.each([
	'records.send_at',
	'arrangements.updated_at',
	'messages.message_at',
	'calls.created_at',
	'importedConversations.last_sent_at',
	'importedMessages.sent_at',
	'recordings.start_at',
	'summaries.created_at',
])('has rows with the same %s, and none after now', (path) => {
	const times = valuesAt(a, path.split('.'));
	expect(new Set(times).size).toBeLessThan(times.length);
	expect(Math.max(...(times.filter(Boolean) as number[]))).toBeLessThanOrEqual(NOW);
});

it('has messages that come late, gaps between sequences, and people with two names', () => {
	const messages = [...a.messages.values()];
	const pairs = messages.slice(1).map((row, i) => [messages[i], row] as const);
	const inChat = pairs.filter(([x, y]) => x.chat_session_uid === y.chat_session_uid);
	expect(inChat.filter(([x, y]) => y.message_at < x.message_at).length).toBeGreaterThan(10);
	expect(inChat.filter(([x, y]) => y.sequence > x.sequence + 1).length).toBeGreaterThan(10);
	const refs = messages.map(({ sender }) => sender.sender_user_ref);
	const named = messages.map(({ sender }) => `${sender.sender_user_ref} ${sender.sender_name}`);
	expect(new Set(named).size).toBeGreaterThan(new Set(refs).size + 10);
});

/** The first digits of a digest of each store, of both accounts. */
const DIGESTS = {
	people: '2f38 6673',
	topics: 'd9f2 aac1',
	records: '4f3c 6703',
	arrangements: '6836 b868',
	conversations: '24cd 1e69',
	messages: 'c6fa 83bd',
	bots: '4065 4727',
	botBindings: '6344 f460',
	teams: '7d2b 170b',
	importedConversations: '9ea0 d606',
	importedMessages: '170d 0079',
	recordings: 'f7a3 f8dc',
	speakerLabels: '05c9 fffd',
	summaries: '0d81 856d',
	calls: '402c 0d0e',
	posts: '23bd b46e',
	own: '96cc d0be',
};

it('is the same for a seed in every version, since other tests tell what is in it', () => {
	const [ofA, ofB] = [dataOf(a), dataOf(b)];
	const both = Object.keys(ofA).map((name) => [
		name,
		[ofA, ofB].map((data) => digest(data[name]).slice(0, 4)).join(' '),
	]);
	expect(Object.fromEntries(both)).toEqual(DIGESTS);
});

it('depends on seed, time and account only, not on the order of requests', async () => {
	const [{ user_ref }] = [...a.people.values()].filter((row) => row.relationships.length === 0);
	const item = { item_id: 'x', target_user_ref: user_ref, idempotency_key: 'k' };
	const same = await withService({}, async (service) => {
		const { items } = await createClient(service).data('createPrivateChats', { items: [item] });
		const { conversations, messages, people } = service.account('a');
		expect(messages.lastOf(items[0].chat_session_uid)).toBe(0);
		conversations.delete(items[0].chat_session_uid);
		people.get(user_ref)!.relationships = [];
		return dataOf(service.account('a'));
	});
	expect(same).toEqual(dataOf(a));
	const other = await withService({ seed: 2 }, ({ account }) => dataOf(account('a')));
	for (const name of Object.keys(same)) expect([name, other[name]]).not.toEqual([name, same[name]]);
});

const LISTS =
	'queryRecordTimeline queryArrangements queryXchatImportConversations queryCalls queryRecordings ' +
	'queryRecordingSummaries listChatConversations queryBots listMyTeams queryWorldRecords';
/** The numbers of rows that lists find on their first pages. */
const countRows = async (client: Client) => {
	const answers = await Promise.all(LISTS.split(' ').map((list) => client.data(list)));
	return answers.map(({ items }) => items.length);
};

it('can be empty, or without other people', async () => {
	const nothing = Object.fromEntries(Object.keys(sizesOf('a')).map((name) => [name, 0]));
	const sizes = [nothing, { people: 0 }];
	const [empty, alone] = await Promise.all(
		sizes.map((size) => withService({ size }, (service) => countRows(createClient(service)))),
	);
	expect(empty).toEqual(Array(10).fill(0));
	expect(alone).not.toContain(0);
});

it('can be 100,000 records, all of which can be read', async () => {
	const { pages } = await withService({ size: { records: 100_000 } }, (service) =>
		createClient(service).scan('queryRecordTimeline', { limit: 150 }),
	);
	expect(pages).toEqual([...Array(613).fill(150), 50]);
});
