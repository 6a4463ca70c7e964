import { byPosition, type Found, type Position } from './found';
import type { SeenEvents } from './seenEvents';

/** Bytes by which a memory may be too large for one poll. */
const RESERVE = 4_500;

/** Bounds of a memory, and what limits its eviction. */
interface Bounds {
	/** Bytes */
	most: number;
	/** The first event that still waits: what is behind it cannot be forgotten */
	waiting?: Found;
	/** The events that were just read */
	read: Found[];
	/** Unix milliseconds */
	now: number;
}

/**
 * Keeps a memory within its bounds by forgetting the oldest events. Gives the position up to which events
 * have to be passed over then: what comes late before it is lost, but nothing comes twice. The position
 * never passes an event that still waits, and not the present. Undefined when there was room.
 */
export function evict(
	memory: SeenEvents,
	{ most, waiting, read, now }: Bounds,
): Position | undefined {
	let position: Position | undefined;
	const end = Math.min(waiting?.at ?? Infinity, now + 1);
	while (memory.size > most && memory.oldestEnd < end) position = [memory.forgetOldest() + 1, ''];
	if (memory.size > most && waiting) {
		// Very many events of one millisecond: the position goes between two of them
		const tied = read.filter((found) => found.at === waiting.at && found.time !== undefined);
		const before = tied.filter((found) => byPosition(found, waiting) < 0 && memory.has(found.key));
		for (const { key } of before) memory.forget(key);
		const last = before.sort(byPosition).at(-1);
		if (last) position = [last.at, last.id];
	}
	// The last resort: events that cannot be told from those that wait, or are dated after now
	while (memory.size > most + RESERVE) {
		if (memory.oldestEnd <= now) position = [memory.forgetOldest() + 1, ''];
		else memory.forgetLatest();
	}
	return position;
}
