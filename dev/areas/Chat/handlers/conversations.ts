import type { Account } from '../../../fake-service/account';
import type { Documented, ResultOf } from '../../../contract/types';
import { readingOf, readingOfItem, type Call, type Handlers } from '../../../fake-service/call';
import type { StoredChat } from '../data/chats';
import { violation } from '../../../fake-service/failure';
import { readPage, type Reading } from '../../../fake-service/paging';
import { newUid } from '../../../fake-service/random';
import { orderRows, type Order, type Ordered } from '../../../fake-service/store';
import { chatName, counterpart, isVisible, readableChats, takesPart } from './access';
import { accepts, fold, matchNames } from '../../../fake-service/handlers/matching';
import {
	inAnyOrder,
	remember,
	replayed,
	validateBatch,
} from '../../../fake-service/handlers/writes';

type Conversation = Documented<'ChatConversation'>;

const byUid: Order<StoredChat> = { key: (chat) => [chat.chat_session_uid], directions: [1] };

const latestMessageFirst: Order<{ chat: StoredChat; last_message_at: number }> = {
	key: ({ chat, last_message_at }) => [last_message_at, chat.chat_session_uid],
	directions: [-1, 1],
};

/** Conversations: finding them, and creating private chats. */
export const conversations: Handlers = {
	listChatConversations(call) {
		const { account, body } = call;
		const page = readPage(
			readingOf(call),
			account.conversations.in(byUid),
			(chat) =>
				takesPart(chat, account.profile.user_ref) &&
				isAskedFor(chat, body.scopes, body.participant_user_ref),
		);
		return { ...page, items: page.items.map((chat) => listView(account, chat)) };
	},

	queryChatConversations(call) {
		const { account, body } = call;
		const { last_message_from, last_message_before = Infinity } = body;
		const times = lastMessageTimes(account);
		// A conversation without a visible message has no time of the latest message.
		const rows = readableChats(account).flatMap((chat) => {
			const last_message_at = times.get(chat.chat_session_uid);
			return last_message_at === undefined ? [] : [{ chat, last_message_at }];
		});
		const page = readPage(
			readingOf(call),
			orderRows(rows, latestMessageFirst),
			({ chat, last_message_at }) =>
				last_message_at >= last_message_from &&
				last_message_at < last_message_before &&
				isAskedFor(chat, body.scopes, body.participant_user_ref),
		);
		const items = page.items.map(
			({ chat, last_message_at }): ResultOf<'queryChatConversations'> => ({
				...listView(account, chat),
				last_message_at,
			}),
		);
		return { ...page, items };
	},

	resolveChatConversations: (call) => ({
		items: call.body.items.map((item, i) => {
			const { account } = call;
			const chats = readableChats(account).filter((chat) => isAskedFor(chat, item.scopes));
			const page = candidates(account, readingOfItem(call, i), chats, item.query);
			return { item_id: item.item_id, ...page };
		}),
	}),

	resolveChatTargets: (call) => ({
		items: call.body.items.map(({ item_id, query, target_user_ref, scopes }, i) => {
			const { account } = call;
			const reading = readingOfItem(call, i);
			const chats = readableChats(account).filter(
				(chat) => chat.kind !== 'pending' && isAskedFor(chat, scopes),
			);
			// A person is the target of a private chat; groups with the person are not documented as targets.
			const withPerson = chats.filter((chat) => counterpart(account, chat) === target_user_ref);
			const page =
				query === undefined
					? pageOfCandidates(account, reading, orderRows(withPerson, byUid))
					: candidates(account, reading, chats, query);
			return { item_id, ...page } as ResultOf<'resolveChatTargets'>;
		}),
	}),

	createPrivateChats(call) {
		const { account, settings } = call;
		// There is no status for an impossible target, so such a target fails the batch.
		validateBatch(call, ({ target_user_ref }, path) => {
			if (target_user_ref === account.profile.user_ref || !account.people.has(target_user_ref)) {
				throw violation(`${path}.target_user_ref is not another real person`);
			}
		});
		return {
			items: inAnyOrder(call.body.items, (item): ResultOf<'createPrivateChats'> => {
				const { item_id, target_user_ref } = item;
				const unknown = settings.unknownOutcomes[target_user_ref];
				const isUnknown = unknown?.times > 0;
				if (isUnknown) unknown.times--;
				if (!isUnknown || unknown.done) {
					let chat_session_uid = replayed<string>(call, item);
					if (!chat_session_uid) {
						remember(call, item, (chat_session_uid = privateChat(call, target_user_ref)));
					}
					if (!isUnknown)
						return { item_id, target_user_ref, chat_session_uid, status: 'succeeded' };
				}
				return { item_id, target_user_ref, status: 'unknown' };
			}),
		};
	},
};

function isAskedFor(chat: StoredChat, scopes?: Conversation['scopes'], person?: string): boolean {
	return accepts(scopes, ...chat.scopes) && (person === undefined || takesPart(chat, person));
}

function lastMessageTimes({ messages }: Account): Map<string, number> {
	const times = new Map<string, number>();
	for (const message of messages.values()) {
		if (!isVisible(message)) continue;
		const { chat_session_uid, message_at } = message;
		times.set(chat_session_uid, Math.max(message_at, times.get(chat_session_uid) ?? 0));
	}
	return times;
}

function view(account: Account, chat: StoredChat): Conversation & { display_name: string } {
	const { chat_session_uid, kind, scopes } = chat;
	const participant_user_ref = kind === 'direct' ? counterpart(account, chat) : undefined;
	return {
		chat_session_uid,
		kind,
		scopes,
		display_name: chatName(account, chat),
		participant_user_ref,
	};
}

/** A conversation in a list. The name is optional there, so every fourth one has none. */
function listView(account: Account, chat: StoredChat): Conversation {
	const { display_name, ...rest } = view(account, chat);
	return parseInt(chat.chat_session_uid.slice(-1), 16) % 4 === 3 ? rest : { ...rest, display_name };
}

/** Conversations whose names match the query, or else those whose names occur in the query. */
function candidates(account: Account, reading: Reading, chats: StoredChat[], query: string) {
	const namesOf = (chat: StoredChat) => [
		chatName(account, chat),
		account.people.get(counterpart(account, chat) ?? '')?.nickname,
	];
	const named = matchNames(chats, query, namesOf, (chat) => chat.chat_session_uid);
	const mentioned = (chat: StoredChat) =>
		namesOf(chat).some((name) => name && fold(query).includes(fold(name)));
	return pageOfCandidates(
		account,
		reading,
		named.rows.length > 0 ? named : orderRows(chats.filter(mentioned), byUid),
	);
}

function pageOfCandidates(account: Account, reading: Reading, list: Ordered<StoredChat>) {
	const { items, ...rest } = readPage(reading, list);
	return { candidates: items.map((chat) => view(account, chat)), ...rest };
}

/** The only private chat with a person: an existing one, that of a contact, or a new one. */
function privateChat({ account, clock, seed }: Call, target_user_ref: string): string {
	const self = account.profile.user_ref;
	const known = [...account.conversations.values()].find(
		(chat) => counterpart(account, chat) === target_user_ref,
	);
	if (known?.kind === 'direct') return known.chat_session_uid;
	const joined_at = clock.now();
	const chat: StoredChat = known ?? {
		chat_session_uid: newUid('chat', seed, account.id, 'private chat', target_user_ref),
		kind: 'direct',
		scopes: [],
		members: new Map(
			[self, target_user_ref].map((user_ref) => [
				user_ref,
				{ user_ref, status: 'active', role: 'participant', joined_at },
			]),
		),
	};
	chat.kind = 'direct';
	chat.scopes = [...new Set([...chat.scopes, 'private_chat' as const])];
	account.conversations.set(chat.chat_session_uid, chat);
	const person = account.people.get(target_user_ref)!;
	person.relationships = [...new Set([...person.relationships, 'private_chat' as const])];
	return chat.chat_session_uid;
}
