import type { Account } from '../../fake-service/account';
import type { Loose } from '../../contract/types';
import type { Call, Handlers } from '../../fake-service/call';
import type { StoredBot } from './data';
import type { StoredMessage } from '../Chat/data';
import { readPage } from '../../fake-service/paging';
import { newUid } from '../../fake-service/random';
import { orderRows, type Order } from '../../fake-service/store';
import { contentOf, isVisible, readable } from '../Chat/handlers/access';
import { append, ownSender } from '../Chat/handlers/send';
import { echo, elementsOf, looseReading, textOf, textsOf } from '../../fake-service/handlers/loose';
import { inAnyOrder } from '../../fake-service/handlers/writes';

// The documents show paths and purposes of these operations, but not their fields: this is one possible behaviour.
// Bodies may be any object; an element without an object of the account is rejected, and a list without filters
// returns everything.

const byUid: Order<StoredBot> = { key: ({ bot_uid }) => [bot_uid], directions: [1] };

/** Oldest first, which is not documented either. */
const bySequence: Order<StoredMessage> = { key: ({ sequence }) => [sequence], directions: [1] };

/** Bots. */
export const handlers: Handlers = {
	queryBots(call) {
		const page = readPage(looseReading(call), call.account.bots.in(byUid), isOwn);
		return { ...page, items: page.items.map(profile) };
	},

	batchGetBots: (call) => ({
		items: textsOf(call.body.bot_uids).map((bot_uid) => {
			const bot = botOf(call.account, bot_uid);
			return { bot_uid, found: bot !== undefined, bot: bot ? profile(bot) : null };
		}),
	}),

	createBots: (call) => ({
		items: each(call, ({ name, description }) => {
			const text = textOf(name);
			if (!text) return rejected('invalid_name');
			const { account, clock, seed } = call;
			const now = clock.now();
			// Bots of the same name are different bots.
			const bot_uid = newUid('bot', seed, account.id, 'new bot', account.bots.size);
			const bot: StoredBot = {
				bot_uid,
				name: text,
				description: textOf(description),
				own: true,
				created_at: now,
				updated_at: now,
				webhook: { mode: 'open', allowed_sources: [] },
			};
			account.bots.set(bot_uid, bot);
			return succeeded({ bot_uid, bot: profile(bot) });
		}),
	}),

	updateBotProfiles: (call) => ({
		items: each(call, ({ bot_uid, name, description }) => {
			const bot = ownBot(call.account, bot_uid);
			if (!bot) return rejected('bot_not_found');
			bot.name = textOf(name) ?? bot.name;
			bot.description = textOf(description) ?? bot.description;
			bot.updated_at = call.clock.now();
			return succeeded({ bot: profile(bot) });
		}),
	}),

	deleteBots: (call) => ({
		items: each(call, ({ bot_uid }) => {
			const { account } = call;
			const bot = ownBot(account, bot_uid);
			if (!bot) return rejected('bot_not_found');
			bot.deleted = true;
			for (const binding of [...account.botBindings.values()]) {
				if (binding.bot_uid !== bot.bot_uid) continue;
				account.botBindings.remove(binding.chat_session_uid, binding.bot_uid);
			}
			return succeeded();
		}),
	}),

	listGroupBotBindings(call) {
		const { account, body } = call;
		const list = orderRows(account.botBindings.values(), {
			key: ({ chat_session_uid, bot_uid }) => [chat_session_uid, bot_uid],
			directions: [1, 1],
		});
		const group = textOf(body.chat_session_uid);
		const bot = textOf(body.bot_uid);
		return readPage(
			looseReading(call),
			list,
			({ chat_session_uid, bot_uid }) =>
				readable(account, chat_session_uid) !== undefined &&
				(!group || chat_session_uid === group) &&
				(!bot || bot_uid === bot),
		);
	},

	installGroupBots: (call) => ({
		items: each(call, ({ chat_session_uid, bot_uid }) => {
			const { account, clock } = call;
			const group = readable(account, textOf(chat_session_uid) ?? '');
			if (group?.kind !== 'group') return rejected('group_unavailable');
			const bot = botOf(account, bot_uid);
			if (!bot) return rejected('bot_not_found');
			if (!account.botBindings.of(group.chat_session_uid, bot.bot_uid)) {
				account.botBindings.add({
					chat_session_uid: group.chat_session_uid,
					bot_uid: bot.bot_uid,
					context_allowed: false,
					installed_at: clock.now(),
				});
			}
			return succeeded();
		}),
	}),

	removeGroupBots: (call) => ({
		items: each(call, ({ chat_session_uid, bot_uid }) => {
			const key = [textOf(chat_session_uid) ?? '', textOf(bot_uid) ?? ''] as const;
			const removed = call.account.botBindings.remove(...key);
			return removed ? succeeded() : rejected('not_installed');
		}),
	}),

	/** `allowed: false` removes the permission, anything else grants it. */
	setGroupBotContextPermissions: (call) => ({
		items: each(call, ({ chat_session_uid, bot_uid, allowed }) => {
			const key = [textOf(chat_session_uid) ?? '', textOf(bot_uid) ?? ''] as const;
			const binding = call.account.botBindings.of(...key);
			if (!binding) return rejected('not_installed');
			binding.context_allowed = allowed !== false;
			return succeeded({ context_allowed: binding.context_allowed });
		}),
	}),

	resolveBotConversations: (call) => ({
		items: elementsOf(call.body).map((element) => {
			const chat_session_uid = conversationOf(call.account, element.bot_uid);
			const found = chat_session_uid !== undefined;
			return { ...echo(element, 'bot_uid'), found, chat_session_uid };
		}),
	}),

	queryBotConversationMessages(call) {
		const { account, body } = call;
		const uid = textOf(body.chat_session_uid) ?? conversationOf(account, body.bot_uid);
		const ofBot = uid !== undefined && account.conversations.get(uid)?.bot_uid !== undefined;
		const rows = [...(ofBot ? account.messages.values() : [])].filter(
			(message) => message.chat_session_uid === uid && isVisible(message),
		);
		const page = readPage(looseReading(call), orderRows(rows, bySequence));
		const items = page.items.map((message) => ({
			chat_session_uid: uid,
			sequence: message.sequence,
			...message.sender,
			message_at: message.message_at,
			text_content: contentOf(account, message).text_content,
		}));
		return { ...page, items };
	},

	/** A request is in progress when its result is read for the first time, and finished the second time. */
	queryBotRequestResult(call) {
		const request = call.account.botRequests.get(textOf(call.body.request_uid) ?? '');
		if (!request) return { ...echo(call.body, 'request_uid'), state: 'not_found' };
		const { request_uid, bot_uid, text_content } = request;
		return request.reads++ === 0
			? { request_uid, bot_uid, state: 'processing' }
			: { request_uid, bot_uid, state: 'completed', result_text: `About “${text_content}”: done.` };
	},

	sendBotRequests: (call) => ({
		items: each(call, (element) => {
			const { account, clock, seed } = call;
			const bot = botOf(account, element.bot_uid);
			const text_content = textOf(element.text_content);
			if (!bot) return rejected('bot_not_found');
			if (!text_content) return rejected('empty_text');
			const created_at = clock.now();
			const request_uid = newUid('req', seed, 'bot request', account.botRequests.size);
			account.botRequests.set(request_uid, {
				request_uid,
				bot_uid: bot.bot_uid,
				text_content,
				created_at,
				reads: 0,
			});
			const chat_session_uid = conversationOf(account, bot.bot_uid);
			if (chat_session_uid) {
				append(call, chat_session_uid, {
					sender: ownSender(call),
					message_at: created_at,
					text_content,
				});
			}
			return succeeded({ request_uid });
		}),
	}),

	/** A group where the bot is installed, or else its dedicated conversation. */
	publishBotMessages: (call) => ({
		items: each(call, (element) => {
			const { account, clock } = call;
			const bot = ownBot(account, element.bot_uid);
			const text_content = textOf(element.text_content);
			if (!bot) return rejected('bot_not_found');
			if (!text_content) return rejected('empty_text');
			const group = textOf(element.chat_session_uid);
			const chat_session_uid = group ?? conversationOf(account, bot.bot_uid);
			if (!chat_session_uid || !readable(account, chat_session_uid)) {
				return rejected('conversation_unavailable');
			}
			const dedicated = conversationOf(account, bot.bot_uid) === chat_session_uid;
			if (!dedicated && !account.botBindings.of(chat_session_uid, bot.bot_uid)) {
				return rejected('not_installed');
			}
			const { bot_uid, name } = bot;
			const sequence = append(call, chat_session_uid, {
				sender: { sender_kind: 'bot', sender_bot_uid: bot_uid, sender_name: name },
				message_at: clock.now(),
				text_content,
			});
			return succeeded({ chat_session_uid, sequence });
		}),
	}),

	getBotWebhookSecurity(call) {
		const bot = ownBot(call.account, call.body.bot_uid);
		return { ...echo(call.body, 'bot_uid'), found: bot !== undefined, ...bot?.webhook };
	},

	/** One bot in each request: the answer has no items, and has the status beside its fields. */
	setBotWebhookSecurity(call) {
		const { bot_uid, mode, allowed_sources } = call.body;
		const bot = ownBot(call.account, bot_uid);
		if (!bot) return { ...echo(call.body, 'bot_uid'), ...rejected('bot_not_found') };
		bot.webhook = {
			mode: textOf(mode) ?? bot.webhook.mode,
			allowed_sources: Array.isArray(allowed_sources)
				? textsOf(allowed_sources)
				: bot.webhook.allowed_sources,
		};
		return { ...echo(call.body, 'bot_uid'), ...succeeded(bot.webhook) };
	},
};

/** Executes the elements of a body; results repeat the identifiers of their elements. */
function each({ body }: Call<Loose>, execute: (element: Loose) => Loose): Loose[] {
	return inAnyOrder(elementsOf(body), (element) => ({
		...echo(element, 'bot_uid', 'chat_session_uid'),
		...execute(element),
	}));
}

function succeeded(facts: Loose = {}): Loose {
	return { status: 'succeeded', ...facts };
}

function rejected(reason: string): Loose {
	return { status: 'rejected', reason };
}

function profile({ own: _own, webhook: _webhook, deleted: _deleted, ...bot }: StoredBot) {
	return bot;
}

function isOwn({ own, deleted }: StoredBot): boolean {
	return own && !deleted;
}

/** An existing bot, own or not. */
function botOf(account: Account, bot_uid: unknown): StoredBot | undefined {
	const bot = account.bots.get(textOf(bot_uid) ?? '');
	return bot?.deleted ? undefined : bot;
}

function ownBot(account: Account, bot_uid: unknown): StoredBot | undefined {
	const bot = botOf(account, bot_uid);
	return bot?.own ? bot : undefined;
}

function conversationOf({ conversations }: Account, bot_uid: unknown): string | undefined {
	if (!textOf(bot_uid)) return undefined;
	return [...conversations.values()].find((chat) => chat.bot_uid === bot_uid)?.chat_session_uid;
}
