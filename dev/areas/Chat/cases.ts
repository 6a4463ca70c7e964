import { chatsById, fromInput, peopleById, uid } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import { forEach, once, type Area } from '../area';

const self = ({ profile }: Account) => profile.user_ref;
const chats = ({ conversations }: Account) => [...conversations.values()];
const groups = (account: Account) =>
	chats(account)
		.filter(
			({ kind, members, dissolved }) =>
				kind === 'group' && members.has(self(account)) && !dissolved,
		)
		.map(({ chat_session_uid, members }) => ({ chat_session_uid, people: [...members.keys()] }));
const ownGroups = (account: Account) =>
	groups(account).filter(
		({ chat_session_uid }) =>
			account.conversations.get(chat_session_uid)!.members.get(self(account))!.role === 'owner',
	);
const ownMembers = (account: Account) =>
	ownGroups(account).flatMap(({ chat_session_uid, people }) =>
		people.map((person) => ({ chat_session_uid, person })),
	);
const someMessages = ({ messages }: Account) => [...messages.values()].slice(0, 100);
const ownGroup = (account: Account) =>
	chats(account).find(({ members }) => members.get(self(account))?.role === 'owner')!;

const all = { returnAll: true };
const conversation = fromInput('chat_session_uid');
const conversations = chatsById('={{ $json.chat_session_uid }}');

export const reads: Area['reads'] = {
	'conversation > getAll': () => once(all),
	'conversation > getAllByLastMessage': () => once({ period: 'anyTime', ...all }),
	'conversation > find': () => once({ query: 'a', ...all }),
	'conversation > findTargets': () => once({ query: 'a', limit: 3 }),
	'member > getAll': (account) => forEach(ownGroups(account), { conversation, ...all }),
	'member > get': (account) =>
		forEach(ownMembers(account), { group: conversation, person: fromInput('person') }),
	'joinRestriction > getAll': (account) =>
		forEach(ownGroups(account), { group: conversation, ...all }),
	'message > getAll': (account) =>
		forEach(groups(account), { conversations, period: 'anyTime', ...all }),
	'message > search': (account) =>
		forEach(groups(account), { conversations, keyword: 'the', ...all }),
	'message > get': (account) =>
		forEach(someMessages(account), { conversation, sequence: '={{ $json.sequence }}' }),
	'message > getContext': (account) =>
		forEach(someMessages(account), { conversation, sequences: '={{ $json.sequence }}' }),
	'message > getModerationTargets': (account) =>
		forEach(ownMembers(account), {
			group: conversation,
			senders: peopleById('={{ $json.person }}'),
			...all,
		}),
};

export const writes: Area['writes'] = {
	'conversation > createPrivate': (account) => {
		const person = [...account.people.keys()].find(
			(ref) =>
				ref !== self(account) &&
				!chats(account).some((chat) => chat.kind !== 'group' && chat.members.has(ref)),
		)!;
		return {
			parameters: { person: uid(person) },
			made: () =>
				chats(account).filter(({ kind, members }) => kind === 'direct' && members.has(person))
					.length,
		};
	},
	'message > send': (account) => ({
		parameters: { conversation: uid(ownGroup(account).chat_session_uid), text: 'once' },
		made: () =>
			[...account.messages.values()].filter(({ text_content }) => text_content === 'once').length,
	}),
	'message > update': (account) => {
		const recordOf = ({ record_uid = '' }: { record_uid?: string }) =>
			account.records.get(record_uid);
		const { chat_session_uid, sequence, record_uid } = [...account.messages.values()].find(
			(message) => {
				const record = recordOf(message);
				return (
					record?.state === 'available' &&
					!record.locked &&
					record.creator_user_ref === self(account)
				);
			},
		)!;
		const record = recordOf({ record_uid })!;
		const { version } = record;
		return {
			parameters: { conversation: uid(chat_session_uid), sequence, text: 'once' },
			made: () => record.version - version,
		};
	},
	'message > withdraw': (account) => {
		const group = ownGroup(account);
		const message = [...account.messages.values()].find(
			({ chat_session_uid, sender, fixed, withdrawn_at }) =>
				chat_session_uid === group.chat_session_uid &&
				sender.sender_user_ref !== self(account) &&
				group.members.has(sender.sender_user_ref ?? '') &&
				!fixed &&
				withdrawn_at === undefined,
		)!;
		return {
			parameters: { group: uid(group.chat_session_uid), sequence: message.sequence },
			made: () => Number(message.withdrawn_at !== undefined),
		};
	},
};
