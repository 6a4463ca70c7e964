import type { StoredCall, StoredParticipant } from '../../../areas/Calls/data';
import { DAY, NOW, rowsOf } from '../account';
import { byUid, cast, exactReads, finding, story } from '../kinds';

const person = (user_ref: string, facts: object = {}): StoredParticipant => {
	const is_self = user_ref === 'me';
	return { user_ref, display_name: 'X', role: 'callee', connected: true, is_self, ...facts };
};
const people = (count: number) =>
	Array.from({ length: count }, (_, i) => person(`p${String(i).padStart(2, '0')}`));
const secret = [person('cy', { invisible: true })];

const kind = { direction: 'incoming', media_type: 'audio', result: 'normal_end' } as const;
const states = { transcript_state: 'unavailable', summary_state: 'unavailable' } as const;
const usual = { ...kind, connection_state: 'connected', participants: [], ...states } as const;
/** Calls of a day ago that lasted a minute. */
const calls = rowsOf<StoredCall>(({ calls }) => calls, 'call_uid', {
	...usual,
	participants: [],
	created_at: NOW - DAY,
	started_at: Date.UTC(2026, 0, 2, 3, 4, 10),
	connected_at: Date.UTC(2026, 0, 2, 3, 4, 15),
	ended_at: Date.UTC(2026, 0, 2, 3, 5, 15),
	speakers: [],
	utterances: [],
});

const year = { start_at: NOW - 366 * DAY };
finding('queryCalls', {
	there: calls({
		a: { direction: 'outgoing', participants: [person('ada')], chat_session_uid: 'own' },
		b: { media_type: 'video', participants: [person('ada'), person('bo')] },
		c: { result: 'busy', connection_state: 'not_connected', chat_session_uid: 'club' },
		hidden: { unreadable: true },
		now: { created_at: NOW, started_at: 0, participants: people(61) },
		future: { created_at: NOW + 1 },
		month: { created_at: NOW - 30 * DAY, participants: secret },
		before: { created_at: NOW - 30 * DAY - 1, result: 'unknown' },
		year: { created_at: NOW - 366 * DAY },
	}),
	names: 'call_uid',
	finds: [
		// The month before the end if there is no start, and never after now
		[{}, 'now c b a month'],
		[{ end_at: NOW - 1 }, 'c b a month before'],
		[{ end_at: NOW + 365 * DAY }, 'now c b a month'],
		[{ start_at: NOW + 1, end_at: NOW + 2 }, ''],
		[year, 'now c b a month before year'],
		[{ ...year, end_at: NOW + DAY }, 'now c b a month before year'],
		[{ start_at: NOW - DAY, end_at: NOW - DAY }, 'c b a'],
		[{ start_at: NOW - DAY + 1 }, 'now'],
		[{ ...year, end_at: NOW - DAY - 1 }, 'month before year'],
		[{ start_at: NOW, end_at: NOW - DAY }, ''],
		[{ directions: ['outgoing'] }, 'a'],
		[{ media_types: ['video'] }, 'b'],
		[{ connection_states: ['not_connected'] }, 'c'],
		[{ results: ['busy', 'offline'] }, 'c'],
		[{ chat_session_uids: ['own', 'club', 'none'] }, 'c a'],
		[{ participant_user_refs: ['bo', 'nobody'] }, 'b'],
		[{ participant_user_refs: ['ada'] }, 'b a'],
		[{ participant_user_refs: ['ada'], chat_session_uids: ['own', 'club'] }, 'a'],
		// Participants that the answer truncates count, those that it hides do not
		[{ participant_user_refs: ['p60'] }, 'now'],
		[{ participant_user_refs: ['cy'] }, ''],
	],
});
story(
	'the month of calls moves with the time',
	calls({ month: { created_at: NOW - 30 * DAY }, later: { created_at: NOW + 1 } }),
	['queryCalls', {}, 'month'],
	(service) => service.advance(1),
	['queryCalls', {}, 'later'],
);

const summary = { text: 'Kiln', source: 'legacy' as const, truncated: false };
const late = { started_at: 3000, ended_at: 9000 };
exactReads('batchGetCalls', {
	there: calls({
		a: { created_at: 1, chat_session_uid: 'own', participants: [person('me'), person('ada')] },
		split: { started_at: Date.UTC(2026, 0, 2, 3, 4, 5, 120), participants: people(50) },
		crowd: { participants: people(51) },
		secret: { participants: secret },
		missed: { ...late, connected_at: undefined },
		reversed: { ...late, connected_at: 9001 },
		open: { ended_at: undefined },
		summed: { summary_state: 'ready', summary },
		soon: { summary_state: 'processing', summary },
		hidden: { unreadable: true },
	}),
	reads: {
		a: { participants: [person('ada'), person('me')] },
		split: { started_at: '2026-01-02T03:04:05.12Z', participants: people(50) },
		crowd: { participants: people(50), participants_truncated: true },
		secret: { participants_truncated: true },
		// The duration begins with the connection, or else with the start, and is 0 without a valid end
		missed: { started_at: '1970-01-01T00:00:03Z', duration_ms: 6000 },
		reversed: { started_at: '1970-01-01T00:00:03Z', duration_ms: 0 },
		open: { duration_ms: 0 },
		summed: { summary_state: 'ready', summary },
		soon: { summary_state: 'processing', summary: undefined },
	},
	missing: 'hidden none',
	...byUid('call_uid', 'call', {
		...usual,
		started_at: '2026-01-02T03:04:10Z',
		duration_ms: 60_000,
		participants_truncated: false,
		summary: null,
	}),
});

const ada = { display_name: 'Ada', resolution: 'participant', user_ref: 'ada' } as const;
const side = { display_name: 'On the line', resolution: 'participant_side' } as const;
const says = (speaker: number, start_ms: number, text: string) => {
	return { start_ms, end_ms: start_ms + 9, speaker, text, truncated: text === 'four' };
};
const talks = calls({
	talk: {
		transcript_state: 'ready',
		speakers: [ada, side, side],
		utterances: [
			says(1, 20, 'one'),
			says(0, 20, 'two'),
			says(2, 40, 'four'),
			says(1, 30, 'three'),
			says(0, 50, 'five'),
		],
	},
	other: { transcript_state: 'ready', speakers: [ada], utterances: [says(0, 1, 'One')] },
	soon: { transcript_state: 'processing', utterances: [says(0, 1, 'One')] },
	hidden: { transcript_state: 'ready', unreadable: true },
});
finding('queryCallTranscript', {
	there: talks,
	body: { call_uid: 'talk' },
	names: 'text',
	finds: [
		[{}, 'one two three four five'],
		[{ call_uid: 'other' }, 'One'],
		[{ call_uid: 'soon' }, ''],
	],
	shows: { four: { start_ms: 40, end_ms: 49, speaker_index: 2, text: 'four', truncated: true } },
});
cast('queryCallTranscript', {
	there: talks,
	body: { call_uid: 'talk', limit: 2 },
	rows: 'utterances',
	people: 'speakers',
	name: 'text',
	pages: [
		[[ada, side], 'one:1 two:0'],
		[[side, side], 'three:1 four:0'],
		[[ada], 'five:0'],
	],
	missing: 'hidden none',
});
story(
	'the transcript of a call tells its state',
	talks,
	['queryCallTranscript', { call_uid: 'talk' }, { call_uid: 'talk', transcript_state: 'ready' }],
	['queryCallTranscript', { call_uid: 'soon' }, { found: true, transcript_state: 'processing' }],
);
