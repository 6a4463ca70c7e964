import type { AccountData } from '../../fake-service/account';
import { Store } from '../../fake-service/store';
import { botNames } from '../../fake-service/data/chatWords';
import { day, randomFor, type Seeding } from '../../fake-service/data/seeding';

export interface StoredBot {
	bot_uid: string;
	name: string;
	description?: string;
	/** True if the account created the bot. Bots of others may be installed in its groups. */
	own: boolean;
	/** A deleted bot is kept, since its messages are. */
	deleted?: boolean;
	created_at: number;
	updated_at: number;
	webhook: { mode: string; allowed_sources: string[] };
}

/** A bot installed in a group. */
export interface StoredBinding {
	chat_session_uid: string;
	bot_uid: string;
	context_allowed: boolean;
	installed_at: number;
}

interface StoredBotRequest {
	request_uid: string;
	bot_uid: string;
	text_content: string;
	created_at: number;
	/** Number of times that its result was read. */
	reads: number;
}

/** Bindings by group and bot. */
export class Bindings extends Store<StoredBinding> {
	add(binding: StoredBinding): void {
		this.set(`${binding.chat_session_uid} ${binding.bot_uid}`, binding);
	}

	of(chat_session_uid: string, bot_uid: string): StoredBinding | undefined {
		return this.get(`${chat_session_uid} ${bot_uid}`);
	}

	remove(chat_session_uid: string, bot_uid: string): boolean {
		return this.delete(`${chat_session_uid} ${bot_uid}`);
	}

	/** The bots of a group. */
	botsOf(chat_session_uid: string): string[] {
		return [...this.values()]
			.filter((binding) => binding.chat_session_uid === chat_session_uid)
			.map(({ bot_uid }) => bot_uid);
	}
}

declare module '../../fake-service/account' {
	interface AccountData {
		bots: Store<StoredBot>;
		botBindings: Bindings;
		botRequests: Store<StoredBotRequest>;
	}
	interface Size {
		bots: number;
	}
}

export type BotsData = Pick<AccountData, 'bots' | 'botBindings' | 'botRequests'>;

export function seedBots(seeding: Seeding, { knownConversations }: AccountData): BotsData {
	const random = randomFor(seeding, 'bots');
	const bots = new Store<StoredBot>();
	for (let i = 0; i < seeding.size.bots; i++) {
		const created_at = seeding.now - random.int(300, 900) * day;
		const bot: StoredBot = {
			bot_uid: random.uid('bot'),
			name: botNames[i % botNames.length],
			own: i % 3 !== 2,
			created_at,
			updated_at: created_at + random.int(0, 200) * day,
			webhook: {
				mode: i % 2 === 0 ? 'signed' : 'open',
				allowed_sources: i % 2 === 0 ? ['192.0.2.0/24'] : [],
			},
		};
		if (i % 2 === 0) bot.description = `Answers in ${random.int(1, 9)} groups`;
		bots.set(bot.bot_uid, bot);
	}
	const botBindings = new Bindings();
	const uids = [...bots.keys()];
	for (const { chat_session_uid, kind } of knownConversations.values()) {
		if (kind !== 'group') continue;
		for (const bot_uid of random.some(uids, random.int(1, 3))) {
			botBindings.add({
				chat_session_uid,
				bot_uid,
				context_allowed: random.chance(0.5),
				installed_at: seeding.now - random.int(1, 300) * day,
			});
		}
	}
	return { bots, botBindings, botRequests: new Store() };
}
