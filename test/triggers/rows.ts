import type { Account } from '../../dev/fake-service/account';
import type { StoredArrangement } from '../../dev/fake-service/data/arrangements';
import type { StoredCall } from '../../dev/fake-service/data/calls';
import type { StoredChat } from '../../dev/fake-service/data/chats';
import type { StoredRecord } from '../../dev/fake-service/data/records';
import type { StoredRecording } from '../../dev/fake-service/data/recordings';
import type { StoredSummary } from '../../dev/fake-service/data/summaries';
import type { StoredPost } from '../../dev/fake-service/data/world';

/** Complete rows of the fake service; a test sets only the relevant fields. */

type Given<Row, Key extends keyof Row> = Partial<Row> & Pick<Row, Key>;

export function addCall(
	account: Account,
	given: Given<StoredCall, 'call_uid' | 'created_at'>,
): StoredCall {
	const row: StoredCall = {
		started_at: given.created_at,
		direction: 'incoming',
		connection_state: 'connected',
		media_type: 'audio',
		result: 'unknown',
		participants: [],
		transcript_state: 'processing',
		summary_state: 'processing',
		speakers: [],
		utterances: [],
		...given,
	};
	account.calls.set(row.call_uid, row);
	return row;
}

export function addRecord(
	account: Account,
	given: Given<StoredRecord, 'record_uid' | 'send_at'>,
): void {
	account.records.set(given.record_uid, {
		state: 'available',
		creator_user_ref: account.profile.user_ref,
		origin: 'self',
		text_content: 'A note',
		version: 1,
		container: { kind: 'unclassified' },
		...given,
	});
}

export function addRecording(
	account: Account,
	given: Given<StoredRecording, 'recording_uid' | 'start_at'>,
): StoredRecording {
	const row: StoredRecording = {
		duration_ms: 0,
		source: 'file_upload',
		ingest_origin: 'user_client',
		sealed: false,
		transcript_state: 'processing',
		version: 1,
		speakers: [],
		utterances: [],
		...given,
	};
	account.recordings.set(row.recording_uid, row);
	return row;
}

export function addArrangement(
	account: Account,
	given: Given<StoredArrangement, 'arrangement_uid' | 'updated_at'>,
): StoredArrangement {
	const row: StoredArrangement = {
		title: 'Water the plants',
		status: 'identified',
		reminder_enabled: false,
		version: 1,
		created_at: given.updated_at,
		record_uids: [],
		...given,
	};
	account.arrangements.set(row.arrangement_uid, row);
	return row;
}

export function addPost(account: Account, given: Given<StoredPost, 'record_uid'>): StoredPost {
	const row: StoredPost = {
		state: 'published',
		author_user_ref: 'user_other',
		text_content: 'A post',
		record_type: 'record',
		tags: [],
		created_at: 0,
		publication_version: 1,
		files: [],
		...given,
	};
	account.world.posts.set(row.record_uid, row);
	return row;
}

/** A daily summary of the day before `now`, unfinished by default. */
export function addSummary(
	account: Account,
	now: number,
	summary_uid: string,
	given: Partial<StoredSummary> = {},
): StoredSummary {
	const row: StoredSummary = {
		summary_uid,
		kind: 'daily_summary',
		content_origin: 'business_recording_summary',
		generation_state: 'processing',
		start_at: now - 86_400_000,
		end_at: now,
		day_start_at: now - 86_400_000,
		created_at: now,
		updated_at: now,
		content_state: 'ready',
		format: 'text',
		text: 'Done.',
		...given,
	};
	account.summaries.set(summary_uid, row);
	return row;
}

/** A group with the account itself and one other member, chat_1 unless given. Returns its UID. */
export function addConversation(
	{ conversations, profile }: Account,
	other: string,
	given: Partial<StoredChat> = {},
): string {
	const member = (user_ref: string) =>
		[user_ref, { user_ref, status: 'active', role: 'participant', joined_at: 0 }] as const;
	const chat_session_uid = given.chat_session_uid ?? 'chat_1';
	const members = new Map([member(profile.user_ref), member(other)]);
	const group = { chat_session_uid, kind: 'group', scopes: ['group_chat'], members } as const;
	conversations.set(chat_session_uid, { ...group, ...given } as StoredChat);
	return chat_session_uid;
}
