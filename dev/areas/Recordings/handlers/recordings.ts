import type { Documented, Request, ResultOf } from '../../../contract/types';
import { readingOf, readingOfItem, type Call, type Handlers } from '../../../fake-service/call';
import type { StoredRecording, StoredSpeakerLabel, StoredUtterance } from '../data/recordings';
import { readPage } from '../../../fake-service/paging';
import type { Order } from '../../../fake-service/store';
import { matchLiterally } from '../../../fake-service/handlers/literal';

const earliestFirst: Order<StoredRecording> = {
	key: ({ start_at, recording_uid }) => [start_at, recording_uid],
	directions: [1, 1],
};
const latestFirst: Order<StoredRecording> = { ...earliestFirst, directions: [-1, -1] };

/** Recordings and the account's speaker labels. */
export const recordings: Handlers = {
	queryRecordings(call) {
		const { order, start_at = -Infinity, end_at = Infinity } = call.body;
		const list = call.account.recordings.in({ asc: earliestFirst, desc: latestFirst }[order]);
		const page = readPage(
			readingOf(call),
			list,
			(recording) =>
				!recording.unreadable &&
				overlaps(recording.start_at, endOf(recording), start_at, end_at) &&
				isSpokenBy(recording, call.body, start_at, end_at),
		);
		return { ...page, items: page.items.map(view) };
	},

	resolveRecordingSpeakers: (call) => ({
		items: call.body.items.map(({ item_id, query }, i) => {
			const matches = matchLiterally(
				call.account.speakerLabels.values(),
				query,
				({ display_name }) => [display_name],
				({ speaker_uid }: StoredSpeakerLabel) => speaker_uid,
			);
			const { items, ...rest } = readPage(readingOfItem(call, i), matches);
			return { item_id, candidates: items, ...rest };
		}),
	}),

	batchGetRecordings: (call) => ({
		items: call.body.recording_uids.map((recording_uid): ResultOf<'batchGetRecordings'> => {
			const recording = readableRecording(call, recording_uid);
			return recording
				? { recording_uid, found: true, recording: view(recording) }
				: { recording_uid, found: false, recording: null };
		}),
	}),
};

export function readableRecording(call: Call, recording_uid: string): StoredRecording | undefined {
	const recording = call.account.recordings.get(recording_uid);
	return recording?.unreadable ? undefined : recording;
}

/** The readable utterances: none unless the state allows reading. */
export function readableUtterances(recording: StoredRecording): StoredUtterance[] {
	return ['ready', 'partial'].includes(recording.transcript_state)
		? recording.utterances.filter(({ unreadable }) => !unreadable)
		: [];
}

/**
 * True if the span from `from` to `to` overlaps a range with inclusive start and exclusive end. A span that ends
 * when the range starts does not overlap; a span without a length is a point. A range that ends before it starts is
 * allowed, and empty.
 */
export function overlaps(from: number, to: number, start: number, end: number): boolean {
	return start < end && from < end && (to > start || from >= start);
}

export function wasSpokenIn(
	{ start_at }: StoredRecording,
	{ start_offset_ms, end_offset_ms }: StoredUtterance,
	start: number,
	end: number,
): boolean {
	return overlaps(start_at + start_offset_ms, start_at + end_offset_ms, start, end);
}

/** End of the span of a recording: the confirmed end, or else start and confirmed duration. */
function endOf({ start_at, end_at, duration_ms }: StoredRecording): number {
	return end_at || start_at + duration_ms;
}

/**
 * True if one of the given speakers has a valid utterance in the range, or if there is no such filter. Two empty
 * arrays match nothing: the contract defines only the meaning of omitting them.
 */
function isSpokenBy(
	recording: StoredRecording,
	{ speaker_user_refs, speaker_uids }: Request<'queryRecordings'>,
	start: number,
	end: number,
): boolean {
	if (!speaker_user_refs && !speaker_uids) return true;
	return readableUtterances(recording).some((utterance) => {
		const { user_ref, speaker_uid } = recording.speakers[utterance.speaker];
		const asked =
			(user_ref !== undefined && speaker_user_refs?.includes(user_ref)) ||
			(speaker_uid !== undefined && speaker_uids?.includes(speaker_uid));
		return asked && wasSpokenIn(recording, utterance, start, end);
	});
}

function view({
	speakers,
	utterances,
	unreadable,
	...recording
}: StoredRecording): Documented<'Recording'> {
	return recording;
}
