import type { Account } from '../../../fake-service/account';
import type { Loose, ResultOf } from '../../../contract/types';
import { readingOf, type Call, type Handlers } from '../../../fake-service/call';
import type { StoredChat, StoredMember } from '../data/chats';
import { readPage } from '../../../fake-service/paging';
import { orderRows, type Order } from '../../../fake-service/store';
import {
	demandGoverned,
	demandReadable,
	governed,
	memberName,
	takesPart,
	type GroupReason,
} from './access';
import { echo, elementsOf, textOf } from '../../../fake-service/handlers/loose';
import { inAnyOrder } from '../../../fake-service/handlers/writes';

type Outcome = ResultOf<'batchGetGroupMembers'>;

const byIdentity: Order<StoredMember> = { key: ({ user_ref }) => [user_ref], directions: [1] };

const latestRestrictionFirst: Order<StoredMember> = {
	key: ({ restricted_at = 0, user_ref }) => [restricted_at, user_ref],
	directions: [-1, 1],
};

/** Members of conversations, and moderation of groups. */
export const members: Handlers = {
	listChatMembers(call) {
		const { account, body } = call;
		const chat = demandReadable(account, body.chat_session_uid);
		const page = readPage(
			readingOf(call),
			orderRows(chat.members.values(), byIdentity),
			({ user_ref }) => takesPart(chat, user_ref),
		);
		const items = page.items.map((member): ResultOf<'listChatMembers'> => ({
			user_ref: member.user_ref,
			display_name: memberName(account, member),
			role: member.role,
			joined_at: member.joined_at,
		}));
		return { ...page, items };
	},

	batchGetGroupMembers: (call) => ({
		items: call.body.items.map((item) => {
			const { item_id, chat_session_uid, target_user_ref } = item;
			const found = memberOf(call.account, chat_session_uid, target_user_ref);
			return {
				item_id,
				chat_session_uid,
				target_user_ref,
				...(typeof found === 'string' ? refused(found) : done(found.member)),
			};
		}),
	}),

	// The fields of these two operations are not documented: elements name a group and a person, as those of
	// batchGetGroupMembers do, and results have the form documented there.

	removeGroupMembers: (call) => ({
		items: govern(call, (member) => {
			// The state of a person who left the group does not change.
			if (member.status === 'active') member.status = 'removed';
		}),
	}),

	/** `join_restricted: false` lifts a restriction, anything else sets it. */
	setGroupJoinRestrictions: (call) => ({
		items: govern(call, (member, { join_restricted }) => {
			if (join_restricted === false) delete member.restricted_at;
			else member.restricted_at ??= call.clock.now();
		}),
	}),

	listGroupJoinRestrictions(call) {
		const { account, body } = call;
		const group = demandGoverned(account, body.chat_session_uid);
		const page = readPage(
			readingOf(call),
			orderRows(group.members.values(), latestRestrictionFirst),
			({ restricted_at }) => restricted_at !== undefined,
		);
		const items = page.items.map((member) => ({
			display_name: memberName(account, member) ?? '',
			user_ref: member.user_ref,
			restricted_at: member.restricted_at!,
		}));
		return { ...page, items };
	},
};

/** A current or former member of a group that the account owns, or the reason why there is none. */
function memberOf(
	account: Account,
	chat_session_uid: string,
	user_ref: string,
): { group: StoredChat; member: StoredMember } | GroupReason {
	const group = governed(account, chat_session_uid);
	if (typeof group === 'string') return group;
	const member = group.members.get(user_ref);
	return member ? { group, member } : 'member_unavailable';
}

/** Changes the members that the elements of a body name, except the owner. */
function govern(call: Call<Loose>, act: (member: StoredMember, element: Loose) => void) {
	const { account, body } = call;
	return inAnyOrder(elementsOf(body), (element) => {
		const uid = textOf(element.chat_session_uid) ?? '';
		const found = memberOf(account, uid, textOf(element.target_user_ref) ?? '');
		const named = echo(element, 'chat_session_uid', 'target_user_ref');
		if (typeof found === 'string') return { ...named, ...refused(found) };
		const { group, member } = found;
		if (member.user_ref === account.profile.user_ref) {
			return { ...named, ...refused('governance_conflict') };
		}
		act(member, element);
		account.conversations.set(group.chat_session_uid, group);
		return { ...named, ...done(member) };
	});
}

function done({
	status,
	role,
	joined_at,
	restricted_at,
}: StoredMember): Pick<Outcome, 'status' | 'member'> {
	const join_restricted = restricted_at !== undefined;
	return {
		status: 'succeeded',
		member: { membership_status: status, role, joined_at, join_restricted },
	};
}

function refused(reason: GroupReason): Pick<Outcome, 'status' | 'reason' | 'member'> {
	return { status: 'rejected', reason, member: null };
}
