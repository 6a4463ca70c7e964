import type { AccountData } from '../../../fake-service/account';
import type { Seeding } from '../../../fake-service/data/seeding';
import type { Area } from '../../area';
import { seedBots } from '../../Bots/data';
import { seedChats } from './chats';
import { seedMessages } from './messages';

export * from './chats';
export * from './messages';

/**
 * Bots, conversations and messages, generated together: otherwise a conversation that is created before the first
 * request for messages would get a history.
 */
function seedChat(seeding: Seeding, account: AccountData) {
	const bots = seedBots(seeding, account);
	const chats = seedChats(seeding, account, bots);
	return { ...bots, ...chats, ...seedMessages(seeding, account, bots, chats) };
}

export const data: Area['data'] = {
	bots: seedChat,
	botBindings: seedChat,
	botRequests: seedChat,
	conversations: seedChat,
	messages: seedChat,
};
export const sizes: Area['sizes'] = { messages: { a: 4000, b: 200 }, bots: { a: 6, b: 2 } };
