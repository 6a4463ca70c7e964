import type { Account } from '../../dev/fake-service/account';
import { addArrangement, addCall, addPost, addRecording, addSummary } from '../triggers/rows';

/**
 * Things in the service, each with only what an event depends on, in words of the contract; what else the fake
 * service keeps of them is filled in. So frozen files do not depend on how it stores them.
 */
export type Thing =
	| { call: Parameters<typeof addCall>[1] }
	| { recording: Parameters<typeof addRecording>[1] }
	| { arrangement: Parameters<typeof addArrangement>[1] }
	| { post: Parameters<typeof addPost>[1] }
	| {
			summary: {
				summary_uid: string;
				end_at: number;
				generation_state: 'processing' | 'completed' | 'failed';
				kind?: 'daily_summary' | 'timeline';
			};
	  }
	| { record: { record_uid: string; send_at: number; origin?: 'self' | 'topic' } }
	| { message: { sequence: number; message_at: number; text_content: string } };

/** The user whose account it is. */
export const SELF = 'user_self';

const OTHER = 'user_other';

const DAY = 86_400_000;

/** Puts a thing into the service, or what it has become by now in its place. */
export function place(account: Account, thing: Thing): void {
	if ('call' in thing) addCall(account, thing.call);
	else if ('recording' in thing) addRecording(account, thing.recording);
	else if ('arrangement' in thing) addArrangement(account, thing.arrangement);
	else if ('post' in thing) addPost(account, thing.post);
	else if ('summary' in thing) {
		const { summary_uid, end_at } = thing.summary;
		const day = { start_at: end_at - DAY, day_start_at: end_at - DAY };
		addSummary(account, end_at, summary_uid, { ...day, ...thing.summary });
	} else if ('record' in thing) {
		account.records.set(thing.record.record_uid, {
			state: 'available',
			creator_user_ref: SELF,
			origin: 'self',
			text_content: 'A note',
			version: 1,
			container: { kind: 'unclassified' },
			...thing.record,
		});
	} else {
		addChat(account);
		account.messages.add({
			chat_session_uid: 'chat_1',
			sender: { sender_kind: 'user', sender_user_ref: OTHER },
			record_state: 'available',
			...thing.message,
		});
	}
}

/** The group in which all messages are. */
function addChat({ conversations }: Account): void {
	if (conversations.has('chat_1')) return;
	const member = (user_ref: string) =>
		[user_ref, { user_ref, status: 'active', role: 'participant', joined_at: 0 }] as const;
	conversations.set('chat_1', {
		chat_session_uid: 'chat_1',
		kind: 'group',
		scopes: ['group_chat'],
		members: new Map([member(SELF), member(OTHER)]),
	});
}
