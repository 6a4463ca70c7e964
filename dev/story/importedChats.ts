import type {
	StoredImportedConversation,
	StoredImportedMember,
	StoredImportedMessage,
} from '../areas/ImportedChat/data';
import { linesOf, rowsOf, storeOf, uid, type Calendar } from './tell';

/** Imported chats of earlier years: key, kind, name, time of the last message, members of a group. */
const table = `
	falk    | direct | Bruno Falk         | -400 18:00 |
	bruno   | direct | Bruno (boat)       | -380 18:00 |
	school  | group  | Pottery school     | -500 18:00 | Wanda, Till, Bruno Falk, Marlene, Sunniva, Ole, Katinka, Ravi, Pia, Mats, Selma, Arne
	wanda   | direct | Wanda              | -410 18:00 |
	till    | direct | Till from school   | -420 18:00 |
	marlene | direct | Marlene            | -430 18:00 |
	flat    | group  | Flat, fourth floor | -440 18:00 | Ole, Pia
	ole     | direct | Ole                | -450 18:00 |
	pia     | direct | Pia                | -460 18:00 |
	selma   | direct | Selma              | -470 18:00 |
	arne    | direct | Arne               | -480 18:00 |
	choir   | group  | Choir              | -490 18:00 | Wanda, Selma, Arne`;

/** What was written, oldest first: days before the last message, time, sender, text. */
const talk: Record<string, string> = {
	falk: `
		-30 09:00 Bruno Do you still look for wild clay?
		-30 09:05 me Always!
		-30 09:07 Bruno I know a pit, an old one, where we dug as students.
		-30 09:20 me Far?
		-30 09:22 Bruno Half an hour by car.
		-29 18:40 me How do I get there?
		-29 18:55 Bruno The address is Mill Lane 3 in Osterby, behind the sawmill. Ask for Agnes.
		-29 19:01 me Thank you!
		-12 08:00 me I was there. Wonderful, grey and fat.
		-12 08:30 Bruno Told you.
		-5 20:00 Bruno Do you fire it high?
		-5 20:10 me No, it melts at 1200.
		0 17:50 Bruno Then it is a glaze, not a clay.
		0 18:00 me Ha!`,
	bruno: `
		-3 12:00 Bruno The boat lies at Harbour Road 8 now.
		0 18:00 me All right.`,
	school: `
		-2 10:00 Wanda Who still has the key of the kiln room?
		-2 10:30 Till Not me.
		0 18:00 me I do. I bring it tomorrow.`,
};

export function importedChatsOf({ at }: Calendar) {
	const messages: StoredImportedMessage[] = [];
	const conversations = rowsOf(table).map(
		([key, kind, display_name, time, members]): StoredImportedConversation => {
			const conversation_uid = uid('xc', key);
			const person = (name: string): StoredImportedMember => ({
				id: `${key} ${name}`,
				display_name: name,
				is_self: name === 'me',
				is_friend: name !== 'me',
			});
			const last = at(time);
			const lines = linesOf(talk[key] ?? `0 18:00 me See you!`, 3);
			const sent = lines.map(([days, clock, sender, text_content], i): StoredImportedMessage => ({
				message_uid: uid('xm', `${key} ${i}`),
				conversation_uid,
				sender: person(sender),
				sent_at: at(`${Number(time.split(' ')[0]) + Number(days)} ${clock}`),
				kind: 'text',
				text_content,
				content_truncated: false,
				has_media: false,
			}));
			messages.push(...sent);
			return {
				conversation_uid,
				kind: kind as StoredImportedConversation['kind'],
				display_name,
				...(kind === 'direct' && { nickname: display_name }),
				message_count: sent.length,
				voice_count: 0,
				image_count: 0,
				emoji_count: 0,
				video_count: 0,
				first_sent_at: sent[0].sent_at,
				last_sent_at: last,
				imported_at: last + 3_600_000,
				version: 1,
				...(members && { members: ['me', ...members.split(', ')].map(person) }),
			};
		},
	);
	return {
		importedConversations: storeOf(conversations, (row) => row.conversation_uid),
		importedMessages: storeOf(messages, ({ message_uid }) => message_uid),
	};
}
