import type { AccountData } from '../../fake-service/account';
import type { Area } from '../area';
import type { Documented } from '../../contract/types';
import type { Random } from '../../fake-service/random';
import { Store } from '../../fake-service/store';
import type { StoredPerson } from '../People/data';
import { day, hour, minute, randomFor, type Seeding } from '../../fake-service/data/seeding';
import { sentence, textOf } from '../../fake-service/data/speech';

export interface StoredParticipant extends Documented<'CallParticipant'> {
	/** A participant who is not shown to the account. */
	invisible?: boolean;
}

/** A speaker in the transcript of one call. */
export type StoredCallSpeaker = Documented<'CallSpeaker'>;

export interface StoredCallUtterance extends Omit<Documented<'CallUtterance'>, 'speaker_index'> {
	/** Index into the call's speakers. */
	speaker: number;
}

export type ContentState = Documented<'CallContentState'>;

/** `summary` is returned only if summary_state is ready. */
export interface StoredCall extends Omit<
	Documented<'Call'>,
	'started_at' | 'duration_ms' | 'participants' | 'participants_truncated'
> {
	/** Time by which queries select; in no answer. */
	created_at: number;
	/** Unix milliseconds, like all times here; answers have it as text. */
	started_at: number;
	connected_at?: number;
	ended_at?: number;
	chat_session_uid?: string;
	/** All participants, not truncated. */
	participants: StoredParticipant[];
	speakers: StoredCallSpeaker[];
	/** Returned only if transcript_state is ready. */
	utterances: StoredCallUtterance[];
	/** True if it exists, but the account cannot read it now. */
	unreadable?: boolean;
}

declare module '../../fake-service/account' {
	interface AccountData {
		calls: Store<StoredCall>;
	}
	interface Size {
		calls: number;
	}
}

const outcomeInTurn: Array<Pick<StoredCall, 'result' | 'connection_state'>> = [
	{ result: 'normal_end', connection_state: 'connected' },
	{ result: 'normal_end', connection_state: 'connected' },
	{ result: 'not_answered', connection_state: 'not_connected' },
	{ result: 'normal_end', connection_state: 'connected' },
	{ result: 'cancelled', connection_state: 'not_connected' },
	{ result: 'unknown', connection_state: 'connected' },
	{ result: 'rejected', connection_state: 'not_connected' },
	{ result: 'normal_end', connection_state: 'connected' },
	{ result: 'busy', connection_state: 'not_connected' },
	{ result: 'normal_end', connection_state: 'connected' },
	{ result: 'offline', connection_state: 'not_connected' },
	{ result: 'unknown', connection_state: 'not_connected' },
	{ result: 'normal_end', connection_state: 'connected' },
];

const stateInTurn: ContentState[] = [
	'ready',
	'ready',
	'processing',
	'ready',
	'failed',
	'ready',
	'unavailable',
];

/**
 * Calls of three years, recent ones more frequent. The first three are special: one with a transcript of 1200
 * sentences, one with all people that the account knows (truncated if more than 50), one with exactly 50 people (or
 * all).
 */
function seedCalls(
	seeding: Seeding,
	{ profile, people, knownConversations }: AccountData,
): Pick<AccountData, 'calls'> {
	const random = randomFor(seeding, 'calls');
	const others = [...people.values()].filter(({ relationships }) => relationships[0] !== 'self');
	const chats = [...knownConversations.values()].filter(({ kind }) => kind !== 'pending');
	const calls = new Store<StoredCall>();
	let created_at = 0;
	for (let i = 0; i < seeding.size.calls; i++) {
		const special = i < 3;
		// Every twelfth call was created in the same millisecond as the previous one.
		if (special) created_at = seeding.now - (i + 1) * day - random.int(0, hour);
		else if (i % 12 !== 11) {
			// No call is in progress.
			created_at = seeding.now - Math.ceil(random.next() ** 2 * 1095 * day) - 2 * hour;
		}
		const chat = !special && chats.length > 0 && i % 5 !== 4 ? random.pick(chats) : undefined;
		const called =
			i === 1
				? others
				: i === 2
					? others.slice(0, 49)
					: chat
						? chat.members.map((ref) => people.get(ref)!)
						: random.some(others, i === 0 ? 3 : 1);
		const outcome = special ? outcomeInTurn[0] : outcomeInTurn[i % outcomeInTurn.length];
		const connected = outcome.connection_state === 'connected';
		const direction = random.chance(0.5) ? 'outgoing' : 'incoming';
		const participants = participantsOf(random, profile, called, direction, connected);
		const speakers = speakersOf(random, participants);
		const call: StoredCall = {
			call_uid: random.uid('call'),
			created_at,
			...timesOf(random, created_at, i, connected),
			direction,
			...outcome,
			media_type: i % 5 < 2 ? 'video' : 'audio',
			participants,
			transcript_state: stateOf(special, connected, i),
			summary_state: stateOf(special, connected, Math.floor(i / 2)),
			speakers,
			utterances: connected
				? talk(random, speakers.length, i === 0 ? 1200 : random.int(3, 30))
				: [],
		};
		if (chat) call.chat_session_uid = chat.chat_session_uid;
		if (connected) {
			call.summary = {
				text: `${sentence(random)} ${sentence(random)}`,
				source: i % 4 === 3 ? 'legacy' : 'template',
				truncated: i % 9 === 7,
			};
		}
		if (i % 50 === 31) call.unreadable = true;
		if (i % 20 === 13) call.participants[0].invisible = true;
		calls.set(call.call_uid, call);
	}
	return { calls };
}

/** Missed calls have no transcript. */
function stateOf(special: boolean, connected: boolean, turn: number): ContentState {
	if (special) return 'ready';
	return connected ? stateInTurn[turn % stateInTurn.length] : 'unavailable';
}

/** Start time near the time of creation, or long before it if the call reached the service late. */
function timesOf(random: Random, created_at: number, i: number, connected: boolean) {
	const late = i % 30 === 22 ? random.int(1, 20) * day : 0;
	const started_at = created_at - late + random.int(-5000, 20_000);
	const times: Pick<StoredCall, 'started_at' | 'connected_at' | 'ended_at'> = {
		// Some clocks have only whole seconds.
		started_at: i % 3 === 0 ? started_at - (started_at % 1000) : started_at,
	};
	const answered_at = times.started_at + random.int(1000, 30_000);
	if (connected && i % 11 !== 5) times.connected_at = answered_at;
	// An end can be missing, equal to the connection time, or earlier.
	const length = connected ? random.int(2000, 90 * minute) : random.int(0, 40_000);
	if (i % 14 === 9) times.ended_at = times.connected_at ?? times.started_at;
	else if (i % 28 === 15) times.ended_at = times.started_at - 1000;
	else if (i % 14 !== 3) times.ended_at = answered_at + length;
	return times;
}

function participantsOf(
	random: Random,
	profile: AccountData['profile'],
	called: StoredPerson[],
	direction: StoredCall['direction'],
	connected: boolean,
): StoredParticipant[] {
	const caller = direction === 'incoming' ? called[0]?.user_ref : profile.user_ref;
	return [
		...called.map(({ user_ref, nickname }): StoredParticipant => ({
			user_ref,
			display_name: nickname,
			role: user_ref === caller ? 'caller' : 'callee',
			connected: connected && (called.length < 3 || random.chance(0.8)),
			is_self: false,
		})),
		{
			user_ref: profile.user_ref,
			display_name: profile.nickname,
			role: profile.user_ref === caller ? 'caller' : 'callee',
			connected,
			is_self: true,
		},
	];
}

/** Some participants, both sides of the call under one name, and an unknown speaker. */
function speakersOf(random: Random, participants: StoredParticipant[]): StoredCallSpeaker[] {
	return [
		...random.some(participants, 4).map(({ user_ref, display_name }): StoredCallSpeaker => {
			return { display_name, resolution: 'participant', user_ref };
		}),
		{ display_name: 'On the line', resolution: 'participant_side' },
		{ display_name: 'On the line', resolution: 'participant_side' },
		{ display_name: '', resolution: 'unknown' },
	];
}

/** Every tenth sentence starts together with the previous one, every eighth is truncated. */
function talk(random: Random, speakers: number, count: number): StoredCallUtterance[] {
	const utterances: StoredCallUtterance[] = [];
	let start_ms = 0;
	for (let i = 0; i < count; i++) {
		if (i % 10 !== 9) start_ms += random.int(200, 5000);
		const truncated = i % 8 === 7;
		utterances.push({
			start_ms,
			end_ms: start_ms + random.int(300, 6000),
			speaker: random.int(0, speakers - 1),
			text: truncated ? textOf(random, 500) : sentence(random),
			truncated,
		});
	}
	return utterances;
}

export const data: Area['data'] = { calls: seedCalls };
export const sizes: Area['sizes'] = { calls: { a: 400, b: 20 } };
