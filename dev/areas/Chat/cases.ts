import { chatsById, fromInput, several, uid } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import { ownMessages } from '../Records/cases';
import { OTHER } from '../things';
import type { StoredChat } from './data';
import { addConversation } from './events';
import { forEach, once, some, type Area, type Row } from '../area';

const self = ({ profile }: Account) => profile.user_ref;
const chats = ({ conversations }: Account) => [...conversations.values()];
const groups = (account: Account) =>
	chats(account).filter(
		({ kind, members, dissolved }) => kind === 'group' && members.has(self(account)) && !dissolved,
	);
const ownGroups = (account: Account) =>
	groups(account).filter(({ members }) => members.get(self(account))!.role === 'owner');
const ownMembers = (account: Account) =>
	ownGroups(account).flatMap(({ chat_session_uid, members }) =>
		[...members.keys()].map((person) => ({ chat_session_uid, person })),
	);
const uidsOf = (some: StoredChat[]) => some.map(({ chat_session_uid }) => ({ chat_session_uid }));
/** True for somebody with whom there is no private chat. */
const isStranger = (account: Account) => (user_ref: string) =>
	user_ref !== self(account) &&
	chats(account).every(({ kind, members }) => kind === 'group' || !members.has(user_ref));
const someMessages = ({ messages }: Account) => [...messages.values()].slice(0, 100);
const messagesIn = ({ messages }: Account, chat: string) =>
	[...messages.values()].filter(
		({ chat_session_uid, fixed, withdrawn_at }) =>
			chat_session_uid === chat && !fixed && withdrawn_at === undefined,
	);

export const objects: Area['objects'] = (account) => ({
	chat: [...ownGroups(account), ...chats(account).filter(({ kind }) => kind === 'direct')].map(
		({ chat_session_uid }) => chat_session_uid,
	),
});

export const rows: Area['rows'] = {
	batchGetChatMessages: (account) =>
		messagesIn(account, ownGroups(account)[0].chat_session_uid).map(
			({ chat_session_uid, sequence }) => ({ chat_1: chat_session_uid, sequence }),
		),
	readChatMessageContext: (account) =>
		messagesIn(account, ownGroups(account)[0].chat_session_uid).map(
			({ chat_session_uid, sequence }) => ({ chat_1: chat_session_uid, sequences: sequence }),
		),
	batchGetGroupMembers: (account) =>
		ownMembers(account).map(({ chat_session_uid, person }) => ({
			chat_1: chat_session_uid,
			user_1: person,
		})),
	createPrivateChats: (account) =>
		[...account.people.keys()].filter(isStranger(account)).map((user_1) => ({ user_1 })),
	listGroupJoinRestrictions: (account) =>
		ownGroups(account)
			.filter(({ members }) => [...members.values()].some((each) => each.restricted_at))
			.map(({ chat_session_uid }) => ({ chat_1: chat_session_uid })),
	queryGroupMessageModerationTargets: othersMessages,
	withdrawGroupMessages: othersMessages,
};

/** Messages of others that the owner of a group may withdraw. */
function othersMessages(account: Account): Row[] {
	return ownGroups(account).flatMap(({ chat_session_uid, members }) =>
		messagesIn(account, chat_session_uid)
			.filter(
				({ sender }) =>
					sender.sender_user_ref !== self(account) && members.has(sender.sender_user_ref ?? ''),
			)
			.map(({ sequence, sender }) => ({
				chat_1: chat_session_uid,
				user_1: sender.sender_user_ref!,
				sequence,
			})),
	);
}

const all = { returnAll: true };
const conversation = fromInput('chat_session_uid');
const conversations = chatsById('={{ $json.chat_session_uid }}');

export const reads: Area['reads'] = {
	'conversation > getAll': () => once(all),
	'conversation > getAllByLastMessage': () => once({ period: 'anyTime', ...all }),
	'conversation > find': () => once({ query: 'a', ...all }),
	'conversation > findTargets': () => once({ query: 'a', limit: 3 }),
	'member > getAll': (account) => forEach(uidsOf(ownGroups(account)), { conversation, ...all }),
	'member > get': (account) =>
		forEach(ownMembers(account), { group: conversation, person: fromInput('person') }),
	'joinRestriction > getAll': (account) =>
		forEach(uidsOf(ownGroups(account)), { group: conversation, ...all }),
	'message > getAll': (account) =>
		forEach(uidsOf(groups(account)), { conversations, period: 'anyTime', ...all }),
	'message > search': (account) =>
		forEach(uidsOf(groups(account)), { conversations, keyword: 'the', ...all }),
	'message > get': (account) =>
		forEach(someMessages(account), { conversation, sequence: '={{ $json.sequence }}' }),
	'message > getContext': (account) =>
		forEach(someMessages(account), { conversation, sequences: '={{ $json.sequence }}' }),
	'message > getModerationTargets': (account) =>
		forEach(ownMembers(account), {
			group: conversation,
			senders: several('person', uid('={{ $json.person }}')),
			...all,
		}),
};

export const writes: Area['writes'] = {
	'conversation > createPrivate': (account) => {
		const person = [...account.people.keys()].find(isStranger(account))!;
		return {
			parameters: { person: uid(person) },
			made: () =>
				chats(account).filter(({ kind, members }) => kind === 'direct' && members.has(person))
					.length,
		};
	},
	'message > send': (account) => ({
		parameters: { conversation: uid(ownGroups(account)[0].chat_session_uid), text: 'once' },
		made: () =>
			[...account.messages.values()].filter(({ text_content }) => text_content === 'once').length,
	}),
	'message > update': (account) => {
		const [{ record_1, chat_1, sequence }] = ownMessages(account);
		const record = account.records.get(String(record_1))!;
		const { version } = record;
		return {
			parameters: { conversation: uid(String(chat_1)), sequence, text: 'once' },
			made: () => record.version - version,
		};
	},
	'message > withdraw': (account) => {
		const [{ chat_1, sequence }] = othersMessages(account);
		const message = account.messages.at(String(chat_1), Number(sequence))!;
		return {
			parameters: { group: uid(String(chat_1)), sequence },
			made: () => Number(message.withdrawn_at !== undefined),
		};
	},
};

export const targets: Area['targets'] = [
	{
		name: 'list of groups',
		operation: 'queryChatMessages',
		inner: 'messages',
		paged: 'data',
		reader: {
			parameters: {
				resource: 'message',
				operation: 'getAll',
				conversations: { values: [{ conversation: fromInput('uid') }] },
				period: 'anyTime',
				returnAll: true,
			},
			items: ({ conversations }) => [{ uid: [...conversations.keys()][0] }],
		},
	},
	{
		name: 'getByKeys',
		operation: 'batchGetChatMessages',
		by: 'item_id',
		inner: 'message',
		reader: {
			parameters: {
				resource: 'message',
				operation: 'get',
				conversation: fromInput('chat_session_uid'),
				sequence: '={{ $json.sequence }}',
			},
			items: ({ messages }) => some(messages.values()),
		},
	},
];

const addGroup = (account: Account, chat_session_uid: string, name: string) =>
	addConversation(account, OTHER, { chat_session_uid, name });

export const named: Area['named'] = {
	'/api/v1/chat/conversations/resolve': addGroup,
	'/api/v1/chat/targets/resolve': addGroup,
};
