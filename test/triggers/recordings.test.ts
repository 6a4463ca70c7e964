import { DAY, HOUR } from '../../nodes/shared/api/time';
import type { StoredRecording } from '../../dev/fake-service/data/recordings';
import { simulate, type SimulatedWorld, type SimulatedTrigger } from './simulation';
import { addRecording } from './rows';

/** A recording with an age; sometimes one that lasted longer than any lookback window. */
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
		...more,
	});
}

const recordings = {
	node: 'svcRecordingsTrigger',
	lookback: 7 * DAY,
	clear: ({ recordings: store }) => store.clear(),
} satisfies Partial<SimulatedTrigger>;

function someRecording(world: SimulatedWorld, roll: number): StoredRecording | undefined {
	const all = [...world.account.recordings.values()];
	return all[roll % all.length];
}

simulate({
	...recordings,
	event: 'newRecording',
	happen(world, ago, roll) {
		const start_at = world.now - ago;
		const length = roll % 3 === 0 ? 0 : Math.min(ago, (roll % 100) * HOUR);
		const { recording_uid } = recording(world, start_at, 1, { start_at, duration_ms: length });
		world.readable(recording_uid, start_at);
	},
	// A recording in progress overlaps later windows
	change(world, roll) {
		const row = someRecording(world, roll);
		if (!row) return;
		row.duration_ms = world.now - row.start_at;
		world.account.recordings.set(row.recording_uid, row);
	},
});

simulate({
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
});

simulate({
	...recordings,
	event: 'transcriptReady',
	happen(world, ago, roll) {
		const end = world.now - ago;
		const transcript_state = roll % 2 === 0 ? 'ready' : 'partial';
		const { recording_uid } = recording(world, end, roll, { transcript_state });
		if (transcript_state === 'ready') world.readable(`${recording_uid}#transcript`, end);
	},
	change(world, roll) {
		const row = someRecording(world, roll);
		if (!row) return;
		row.transcript_state = 'ready';
		world.account.recordings.set(row.recording_uid, row);
		world.readable(`${row.recording_uid}#transcript`, row.start_at + row.duration_ms);
	},
});

simulate({
	node: 'svcRecordingsTrigger',
	event: 'summaryCompleted',
	lookback: 7 * DAY,
	clear: ({ summaries }) => summaries.clear(),
	happen(world, ago, roll) {
		const end_at = world.now - ago;
		const done = roll % 2 === 0;
		const summary_uid = `summary_${world.next()}`;
		world.account.summaries.set(summary_uid, {
			summary_uid,
			kind: roll % 3 === 0 ? 'timeline' : 'daily_summary',
			content_origin: 'business_recording_summary',
			generation_state: done ? 'completed' : 'processing',
			start_at: end_at - DAY,
			end_at,
			day_start_at: end_at - DAY,
			created_at: world.now,
			updated_at: world.now,
			content_state: 'ready',
			format: 'text',
			text: 'Done.',
		});
		if (done) world.readable(`${summary_uid}#completed`, end_at);
	},
	change(world, roll) {
		const all = [...world.account.summaries.values()];
		const row = all[roll % all.length];
		if (!row) return;
		row.generation_state = 'completed';
		world.account.summaries.set(row.summary_uid, row);
		world.readable(`${row.summary_uid}#completed`, row.end_at);
	},
});
