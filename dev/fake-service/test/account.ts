import type { Service } from '..';
import type { Account, AccountData } from '../account';
import { Bindings, type StoredBot } from '../../areas/Bots/data';
import { Messages, type ChatRole, type StoredChat } from '../../areas/Chat/data';
import type { StoredMember, StoredMessage } from '../../areas/Chat/data';
import type { Relationship, StoredPerson } from '../../areas/People/data';
import type { StoredRecord, StoredTopic } from '../../areas/Records/data';
import type { StoredTeam, StoredTeamMember, TeamRole } from '../../areas/Teams/data';
import { World } from '../../areas/World/data';
import { Store } from '../store';

/** The account of most tests: a few people, conversations, topics, bots and teams whose UIDs are short names. */

export const NOW = Date.UTC(2026, 5, 1);
export const DAY = 86_400_000;

/** Changes data or settings of a service before or between requests. */
export type Change = (service: Service) => void;

/** Several changes, one after the other. */
export const all =
	(...changes: Change[]): Change =>
	(service) =>
		changes.forEach((change) => change(service));

/** Puts rows into a store of the account: each with its name as UID, and with the usual fields unless it has others. */
export function rowsOf<Row>(
	storeOf: (account: Account) => Map<string, Row>,
	uid: keyof Row,
	usual: Partial<Row>,
) {
	return (rows: Record<string, Partial<Row>>): Change =>
		({ account }) => {
			for (const [name, facts] of Object.entries(rows)) {
				storeOf(account('a')).set(name, { ...usual, [uid]: name, ...facts } as Row);
			}
		};
}

/** Own records. */
export const records = rowsOf<StoredRecord>(({ records }) => records, 'record_uid', {
	state: 'available',
	creator_user_ref: 'me',
	origin: 'self',
	title: 'Title',
	text_content: 'Text',
	send_at: 1000,
	version: 3,
	container: { kind: 'unclassified' },
});

/** Messages of a conversation, by sequence. Ada says them unless somebody else does. */
export function said(
	chat_session_uid: string,
	messages: Record<number, Partial<StoredMessage>>,
): Change {
	return ({ account }) => {
		for (const [name, facts] of Object.entries(messages)) {
			const sequence = Number(name);
			account('a').messages.add({
				chat_session_uid,
				sequence,
				sender: by('ada'),
				message_at: 1000 + sequence,
				record_state: 'available',
				text_content: `Text ${name}`,
				...facts,
			});
		}
	};
}

/** A real person as a sender. */
export function by(sender_user_ref: string, sender_name?: string): StoredMessage['sender'] {
	return { sender_kind: 'user', sender_user_ref, ...(sender_name && { sender_name }) };
}

/** Stored rows of the account now, by store and UID. */
export function stateOf({ account }: Service): Record<string, Record<string, unknown>> {
	const { people, conversations, messages, bots, botBindings, botRequests } = account('a');
	const { records, arrangements, teams, world } = account('a');
	const chat = { people, conversations, messages, bots, botBindings, botRequests };
	const stores = { ...chat, records, arrangements, teams, posts: world.posts };
	return JSON.parse(
		JSON.stringify(stores, (_, part) => (part instanceof Map ? Object.fromEntries(part) : part)),
	);
}

const friend = {
	remark: 'Ada (Boat)',
	relationships: ['contact', 'private_chat'] as Relationship[],
};
const people = (): StoredPerson[] => [
	{ user_ref: 'me', nickname: 'Mira Potter', svc_id: 'mira-potter', relationships: ['self'] },
	{ user_ref: 'ada', nickname: 'Ada Fields', svc_id: 'ada-fields', ...friend },
	{ user_ref: 'bo', nickname: 'Bo Vale', relationships: ['contact'] },
	{ user_ref: 'cy', nickname: 'Cy Marsh', relationships: ['shared_group'] },
	{ user_ref: 'dee', nickname: 'Dee Oak', svc_id: 'dee-oak', relationships: [] },
];

/** Members as `me:owner ada bo:left`: a role, or the state of a former participant. */
function membersOf(text: string): Map<string, StoredMember> {
	const members = text.split(' ').map((word): StoredMember => {
		const [user_ref, as = 'participant'] = word.split(':');
		const former = as === 'left' || as === 'removed';
		const role = former ? 'participant' : (as as ChatRole);
		return { user_ref, status: former ? as : 'active', role, joined_at: 500 };
	});
	return new Map(members.map((member) => [member.user_ref, member]));
}

const group = (chat_session_uid: string, members: string, facts: object = {}): StoredChat => ({
	chat_session_uid,
	kind: 'group',
	scopes: ['group_chat'],
	members: membersOf(members),
	...facts,
});
const conversations = () => [
	group('own', 'me:owner cy ada:admin bo:left dee:removed', { name: 'Kiln Studio' }),
	group('others', 'me ada:owner', { name: 'Allotment 14' }),
	// Lists omit the names of conversations whose UID ends with b
	group('club', 'me:admin ada:owner cy', { name: 'Boat Club 🚣' }),
	group('nameless', 'me ada:owner ghost'),
	group('left', 'me:left ada:owner', { name: 'Raft Builders' }),
	group('gone', 'me:owner ada', { name: 'Winter Market', dissolved: true }),
	group('direct', 'me ada', { kind: 'direct', scopes: ['contact', 'private_chat'] }),
	group('pending', 'bo me', { kind: 'pending', scopes: ['contact'] }),
	group('botchat', 'me', { kind: 'direct', scopes: ['private_chat'], bot_uid: 'stork' }),
];

const topic = (topic_uid: string, display_path: string, facts: object = {}): StoredTopic => {
	const title = display_path.split(' / ').pop()!;
	return { topic_uid, title, display_path, valid: true, ...facts };
};
const topics = () => [
	topic('work_ideas', 'Work / Ideas'),
	topic('ideas', 'Home / Ideas'),
	topic('home', 'Home', { created_at: 1000 }),
	topic('garden', 'Home / Garden', { parent_topic_uid: 'home' }),
	topic('sea', '旅行 / 海边'),
	topic('old', 'Old Home', { valid: false }),
];

const bot = (bot_uid: string, name: string): StoredBot => {
	const webhook = { mode: 'open', allowed_sources: [] };
	return { bot_uid, name, own: bot_uid !== 'raven', created_at: 500, updated_at: 500, webhook };
};
const bots = () => [bot('stork', 'Stork'), bot('owl', 'The owl'), bot('raven', 'The raven')];

function bindings(): Bindings {
	const installed = new Bindings();
	for (const binding of ['own stork', 'club raven', 'left stork']) {
		const [chat_session_uid, bot_uid] = binding.split(' ');
		installed.add({ chat_session_uid, bot_uid, context_allowed: false, installed_at: 700 });
	}
	return installed;
}

/** A team with members as `me:owner ada`, who joined one after the other, the last one first. */
function team(team_ref: string, name: string, members: string): StoredTeam {
	const rows = members.split(' ').map((word, i): StoredTeamMember => {
		const [user_ref, role = 'member'] = word.split(':');
		const identity_state = user_ref === 'ghost' ? 'unavailable' : 'ready';
		return { user_ref, role: role as TeamRole, joined_at: 900 - i, identity_state };
	});
	const facts = { created_at: 500, updated_at: 600, active: team_ref !== 'inactive' };
	const byRef = new Map(rows.map((row) => [row.user_ref, row]));
	return { team_ref, name, svc_id: `Crew-${team_ref}`, ...facts, members: byRef };
}
const teams = () => [
	team('owned', 'Kiln Crew', 'me:owner ada bo'),
	team('joined', 'Kiln Crew', 'ada:owner me ghost'),
	team('ruled', 'Crew ruled', 'me:admin ada:owner'),
	team('foreign', 'Crew foreign', 'ada:owner bo'),
	team('inactive', 'Crew inactive', 'ada:owner me'),
];

function storeOf<Row>(uid: keyof Row, rows: Row[]): Store<Row> {
	const store = new Store<Row>();
	for (const row of rows) store.set(row[uid] as string, row);
	return store;
}

export function smallAccount(): AccountData {
	const [{ user_ref, nickname, svc_id }] = people();
	const providers = { phone: true, email: true, chatapp: false };
	return {
		profile: { user_ref, nickname, svc_id: svc_id!, created_at: 500 },
		bindings: { ...providers, vendor_a: false, vendor_b: true, vendor_c: false },
		people: storeOf('user_ref', people()),
		knownConversations: new Store(),
		topics: storeOf('topic_uid', topics()),
		records: new Store(),
		arrangements: new Store(),
		conversations: storeOf('chat_session_uid', conversations()),
		messages: new Messages(),
		bots: storeOf('bot_uid', bots()),
		botBindings: bindings(),
		botRequests: new Store(),
		teams: storeOf('team_ref', teams()),
		world: new World(0),
		importedConversations: new Store(),
		importedMessages: new Store(),
		recordings: new Store(),
		speakerLabels: new Store(),
		summaries: new Store(),
		calls: new Store(),
	};
}
