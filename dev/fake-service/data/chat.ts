import { seedBots, type BotsData } from './bots';
import { seedChats, type ChatsData } from './chats';
import { seedMessages, type MessagesData } from './messages';
import type { PeopleData } from './people';
import type { ProfileData } from './profile';
import type { RecordsData } from './records';
import type { Seeding } from './seeding';

export type ChatData = BotsData & ChatsData & MessagesData;

/**
 * Bots, conversations and messages, generated together: otherwise a conversation that is created before the first
 * request for messages would get a history.
 */
export function seedChat(
	seeding: Seeding,
	profile: ProfileData,
	people: PeopleData,
	records: RecordsData,
): ChatData {
	const bots = seedBots(seeding, people);
	const chats = seedChats(seeding, profile, people, bots);
	return { ...bots, ...chats, ...seedMessages(seeding, profile, people, bots, chats, records) };
}
