import { byPosition, type FoundEvent, type Position } from './found';
import type { SeenEvents } from './seenEvents';
import type { PollSession } from './session';

/** Bytes by which the seen events may exceed their bound for one poll. */
const RESERVE = 4_500;

/** Bounds for the seen events, and the events that must not be lost. */
interface Room {
	/** Maximum size in bytes */
	most: number;
	/** First event that still waits. Seen events after its position are kept */
	waiting?: FoundEvent;
	/** Events that this poll has read */
	read: FoundEvent[];
	/** Unix milliseconds */
	now: number;
}

/**
 * Keeps the seen events within their bound by dropping the oldest ones. Returns the position up to which events must be
 * skipped from then on, undefined if nothing was dropped: late events before the position are missed, but no event is
 * emitted twice. The position never moves past an event that still waits, nor past the current time.
 */
export function evict(
	memory: SeenEvents,
	{ most, waiting, read, now }: Room,
): Position | undefined {
	const end = Math.min(waiting?.at ?? Infinity, now + 1);
	let position = positionAfter(memory.drop(most, end));
	if (memory.size > most && waiting) {
		// The position lies between two of very many events of one millisecond, unless it depends on the slice
		const isCertain = ({ at, keepUntil }: FoundEvent) => at === waiting.at && keepUntil === at;
		const tied = read.filter(isCertain);
		const before = tied.filter((found) => byPosition(found, waiting) < 0 && memory.has(found.key));
		for (const { key } of before) memory.forget(key);
		const last = before.sort(byPosition).at(-1);
		if (last) position = [last.at, last.id];
	}
	// Last resort: events at the position of a waiting event, or in the future
	position = positionAfter(memory.drop(most + RESERVE, now + 1)) ?? position;
	memory.drop(most + RESERVE);
	return position;
}

/** The position after a time. */
function positionAfter(time: number | undefined): Position | undefined {
	return time === undefined ? undefined : [time + 1, ''];
}

/** Warns that there are more events than a state has room for. */
export function warnOfCrowd({ event, reader }: PollSession): void {
	reader.warn(
		event.source.crowded ??
			'There are too many events to cover the whole Late Arrival Window: events that arrive late may be missed.',
	);
}

/** Warns that the trigger has gone on after a time of very many events, usually a millisecond, and has not emitted all. */
export function warnOfMissing(
	{ reader }: PollSession,
	{ from, to }: { from: number; to: number },
	missing: string,
): void {
	const [time, end] = [from, to].map((each) => new Date(each).toISOString());
	reader.warn(
		`${missing} of ${to - from > 1 ? `${time} to ${end}` : time} may be missing: they are more of one time than a poll can read or the trigger can remember.`,
	);
}
