import type { StoredRecording, StoredSpeakerLabel } from '../areas/Recordings/data';
import type { StoredSummary } from '../areas/Recordings/data';
import { nameOf } from './people';
import { linesOf, rowsOf, storeOf, uid, type Calendar } from './tell';

/** Recordings: day, time, name, minutes, state of the transcript, speakers. */
const table = `
	-19 18:30 | Evening course, first evening   | 95 | ready       | nora hugo greta
	-16 10:00 | Glaze notes, walking            | 12 | ready       | nora
	-14 09:00 | Plan for the open weekend       | 31 | ready       | nora mei
	-13 18:30 | Evening course, second evening  | 90 | ready       | nora elif
	-12 18:30 | Wheel practice                  | 40 | unavailable | nora
	-10 10:15 | Test pieces for Salt & Rye      | 14 | ready       | nora brandt
	-9 18:30  | Evening course, third evening   | 92 | partial     | nora priya
	-8 16:00  | Tiles with Mei                  | 22 | ready       | nora mei
	-6 18:30  | Evening course, fourth evening  | 91 | ready       | nora clara
	-4 09:30  | Kiln diary, spoken              | 9  | ready       | nora
	-2 11:05  | Kiln inspection                 | 38 | ready       | nora tomas
	-2 18:30  | Evening course, fifth evening   | 93 | ready       | nora leo
	-1 15:00  | Packing plan                    | 17 | ready       | nora beck
	0 09:10   | Morning round                   | 20 | processing  | nora`;

/** What was said in recordings, by time. In all others, the plan of the day is all there is. */
const said: Record<string, string> = {
	'-14 09:00': `
		nora For the open weekend we need signs, a till and chairs.
		mei I paint the signs. How many chairs?
		nora Twelve. Ruth lends us six.`,
	'-10 10:15': `
		brandt The first one is too shiny for me.
		nora Then the second, with the raw foot.
		brandt That one, yes.`,
	'-4 09:30': `
		nora Diary, number seven. The kiln is older than Mei, and it has its moods.`,
	'-2 11:05': `
		tomas Is it cold?
		nora Since yesterday evening.
		tomas Then I take the lid off. The lower elements look fine to me.
		nora And the top one?
		tomas It has a hot spot here, see, where the groove is broken.
		nora Can it be mended?
		tomas The groove yes, with kiln cement. The element no, it must be replaced.
		nora Do you have one?
		tomas I have to order it. Wait, I read you the number on the plate: K, dash, two zero four seven.
		nora K-2047, got it.
		tomas The thermocouple is a T-19, but it is good for another year.
		nora What does the element cost?
		tomas The part is 186 euros, and two hours of work come on top.
		nora Until when can I fire with it?
		tomas Bisque is all right. No glaze firing before the new one is in.
		nora Good. When will you come?
		tomas As soon as the part is here, I write to you.`,
	'-1 15:00': `
		beck Forty-eight bowls, twelve in a crate, makes four crates.
		nora And straw, no plastic.
		beck I have straw at home.`,
};

/** Daily summaries of recordings: day and body. */
const days = `
	-19 | First evening of the course, ten people. Open: names for the shelves.
	-16 | Ideas for glazes on a walk. Open: test of ash.
	-14 | Plan for the open weekend: signs, till, twelve chairs. Open: ask Ruth for six chairs.
	-13 | Second evening: bowls. Open: nothing.
	-12 | A recording without speech.
	-10 | Jonas Brandt chose the second test piece. Open: new recipe.
	-9 | Third evening: handles. Open: order two sponges.
	-8 | Mei glazed tiles. Open: fire them.
	-6 | Fourth evening: lids. Open: repair wheel four.
	-4 | A spoken diary about the kiln. Open: write it down.
	-2 | Tomas inspected the kiln: the top element must be replaced. Open: no glaze firing until then.
	-1 | Four crates for the bowls of Salt & Rye, packed in straw. Open: Jonas brings straw from home, and the crates need labels.`;

export function recordingsOf({ at, say }: Calendar) {
	const labels = new Map<string, StoredSpeakerLabel>();
	const recordings = rowsOf(table).map(
		([time, name, minutes, state, speakers]): StoredRecording => {
			const cast = speakers.split(' ').map((key) => {
				const label = {
					speaker_uid: uid('spk', key),
					display_name: nameOf(key),
					user_ref: uid('usr', key),
				};
				labels.set(key, label);
				return { kind: 'user' as const, ...label };
			});
			const start_at = at(time);
			const duration_ms = Number(minutes) * 60_000;
			const lines = linesOf(said[time] ?? `nora ${name}, then let us begin.`, 1);
			const slot = Math.floor(duration_ms / lines.length);
			return {
				recording_uid: uid('rcg', time),
				name,
				start_at,
				end_at: start_at + duration_ms,
				duration_ms,
				source: 'long',
				ingest_origin: 'device',
				sealed: true,
				transcript_state: state as StoredRecording['transcript_state'],
				version: 1,
				speakers: cast,
				utterances: lines.map(([who, text], i) => ({
					start_offset_ms: i * slot,
					end_offset_ms: (i + 1) * slot - 1_000,
					speaker: speakers.split(' ').indexOf(who),
					text: say(text),
				})),
			};
		},
	);
	const summaries = rowsOf(days).map(([time, text]): StoredSummary => {
		const day_start_at = at(time);
		return {
			summary_uid: uid('sum', time),
			kind: 'daily_summary',
			content_origin: 'business_recording_summary',
			generation_state: 'completed',
			start_at: day_start_at,
			end_at: day_start_at + 86_400_000,
			day_start_at,
			created_at: day_start_at + 87_000_000,
			updated_at: day_start_at + 87_000_000,
			content_state: 'ready',
			format: 'markdown',
			text: say(`# {${time}}\n\n${text}`),
		};
	});
	return {
		recordings: storeOf(recordings, ({ recording_uid }) => recording_uid),
		speakerLabels: storeOf([...labels.values()], ({ speaker_uid }) => speaker_uid),
		summaries: storeOf(summaries, ({ summary_uid }) => summary_uid),
	};
}
