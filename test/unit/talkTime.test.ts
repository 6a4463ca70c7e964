import type { IDataObject } from 'n8n-workflow';

import { talkTime, talkTimeOfAll } from '../../nodes/shared/transcripts/talkTime';
import { randomOf } from '../support/random';

/** Talk time of the speakers of a transcript. */

const FIELDS = { start: 'start_ms', end: 'end_ms' };
const speaker = (display_name: string, user_ref?: string) => ({
	kind: user_ref ? 'user' : 'named',
	display_name,
	...(user_ref && { user_ref }),
});
const said = (who: ReturnType<typeof speaker>, start_ms: number, end_ms: number) => ({
	speaker: who,
	start_ms,
	end_ms,
});
const ADA = speaker('Ada', 'usr_a');
const BEN = speaker('Ben');
const timesOf = (...utterances: Array<ReturnType<typeof said>>) => talkTime(utterances, FIELDS);

it('has seconds, share and number of utterances of each speaker, most first', () => {
	expect(timesOf(said(BEN, 0, 1000), said(ADA, 1000, 3500), said(BEN, 3500, 4000))).toEqual([
		{ speaker: ADA, seconds: 2.5, share: 0.625, utterances: 1 },
		{ speaker: BEN, seconds: 1.5, share: 0.375, utterances: 2 },
	]);
});

it('counts the time for each speaker if two talk at the same time', () => {
	const times = timesOf(said(ADA, 0, 1000), said(BEN, 0, 1000));
	expect(times.map(({ seconds, share }) => [seconds, share])).toEqual([
		[1, 0.5],
		[1, 0.5],
	]);
});

it('counts overlapping utterances of one speaker once', () => {
	expect(timesOf(said(ADA, 0, 1000), said(ADA, 500, 1500), said(ADA, 600, 700))).toEqual([
		{ speaker: ADA, seconds: 1.5, share: 1, utterances: 3 },
	]);
});

it('has no seconds for utterances without length, and no share if there are no others', () => {
	expect(timesOf(said(ADA, 5, 5), said(BEN, 9, 3))).toEqual([
		{ speaker: ADA, seconds: 0, share: 0, utterances: 1 },
		{ speaker: BEN, seconds: 0, share: 0, utterances: 1 },
	]);
	expect(timesOf()).toEqual([]);
});

it('tells people of the same name apart, and knows a person under two names', () => {
	const times = timesOf(
		said(speaker('Ada', 'usr_b'), 0, 3000),
		said(ADA, 0, 1000),
		said(speaker('Ada F.', 'usr_a'), 1000, 2000),
		said(speaker('Ada'), 0, 500),
	);
	expect(times.map(({ speaker: { user_ref }, seconds }) => [user_ref, seconds])).toEqual([
		['usr_b', 3],
		['usr_a', 2],
		[undefined, 0.5],
	]);
	expect(times[1].speaker).toEqual(ADA);
});

it('adds shares up to 1, whatever the order of random utterances', () => {
	const random = randomOf('utterances');
	const people = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => speaker(name));
	for (let round = 0; round < 500; round++) {
		const utterances = Array.from({ length: random.int(1, 30) }, () => {
			const start = random.int(-10, 5000);
			return said(random.pick(people), start, start + random.int(0, 700));
		});
		const times = talkTime(utterances, FIELDS);
		const thousandths = times.map(({ share }) => Math.round(share * 1000));
		const whole = times.some(({ seconds }) => seconds > 0) ? 1000 : 0;
		expect(thousandths.reduce((a, b) => a + b)).toBe(whole);
		for (const { share } of times) expect(Math.round(share * 1000) / 1000).toBe(share);
		expect(times.map(({ seconds }) => seconds)).toEqual(
			times.map(({ seconds }) => seconds).sort((a, b) => b - a),
		);
		const other = random.some(utterances, utterances.length);
		expect(talkTime(other, FIELDS)).toEqual(times);
	}
});

describe('of several transcripts together', () => {
	const row = (recording_uid: string, ...utterances: Array<ReturnType<typeof said>>) => ({
		recording_uid,
		name: `Recording ${recording_uid}`,
		start_at: 1000,
		transcript: talkTime(utterances, FIELDS),
	});
	const SOURCE = {
		id: 'recording_uid',
		facts: { recording_name: 'name', recording_start_at: 'start_at' },
	};

	it('adds up the seconds of an account, and has shares of all', () => {
		const rows = [
			row('r1', said(ADA, 0, 1001), said(BEN, 1001, 2001)),
			row('r2', said(ADA, 0, 1999), said(ADA, 2000, 3000)),
			{ recording_uid: 'r3', transcript: null },
		];
		const inAll = { recording_uid: null, recording_name: null, recording_start_at: null };
		expect(talkTimeOfAll(rows, SOURCE)).toEqual([
			{ speaker: ADA, seconds: 4, share: 0.8, utterances: 3, transcripts: 2, ...inAll },
			{
				speaker: BEN,
				seconds: 1,
				share: 0.2,
				utterances: 1,
				transcripts: 1,
				recording_uid: 'r1',
				recording_name: 'Recording r1',
				recording_start_at: 1000,
			},
		]);
	});

	/** Speakers of two transcripts, and whether they are the same one for certain (contract, identifiers). */
	const SPEAKERS: Array<[first: IDataObject, second: IDataObject, same: boolean]> = [
		[{ kind: 'user', user_ref: 'usr_a' }, { kind: 'user', user_ref: 'usr_a' }, true],
		[
			{ kind: 'user', user_ref: 'usr_a' },
			{ kind: 'user', user_ref: 'usr_a', display_name: 'Ada F.' },
			true,
		],
		[
			{ resolution: 'participant', user_ref: 'usr_a' },
			{ resolution: 'participant', user_ref: 'usr_a' },
			true,
		],
		[{ kind: 'user', user_ref: 'usr_a' }, { kind: 'user', user_ref: 'usr_b' }, false],
		[{ kind: 'user', user_ref: 'usr_a' }, { kind: 'named' }, false],
		[{ kind: 'named' }, { kind: 'named' }, false],
		[{ kind: 'user' }, { kind: 'user' }, false],
		[
			{ kind: 'anonymous', display_name: 'Speaker 1' },
			{ kind: 'anonymous', display_name: 'Speaker 1' },
			false,
		],
		[{ kind: 'unknown', display_name: '' }, { kind: 'unknown', display_name: '' }, false],
		[{ resolution: 'participant' }, { resolution: 'participant' }, false],
		[{ resolution: 'participant_side' }, { resolution: 'participant_side' }, false],
		[{ resolution: 'unknown', user_ref: null }, { resolution: 'unknown', user_ref: null }, false],
	];

	it.each(SPEAKERS)('takes %j and %j for one speaker: %s', (first, second, same) => {
		const who = (speaker: IDataObject) => ({ display_name: 'Ada', ...speaker }) as typeof ADA;
		const rows = [
			row('r1', said(who(first), 0, 2000), said(who(first), 3000, 4000)),
			row('r2', said(who(second), 0, 1000)),
		];
		const times = talkTimeOfAll(rows, SOURCE);
		const shown = times.map((time) => [
			time.seconds,
			time.transcripts,
			time.recording_uid,
			time.recording_name,
		]);
		const isKnown = (speaker: IDataObject) => typeof speaker.user_ref === 'string';
		const of = (uid: string, speaker: IDataObject) =>
			isKnown(speaker) ? [null, null] : [uid, `Recording ${uid}`];
		expect(shown).toEqual(
			same
				? [[4, 2, null, null]]
				: [
						[3, 1, ...of('r1', first)],
						[1, 1, ...of('r2', second)],
					],
		);
	});

	it('has no rows without transcripts', () => {
		expect(talkTimeOfAll([{ recording_uid: 'r1', transcript: null }], SOURCE)).toEqual([]);
	});
});
