import type { AccountData } from '../../../fake-service/account';
import type { Documented } from '../../../contract/types';
import type { Random } from '../../../fake-service/random';
import { Store } from '../../../fake-service/store';
import { day, hour, minute, randomFor, type Seeding } from '../../../fake-service/data/seeding';
import { sentence, textOf } from '../../../fake-service/data/speech';

/** A formal speaker label of the account. */
export type StoredSpeakerLabel = Documented<'RecordingSpeakerCandidate'>;

/** A speaker in one recording. */
export interface StoredSpeaker extends Documented<'RecordingSpeaker'> {
	/** The label, if any. */
	speaker_uid?: string;
}

export interface StoredUtterance extends Pick<
	Documented<'RecordingUtterance'>,
	'start_offset_ms' | 'end_offset_ms' | 'text'
> {
	/** Index into the recording's speakers. */
	speaker: number;
	/** True if its segment is still processed or lost: not valid, not in the transcript. */
	unreadable?: boolean;
	/** True if the service omits the length of the sentence. */
	lengthUnknown?: boolean;
}

export interface StoredRecording extends Documented<'Recording'> {
	speakers: StoredSpeaker[];
	/** Returned only if transcript_state is ready or partial. */
	utterances: StoredUtterance[];
	/** True if it exists, but the account cannot read it now. */
	unreadable?: boolean;
}

declare module '../../../fake-service/account' {
	interface AccountData {
		speakerLabels: Store<StoredSpeakerLabel>;
		recordings: Store<StoredRecording>;
	}
	interface Size {
		recordings: number;
	}
}

/** The first recordings of every account, which tests find by name. */
export const namesOfFirst = {
	/** Three hours, 1500 utterances, nine speakers of all kinds. */
	long: 'Workshop, all three hours',
	/** Sentences around and far above the 4000 characters of a bounded utterance. */
	readingAloud: 'Reading aloud',
};

const names = [
	'Glaze meeting',
	'Choir rehearsal 🎶',
	'Walk with ideas',
	'读书会',
	'Boat inspection',
];

const stateInTurn: Array<StoredRecording['transcript_state']> = [
	'ready',
	'ready',
	'partial',
	'ready',
	'processing',
	'ready',
	'unavailable',
	'ready',
	'failed',
	'partial',
];

export function seedRecordings(
	seeding: Seeding,
	{ profile, people }: AccountData,
): Pick<AccountData, 'speakerLabels' | 'recordings'> {
	const random = randomFor(seeding, 'recordings');
	const speakerLabels = seedLabels(seeding, [...people.values()].slice(1));
	const cast: StoredSpeaker[] = [
		{
			kind: 'user',
			display_name: profile.nickname,
			user_ref: profile.user_ref,
		},
		...Array.from(speakerLabels.values(), (label): StoredSpeaker => ({
			kind: label.user_ref ? 'user' : 'named',
			...label,
		})),
	];
	const recordings = new Store<StoredRecording>();
	let previous: StoredRecording | undefined;
	for (let i = 0; i < seeding.size.recordings; i++) {
		const recording =
			i === 0
				? workshop(random, seeding.now, cast)
				: i === 1
					? readingAloud(random, seeding.now, cast)
					: ordinary(random, seeding.now, cast, i, previous);
		recordings.set(recording.recording_uid, recording);
		previous = recording;
	}
	return { speakerLabels, recordings };
}

function ordinary(
	random: Random,
	now: number,
	cast: StoredSpeaker[],
	i: number,
	previous: StoredRecording | undefined,
): StoredRecording {
	// Two recordings are in progress.
	const live = i === 2 || i === 3;
	const duration_ms = live ? random.int(10 * minute, 40 * minute) : random.int(minute, 90 * minute);
	let start_at = live ? now - duration_ms - minute : now - 3 * hour - random.int(0, 90 * day);
	// Some start in the same millisecond as the previous one, some during it.
	if (i % 15 === 14) start_at = previous!.start_at;
	if (i % 10 === 9) start_at = previous!.start_at + Math.floor(previous!.duration_ms / 2);
	const source = !live && i % 3 === 2 ? 'file_upload' : 'long';
	const sealed = !live && (source === 'file_upload' || i % 9 !== 4);
	const transcript_state = live ? (i === 2 ? 'partial' : 'processing') : stateInTurn[i % 10];
	const speakers = [
		...random.some(cast, random.int(1, 3)),
		...anonymous(random.int(0, 2)),
		...(random.chance(0.4) ? [unknown] : []),
	];
	const recording: StoredRecording = {
		recording_uid: random.uid('rcg'),
		start_at,
		duration_ms,
		source,
		ingest_origin:
			start_at < now - 60 * day ? 'legacy_unknown' : random.pick(['user_client', 'device']),
		sealed,
		transcript_state,
		version: random.int(1, 5),
		speakers,
		utterances: talk(random, speakers.length, duration_ms, random.int(5, 40)),
	};
	if (i % 4 !== 3) recording.name = `${random.pick(names)} ${random.int(1, 30)}`;
	// Pauses are part of the span, but not of the confirmed duration. Some ends are never confirmed.
	if (sealed && i % 13 !== 6) recording.end_at = start_at + duration_ms + random.int(0, 5 * minute);
	else if (i % 2 === 0) recording.end_at = 0;
	if (transcript_state === 'partial') {
		recording.utterances.forEach((utterance, j) => {
			if (j % 4 === 3) utterance.unreadable = true;
		});
	}
	if (i % 40 === 17) recording.unreadable = true;
	return recording;
}

/** Utterances over the whole duration; some overlap, some start at the same time. */
function talk(
	random: Random,
	speakers: number,
	duration: number,
	count: number,
): StoredUtterance[] {
	const utterances: StoredUtterance[] = [];
	const slot = duration / count;
	for (let i = 0; i < count; i++) {
		const start_offset_ms =
			i % 12 === 11
				? utterances[i - 1].start_offset_ms
				: Math.floor((i + random.next() / 2) * slot);
		utterances.push({
			start_offset_ms,
			end_offset_ms: Math.min(
				duration,
				start_offset_ms + Math.ceil(slot * (0.3 + random.next() / 2)),
			),
			speaker: random.int(0, speakers - 1),
			text: sentence(random),
			...(i % 17 === 16 ? { lengthUnknown: true } : {}),
		});
	}
	return utterances;
}

function workshop(random: Random, now: number, cast: StoredSpeaker[]): StoredRecording {
	const start_at = now - 3 * day - random.int(0, hour);
	const duration_ms = 3 * hour;
	// The account itself, three labels of one name, two of one person, and an unknown speaker.
	const speakers = [...cast.slice(0, 6), ...anonymous(2), unknown];
	return {
		recording_uid: random.uid('rcg'),
		name: namesOfFirst.long,
		start_at,
		end_at: start_at + duration_ms,
		duration_ms,
		source: 'long',
		ingest_origin: 'device',
		sealed: true,
		transcript_state: 'ready',
		version: 3,
		speakers,
		utterances: talk(random, speakers.length, duration_ms, 1500),
	};
}

function readingAloud(random: Random, now: number, cast: StoredSpeaker[]): StoredRecording {
	const start_at = now - 14 * day - random.int(0, hour);
	const lengths = [40, 3999, 4000, 4001, 4500, 12_001, 120, 8000, 13_500, 30];
	const speakers = [cast[0], ...anonymous(1)];
	const slot = 10 * minute;
	return {
		recording_uid: random.uid('rcg'),
		name: namesOfFirst.readingAloud,
		start_at,
		end_at: start_at + lengths.length * slot,
		duration_ms: lengths.length * slot,
		source: 'file_upload',
		ingest_origin: 'user_client',
		sealed: true,
		transcript_state: 'ready',
		version: 1,
		speakers,
		utterances: lengths.map((length, i) => ({
			// The sentences of 4500 and 12,001 code points start at the same time.
			start_offset_ms: (i === 5 ? 4 : i) * slot,
			end_offset_ms: (i + 1) * slot - 1000,
			speaker: i % 2,
			text: textOf(random, length),
			...(length === 8000 ? { lengthUnknown: true } : {}),
		})),
	};
}

function anonymous(count: number): StoredSpeaker[] {
	return Array.from({ length: count }, (_, i) => ({
		kind: 'anonymous',
		display_name: `Speaker ${i + 1}`,
	}));
}

/** A name is required, but has no meaning. */
const unknown: StoredSpeaker = { kind: 'unknown', display_name: '' };

function seedLabels(
	seeding: Seeding,
	people: Array<{ user_ref: string; nickname: string }>,
): Store<StoredSpeakerLabel> {
	const random = randomFor(seeding, 'speaker labels');
	const labels = new Store<StoredSpeakerLabel>();
	const add = (display_name: string, person?: { user_ref: string }) => {
		const speaker_uid = random.uid('spk');
		const user_ref = person && { user_ref: person.user_ref };
		labels.set(speaker_uid, { speaker_uid, display_name, ...user_ref });
	};
	// Three labels of one name, two of them known people; two labels of one person; names like patterns.
	add('Ada Fields', people[0]);
	add('Ada Fields', people[1]);
	add('Ada Fields');
	add('Mentor', people[3]);
	add('Mentor (phone)', people[3]);
	['ada fields', '小满', 'Guest 🎙️', 'Kiln.*', '50 % voice', ' Choir '].forEach((name) =>
		add(name),
	);
	people.slice(4, 16).forEach((person, i) => add(person.nickname, i % 2 ? person : undefined));
	return labels;
}
