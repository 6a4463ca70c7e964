import type { SeenEvents } from './seenEvents';
import type { Found } from './slices';

/** Events up to here are passed over: their time and, among those of the same time, their id. */
export type Floor = [time: number, id: string];

/** By place, then by id: the order in which the floor rises. */
export function byPlace(a: Found, b: Found): number {
	return a.at - b.at || byId(a, b);
}

/** By their own time, then by id: the order in which events are emitted. */
export function byTime(a: Found, b: Found): number {
	return (a.time ?? a.at) - (b.time ?? b.at) || byId(a, b);
}

function byId(a: Found, b: Found): number {
	return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** Whether an event is above the floor. */
export function isAbove({ at, id }: Found, [time, floorId]: Floor): boolean {
	return at > time || (at === time && (floorId === '' || id > floorId));
}

/**
 * Keeps a memory within its bounds by forgetting the oldest events. Gives the floor up to which events
 * have to be passed over then: what comes late below it is lost, but nothing comes twice. The floor
 * does not rise past `first`, a new event that still waits.
 *
 * @param most bytes
 * @param all the events that were just read, by place
 */
export function fit(
	memory: SeenEvents,
	most: number,
	all: Found[],
	first: Found | undefined,
	now: number,
): Floor | undefined {
	let floor: Floor | undefined;
	const forgetOldest = () => {
		floor = [memory.oldestEnd, ''];
		memory.forgetBefore(memory.oldestEnd);
	};
	while (memory.size > most && memory.oldestEnd <= now) forgetOldest();
	if (memory.size > most) {
		// Very many events of about the same time: the floor goes between two of them
		const over = all.filter((found) => !found.timeless && (!first || byPlace(found, first) < 0));
		for (const { key } of over) memory.forget(key);
		const last = over[over.length - 1];
		if (last) floor = [last.at, last.id];
	}
	while (memory.size > most) forgetOldest();
	return floor;
}
