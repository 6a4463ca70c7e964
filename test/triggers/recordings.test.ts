import { DAY, HOUR } from '../../nodes/shared/durations';
import type { StoredRecording } from '../../dev/areas/Recordings/data';
import {
	halves,
	numberIn,
	play,
	simulate,
	type SimulatedWorld,
	type SimulatedTrigger,
} from './simulation';
import { peopleById } from '../../dev/contract/choices';
import { addRecording, addSummary } from '../../dev/areas/Recordings/events';

const speakerOf = (number: number) => `user_${number % 2}`;

/** A recording, whose one speaker talks from its beginning to its end, with an age; sometimes one that lasted longer than any lookback window. */
function recording(
	world: SimulatedWorld,
	end: number,
	roll: number,
	more: Partial<StoredRecording> = {},
): StoredRecording {
	const duration_ms = roll % 7 === 0 ? 9 * DAY : roll % 3 === 0 ? 0 : (roll % 100) * 60_000;
	const recording_uid = `recording_${world.next()}`;
	return addRecording(world.account, {
		recording_uid,
		start_at: end - duration_ms,
		duration_ms,
		transcript_state: 'ready',
		utterances: [spoken(duration_ms)],
		speakers: [{ kind: 'user', display_name: 'Ann', user_ref: speakerOf(numberIn(recording_uid)) }],
		...more,
	});
}

const recordings = {
	node: 'svcRecordingsTrigger',
	lookback: 7 * DAY,
	isSpan: true,
	clear: ({ recordings: store }) => store.clear(),
	filters: halves((half) => ({ speakers: peopleById(speakerOf(half)) })),
} satisfies Partial<SimulatedTrigger>;

/** The filter by speakers finds what was said in the time of a slice. */
function spoken(end_offset_ms: number) {
	return { start_offset_ms: 0, end_offset_ms, speaker: 0, text: 'Hello' };
}

function someRecording(world: SimulatedWorld, roll: number): StoredRecording | undefined {
	const all = [...world.account.recordings.values()];
	return all[roll % all.length];
}

const newRecording: SimulatedTrigger = {
	...recordings,
	event: 'newRecording',
	happen(world, ago, roll) {
		const start_at = world.now - ago;
		const length = roll % 3 === 0 ? 0 : Math.min(ago, (roll % 100) * HOUR);
		const { recording_uid } = recording(world, start_at, 1, {
			start_at,
			duration_ms: length,
			utterances: [spoken(length)],
		});
		world.readable(recording_uid, start_at);
	},
	// A recording in progress overlaps later windows
	change(world, roll) {
		const row = someRecording(world, roll);
		if (!row) return;
		row.duration_ms = world.now - row.start_at;
		row.utterances = [spoken(row.duration_ms)];
		world.account.recordings.set(row.recording_uid, row);
	},
};

simulate(newRecording);

describe('changed filters', () => {
	play(newRecording, {
		'keep what comes late while a full poll still emits events of the earlier ones': {
			maxItems: 1,
			steps: [
				{ do: 'burst', ago: 0, roll: 0, size: 2 },
				{ do: 'filter', choice: 1 },
				{ do: 'burst', ago: 0.036, roll: 0, size: 4 },
				{ do: 'overlap' },
			],
		},
	});
});

const recordingSealed: SimulatedTrigger = {
	...recordings,
	event: 'recordingSealed',
	happen(world, ago, roll) {
		const end = world.now - ago;
		const sealed = roll % 2 === 0;
		const more = sealed && roll % 4 === 0 ? { sealed, end_at: end } : { sealed };
		const { recording_uid } = recording(world, end, roll, more);
		if (sealed) world.readable(`${recording_uid}#sealed`, end);
	},
	change(world, roll) {
		const row = someRecording(world, roll);
		if (!row) return;
		const end = row.start_at + row.duration_ms;
		Object.assign(row, { sealed: true, end_at: end });
		world.account.recordings.set(row.recording_uid, row);
		world.readable(`${row.recording_uid}#sealed`, end);
	},
};

simulate(recordingSealed);

describe('an activation that had no time to read all that existed', () => {
	play(recordingSealed, {
		'passes over no long recording that ends later than what is still to be read': {
			brief: 2,
			maxItems: 4,
			past: [
				{ ago: 0.273, roll: 267211 },
				{ ago: 20, roll: 435250 },
			],
			steps: [
				{ do: 'wait', ms: 5 * HOUR },
				{ do: 'burst', ago: 0.008, roll: 19, size: 46 },
			],
		},
	});
});

/** States that a transcript in work comes to. */
const SETTLED = ['ready', 'failed'] as const;

const ofTranscripts = [
	['transcriptReady', 'ready', 'transcript'],
	['transcriptFailed', 'failed', 'transcript_failed'],
] as const;

for (const [event, wanted, mark] of ofTranscripts) {
	const inWork = ['partial', 'processing'] as const;
	const other = SETTLED.find((state) => state !== wanted)!;
	simulate({
		...recordings,
		event,
		// The speakers of what has no transcript are not known
		...(wanted === 'failed' && { filters: undefined }),
		happen(world, ago, roll) {
			const end = world.now - ago;
			const transcript_state = roll % 2 === 0 ? wanted : inWork[(roll >> 1) % 2];
			const { recording_uid } = recording(world, end, roll, { transcript_state });
			if (transcript_state === wanted) world.readable(`${recording_uid}#${mark}`, end);
		},
		change(world, roll) {
			const { recordings: store } = world.account;
			const all = [...store.values()].filter(({ transcript_state }) =>
				inWork.some((state) => state === transcript_state),
			);
			const row = all[roll % all.length];
			if (!row) return;
			row.transcript_state = roll % 4 === 0 ? other : wanted;
			store.set(row.recording_uid, row);
			if (row.transcript_state !== wanted) return;
			world.readable(`${row.recording_uid}#${mark}`, row.start_at + row.duration_ms);
		},
	});
}

const KINDS = ['daily_summary', 'timeline'] as const;

const ofSummaries = [
	['summaryCompleted', 'completed', 'failed'],
	['summaryFailed', 'failed', 'completed'],
] as const;

for (const [event, wanted, other] of ofSummaries) {
	simulate({
		node: 'svcRecordingsTrigger',
		event,
		lookback: 7 * DAY,
		clear: ({ summaries }) => summaries.clear(),
		filters: halves((half) => ({ kinds: [KINDS[half]] })),
		happen(world, ago, roll) {
			const end_at = world.now - ago;
			const summary_uid = `summary_${world.next()}`;
			const generation_state = roll % 2 === 0 ? wanted : 'processing';
			addSummary(world.account, world.now, summary_uid, {
				kind: KINDS[numberIn(summary_uid) % 2],
				generation_state,
				start_at: end_at - DAY,
				end_at,
				day_start_at: end_at - DAY,
			});
			if (generation_state === wanted) world.readable(`${summary_uid}#${wanted}`, end_at);
		},
		change(world, roll) {
			const { summaries } = world.account;
			const all = [...summaries.values()].filter(
				({ generation_state }) => generation_state === 'processing',
			);
			const row = all[roll % all.length];
			if (!row) return;
			row.generation_state = roll % 4 === 0 ? other : wanted;
			summaries.set(row.summary_uid, row);
			if (row.generation_state === wanted) {
				world.readable(`${row.summary_uid}#${wanted}`, row.end_at);
			}
		},
	});
}
