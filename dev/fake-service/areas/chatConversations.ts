import type { Account } from '../account';
import { readingOf, readingOfItem, type Call, type Handler } from '../call';
import type { ChatScope, StoredChat } from '../data/chats';
import { violation } from '../failure';
import { readPage } from '../paging';
import { createRandom } from '../random';
import { orderRows, type Order } from '../store';
import { chatName, counterpart, isVisible, readableChats, takesPart } from './chatAccess';
import { fold, matchNames } from './matching';
import { inAnyOrder, remember, replayed, validateBatch, type KeyedItem } from './writes';

interface Filter {
	scopes?: ChatScope[];
	participant_user_ref?: string;
}

interface ResolveItem {
	item_id: string;
	query: string;
	scopes?: ChatScope[];
}

interface TargetItem {
	item_id: string;
	query?: string;
	target_user_ref?: string;
	scopes?: ChatScope[];
}

interface CreateItem extends KeyedItem {
	target_user_ref: string;
}

const byUid: Order<StoredChat> = { key: (chat) => [chat.chat_session_uid], directions: [1] };

const latestMessageFirst: Order<{ chat: StoredChat; last_message_at: number }> = {
	key: ({ chat, last_message_at }) => [last_message_at, chat.chat_session_uid],
	directions: [-1, 1],
};

/** Conversations: finding them, and creating private chats. */
export const chatConversations: Record<string, Handler> = {
	listChatConversations(call: Call<Filter>) {
		const { account, body } = call;
		const page = readPage(
			readingOf(call),
			account.conversations.in(byUid),
			(chat) => takesPart(chat, account.profile.user_ref) && isAskedFor(chat, body),
		);
		return { ...page, items: page.items.map((chat) => listView(account, chat)) };
	},

	queryChatConversations(
		call: Call<Filter & { last_message_from: number; last_message_before?: number }>,
	) {
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
				isAskedFor(chat, body),
		);
		const items = page.items.map(({ chat, last_message_at }) => ({
			...listView(account, chat),
			last_message_at,
		}));
		return { ...page, items };
	},

	resolveChatConversations: (call: Call<{ items: ResolveItem[] }>) => ({
		items: call.body.items.map((item, i) => {
			const chats = readableChats(call.account).filter((chat) => isAskedFor(chat, item));
			return { item_id: item.item_id, ...candidates(call, i, chats, item.query) };
		}),
	}),

	resolveChatTargets: (call: Call<{ items: TargetItem[] }>) => ({
		items: call.body.items.map((item, i) => {
			const chats = readableChats(call.account).filter(
				(chat) => chat.kind !== 'pending' && isAskedFor(chat, item),
			);
			// A person is the target of a private chat; groups with the person are not documented as targets.
			const ofTarget = ({ target_user_ref }: TargetItem) =>
				chats.filter((chat) => counterpart(call.account, chat) === target_user_ref);
			return {
				item_id: item.item_id,
				...(typeof item.query === 'string'
					? candidates(call, i, chats, item.query)
					: pageOfCandidates(call, i, orderRows(ofTarget(item), byUid))),
			};
		}),
	}),

	createPrivateChats(call: Call<{ items: CreateItem[] }>) {
		const { account, settings } = call;
		// There is no status for an impossible target, so such a target fails the batch.
		validateBatch(call, ({ target_user_ref }, path) => {
			if (target_user_ref === account.profile.user_ref || !account.people.has(target_user_ref)) {
				throw violation(`${path}.target_user_ref is not another real person`);
			}
		});
		return {
			items: inAnyOrder(call.body.items, (item) => {
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

function isAskedFor(chat: StoredChat, { scopes, participant_user_ref }: Filter): boolean {
	return (
		// An empty array selects nothing: the contract defines only the meaning of omitting it.
		(scopes?.some((scope) => chat.scopes.includes(scope)) ?? true) &&
		(participant_user_ref === undefined || takesPart(chat, participant_user_ref))
	);
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

function view(account: Account, chat: StoredChat) {
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
function listView(account: Account, chat: StoredChat) {
	const { display_name, ...rest } = view(account, chat);
	return parseInt(chat.chat_session_uid.slice(-1), 16) % 4 === 3 ? rest : { ...rest, display_name };
}

/** Conversations whose names match the query, or else those whose names occur in the query. */
function candidates(call: Call, index: number, chats: StoredChat[], query: string) {
	const { account } = call;
	const namesOf = (chat: StoredChat) => [
		chatName(account, chat),
		account.people.get(counterpart(account, chat) ?? '')?.nickname,
	];
	const named = matchNames(chats, query, namesOf, (chat) => chat.chat_session_uid);
	const mentioned = (chat: StoredChat) =>
		namesOf(chat).some((name) => name && fold(query).includes(fold(name)));
	return pageOfCandidates(
		call,
		index,
		named.rows.length > 0 ? named : orderRows(chats.filter(mentioned), byUid),
	);
}

function pageOfCandidates(
	call: Call,
	index: number,
	list: Parameters<typeof readPage<StoredChat>>[1],
) {
	const { items, ...rest } = readPage(readingOfItem(call, index), list);
	return { candidates: items.map((chat) => view(call.account, chat)), ...rest };
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
		chat_session_uid: createRandom(seed, account.id, 'private chat', target_user_ref).uid('chat'),
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
