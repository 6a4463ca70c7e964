import type { Documented, ResultOf } from '../../contract/types';
import { readingOf, readingOfItem, type Call, type Handlers } from '../../fake-service/call';
import type {
	StoredImportedConversation,
	StoredImportedMember,
	StoredImportedMessage,
	StoredImportedSender,
} from './data';
import { openPosition, readPage } from '../../fake-service/paging';
import { orderRows, type Order } from '../../fake-service/store';
import { castOf } from '../../fake-service/handlers/cast';
import { matchLiterally } from '../../fake-service/handlers/literal';
import { accepts } from '../../fake-service/handlers/matching';

// Conversations without a latest message come last, and match no range of times.
const latestMessageFirst: Order<StoredImportedConversation> = {
	key: ({ last_sent_at = -1, conversation_uid }) => [last_sent_at, conversation_uid],
	directions: [-1, 1],
};

const latestFirst: Order<StoredImportedMessage> = {
	key: ({ sent_at, message_uid }) => [sent_at, message_uid],
	directions: [-1, -1],
};

/** Imported chat history. */
export const handlers: Handlers = {
	queryXchatImportConversations(call) {
		const { participant_user_ref, start_at, end_at } = call.body;
		const page = readPage(
			readingOf(call),
			call.account.importedConversations.in(latestMessageFirst),
			(row) =>
				!row.unreadable &&
				(participant_user_ref === undefined || row.bound_user_ref === participant_user_ref) &&
				isIn(row.last_sent_at, start_at, end_at),
		);
		return { ...page, items: page.items.map(conversationView) };
	},

	resolveXchatImportConversations: (call) => ({
		items: call.body.items.map(({ item_id, query, kind }, i) => {
			const matches = matchLiterally(
				[...call.account.importedConversations.values()].filter(
					(row) => !row.unreadable && (kind ?? row.kind) === row.kind,
				),
				query,
				namesOf,
				({ conversation_uid }) => conversation_uid,
			);
			const { items, ...rest } = readPage(readingOfItem(call, i), matches);
			return { item_id, candidates: items.map(candidateView), ...rest };
		}),
	}),

	batchGetXchatImportConversations: (call) => ({
		items: call.body.conversation_uids.map(
			(conversation_uid): ResultOf<'batchGetXchatImportConversations'> => {
				const row = readableConversation(call, conversation_uid);
				return row
					? { conversation_uid, found: true, conversation: conversationView(row) }
					: { conversation_uid, found: false, conversation: null };
			},
		),
	}),

	queryXchatImportMessages(call) {
		const { conversation_uid, kinds, start_at, end_at } = call.body;
		if (!readableConversation(call, conversation_uid)) {
			return { conversation_uid, found: false, senders: [], items: [], has_more: false };
		}
		const reading = readingOf(call);
		const { step } = openPosition(reading);
		const { items, ...rest } = readPage(
			reading,
			call.account.importedMessages.in(latestFirst),
			(row) =>
				row.conversation_uid === conversation_uid &&
				accepts(kinds, row.kind) &&
				isIn(row.sent_at, start_at, end_at),
		);
		const { cast, indexOf } = castOf(items, step, ({ sender }) => sender.id);
		const senders = new Map(items.map(({ sender }) => [sender.id, sender]));
		return {
			conversation_uid,
			found: true,
			senders: cast.map((id) => senderView(senders.get(id)!)),
			items: items.map((row) => {
				const { sender, conversation_uid: _uid, ...message } = row;
				return { ...message, sender_index: indexOf(row) };
			}),
			...rest,
		};
	},

	batchGetXchatImportMessages: (call) => ({
		items: call.body.message_uids.map((message_uid): ResultOf<'batchGetXchatImportMessages'> => {
			const row = call.account.importedMessages.get(message_uid);
			return row && readableConversation(call, row.conversation_uid)
				? { message_uid, found: true, message: { ...row, sender: senderView(row.sender) } }
				: { message_uid, found: false, message: null };
		}),
	}),

	listXchatImportGroupMembers(call) {
		const { conversation_uid } = call.body;
		const row = readableConversation(call, conversation_uid);
		if (row?.kind === 'direct') {
			return { conversation_uid, roster_state: 'not_group', items: [], has_more: false };
		}
		if (!row?.members) {
			return { conversation_uid, roster_state: 'unavailable', items: [], has_more: false };
		}
		// The contract has no order: by an identifier that no answer contains.
		const list = orderRows(row.members, {
			key: ({ id }: StoredImportedMember) => [id],
			directions: [1],
		});
		const page = readPage(readingOf(call), list);
		return {
			conversation_uid,
			roster_state: 'available',
			...page,
			items: page.items.map(({ id: _id, ...member }) => member),
		};
	},
};

function readableConversation(call: Call, uid: string): StoredImportedConversation | undefined {
	const row = call.account.importedConversations.get(uid);
	return row?.unreadable ? undefined : row;
}

/** The start is inclusive, the end exclusive; a row without a time matches no range. */
function isIn(time: number | undefined, start = -Infinity, end = Infinity): boolean {
	if (start === -Infinity && end === Infinity) return true;
	return time !== undefined && time >= start && time < end;
}

/** Remark, nickname and group name are matched, but not the display name of a private chat. */
function namesOf(row: StoredImportedConversation): Array<string | undefined> {
	return [row.remark, row.nickname, row.kind === 'group' ? row.display_name : undefined];
}

function conversationView(row: StoredImportedConversation): Documented<'ImportedConversation'> {
	const { bound_user_ref, members, unreadable, ...conversation } = row;
	return conversation;
}

function candidateView(
	row: StoredImportedConversation,
): Documented<'ImportedConversationCandidate'> {
	const { conversation_uid, kind, display_name, remark, nickname, first_sent_at, last_sent_at } =
		row;
	return { conversation_uid, kind, display_name, remark, nickname, first_sent_at, last_sent_at };
}

function senderView({ display_name, is_self }: StoredImportedSender): Documented<'ImportedSender'> {
	return { display_name, is_self };
}
