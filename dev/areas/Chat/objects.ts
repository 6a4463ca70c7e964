import type { Account } from '../../fake-service/account';
import type { Area, Row } from '../area';

const self = ({ profile }: Account) => profile.user_ref;
const groupsOf = (account: Account) =>
	[...account.conversations.values()].filter(
		({ members, dissolved }) => !dissolved && members.get(self(account))?.role === 'owner',
	);
const messagesIn = ({ messages }: Account, chat: string) =>
	[...messages.values()].filter(
		({ chat_session_uid, fixed, withdrawn_at }) =>
			chat_session_uid === chat && !fixed && withdrawn_at === undefined,
	);

export const objects: Area['objects'] = (account) => ({
	chat: [
		...groupsOf(account),
		...[...account.conversations.values()].filter(({ kind }) => kind === 'direct'),
	].map(({ chat_session_uid }) => chat_session_uid),
});

export const rows: Area['rows'] = {
	batchGetChatMessages: (account) =>
		messagesIn(account, groupsOf(account)[0].chat_session_uid).map(
			({ chat_session_uid, sequence }) => ({ chat_1: chat_session_uid, sequence }),
		),
	readChatMessageContext: (account) =>
		messagesIn(account, groupsOf(account)[0].chat_session_uid).map(
			({ chat_session_uid, sequence }) => ({ chat_1: chat_session_uid, sequences: sequence }),
		),
	batchGetGroupMembers: (account) =>
		groupsOf(account).flatMap(({ chat_session_uid, members }) =>
			[...members.keys()].map((user_1) => ({ chat_1: chat_session_uid, user_1 })),
		),
	createPrivateChats: (account) =>
		[...account.people.keys()]
			.filter(
				(user_ref) =>
					user_ref !== self(account) &&
					[...account.conversations.values()].every(
						({ kind, members }) => kind === 'group' || !members.has(user_ref),
					),
			)
			.map((user_1) => ({ user_1 })),
	listGroupJoinRestrictions: (account) =>
		groupsOf(account)
			.filter(({ members }) => [...members.values()].some((each) => each.restricted_at))
			.map(({ chat_session_uid }) => ({ chat_1: chat_session_uid })),
	queryGroupMessageModerationTargets: othersMessages,
	withdrawGroupMessages: othersMessages,
};

/** Messages of others that the owner of a group may withdraw. */
function othersMessages(account: Account): Row[] {
	return groupsOf(account).flatMap(({ chat_session_uid, members }) =>
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
