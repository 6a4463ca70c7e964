import type { AccountData } from '../fake-service/account';
import { Store } from '../fake-service/store';
import { callsOf } from './calls';
import { chatsOf } from './chats';
import { importedChatsOf } from './importedChats';
import { recordsOf, tasksOf, worldOf } from './notes';
import { people, profileOf, teamsOf } from './people';
import { recordingsOf } from './recordings';
import { calendarOf, storeOf } from './tell';

/**
 * Three weeks of a pottery studio, told as data of an account: an order that grows, a kiln that needs a part, a leaking
 * skylight, an open weekend ahead. Two people have one name, and lists are longer than a first page of ten.
 */
export function story(now: number): AccountData {
	const calendar = calendarOf(now);
	const records = recordsOf(calendar);
	return {
		...profileOf(calendar),
		people: storeOf(people, ({ user_ref }) => user_ref),
		knownConversations: new Store(),
		...records,
		...tasksOf(calendar),
		...chatsOf(calendar),
		teams: teamsOf(calendar),
		...worldOf(calendar, records),
		...importedChatsOf(calendar),
		...recordingsOf(calendar),
		...callsOf(calendar),
	};
}
