/** Invented rows in the form of the service, about as long as real ones. */

const WORDS =
	'The list for the autumn fair is ready; please look at the prices of the second page and tell the others. ';

export const NOON = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;

export function record(i: number): object {
	return {
		record_uid: `record-${i}`,
		state: 'available',
		creator_user_ref: 'user-1',
		origin: 'topic',
		title: `Note ${i}`,
		text_content: `${i}: ${WORDS.repeat(2)}`,
		send_at: NOON - i * MINUTE,
		version: 3,
		// Names of topics would take a request more
		container: { kind: 'unclassified' },
	};
}

export function message(i: number): object {
	return {
		sequence: i + 1,
		sender_index: i % 3,
		message_at: NOON + i * 1000,
		record_state: 'available',
		text_content: `${i}: ${WORDS}`,
		content_truncated: false,
	};
}

export const SENDERS = [1, 2, 3].map((i) => ({
	sender_kind: 'user',
	sender_user_ref: `user-${i}`,
	sender_name: `Person ${i}`,
}));

export function arrangement(i: number): object {
	return {
		arrangement_uid: `arrangement-${i}`,
		title: `Send the list ${i}`,
		status: 'identified',
		due_at: NOON,
		reminder_enabled: true,
		reminder_state: 'pending',
		version: 1,
		created_at: NOON,
		updated_at: NOON,
	};
}

export function call(i: number): object {
	const person = (name: string, role: string) => ({
		user_ref: name,
		display_name: name,
		role,
		connected: true,
		is_self: role === 'caller',
	});
	return {
		call_uid: `call-${i}`,
		started_at: '2026-06-01T12:00:00Z',
		duration_ms: 61_000,
		direction: 'outgoing',
		connection_state: 'connected',
		media_type: 'audio',
		result: 'normal_end',
		participants: [person('user-1', 'caller'), person('user-2', 'callee')],
		participants_truncated: false,
		transcript_state: 'ready',
		summary_state: 'ready',
		summary: { text: WORDS.repeat(3), source: 'template', truncated: false },
	};
}

export function utterance(i: number): object {
	const text = `${i}: ${WORDS}`;
	return {
		start_offset_ms: i * 3000,
		end_offset_ms: i * 3000 + 2500,
		speaker_index: i % 2,
		text,
		truncated: false,
		utterance_index: i,
		text_start_offset: 0,
		text_end_offset: text.length,
		text_total_length: text.length,
	};
}

export const SPEAKERS = [1, 2].map((i) => ({
	kind: 'user',
	display_name: `Person ${i}`,
	user_ref: `user-${i}`,
}));
