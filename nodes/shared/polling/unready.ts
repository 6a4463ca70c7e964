import { DAY } from '../durations';
import { declareLimits, LIMITS } from '../limits';
import { eventKey } from './event';
import { type FoundEvent, isBehind } from './found';
import { type Poll, seenIn } from './pollReading';
import { lastScan } from './scan';

const OWN_LIMITS = declareLimits({
	/** Most objects that left the lookback before they were ready and are read by UID */
	maxUnready: 500,
	/** Most bytes of the UIDs of these objects */
	maxUnreadyBytes: 11_000,
	/** Longest time after its own time in which an object can become ready */
	maxUnreadyAge: 30 * DAY,
});

/** Reads objects that left the lookback before they were ready, about once an hour. Returns those that are ready now. */
export async function readUnready({ state, seen, session }: Poll): Promise<FoundEvent[]> {
	const { event, reader, end: now } = session;
	const { unready } = event.source;
	if (!unready || now - (state.scanned.unready ?? 0) < LIMITS.rescanEvery) return [];
	const known = new Set(state.unready?.uids);
	const still = new Set<string>();
	for await (const { rows } of unready.inWork?.(reader) ?? []) {
		for (const row of rows) {
			const fact = event.fact(row, reader);
			if (!fact) continue;
			const { id, time: at = now } = fact;
			// What was emitted is not remembered below the floor, where it can be in work again
			const mayCome = known.has(id) || isBehind({ at, id }, state.opening ?? state.floor);
			// An object that was emitted and is in work again stays stored as seen until it is ready
			if (seen.has(eventKey(fact))) seen.remember(eventKey(fact), now);
			else if (mayCome && at >= now - OWN_LIMITS.maxUnreadyAge) still.add(id);
		}
	}
	const ended = [...known].filter((uid) => !still.has(uid));
	const rows = ended.length > 0 ? await unready.read(ended, reader) : [];
	const unreadable = seenIn(state.unready?.unreadable ?? {}, session);
	ended.forEach((uid, i) => {
		if (rows[i]) unreadable.forget(uid);
		else if (!unreadable.has(uid)) unreadable.remember(uid, now + OWN_LIMITS.maxUnreadyAge);
	});
	unreadable.forgetBefore(now);
	const ready: FoundEvent[] = [];
	for (const [i, row] of rows.entries()) {
		// It may only be hidden for some time
		if (!row && unreadable.has(ended[i])) still.add(ended[i]);
		const fact = row && event.fact(row, reader);
		const at = fact?.time ?? now;
		// What is ready may have been so in time, and n8n was down since
		if (!fact || (fact.ready === false && at < now - OWN_LIMITS.maxUnreadyAge)) continue;
		still.add(fact.id);
		if (fact.ready === false) continue;
		ready.push({ ...fact, key: eventKey(fact), row, at, keepUntil: at, again: true });
	}
	state.unready = {
		uids: [...still],
		...(unreadable.size > 0 && { unreadable: unreadable.stored() }),
	};
	state.scanned.unready = now;
	return ready;
}

/** Stores the UIDs of objects that leave the lookback before they are ready, and drops those that were emitted. */
export function noteUnready({ before, state, session, seen, found, waiting }: Poll): void {
	const { reader, hourly, end: now } = session;
	const leaving = Math.max(lastScan(before) - hourly, state.floor[0]);
	const oldest = Math.max(now - OWN_LIMITS.maxUnreadyAge, state.from);
	const left = found.filter(
		({ key, ready, at }) => ready === false && at < leaving && at >= oldest && !seen.has(key),
	);
	const isTaken = ({ key, ready }: FoundEvent) =>
		ready !== false && !waiting.has(key) && seen.has(key);
	const taken = new Set(found.filter(isTaken).map(({ id }) => id));
	const known = (state.unready?.uids ?? []).filter((uid) => !taken.has(uid));
	const uids = [...new Set([...known, ...left.map(({ id }) => id)])];
	const count = uids.length;
	const bytes = () => JSON.stringify(uids).length;
	while (uids.length > OWN_LIMITS.maxUnready || bytes() > OWN_LIMITS.maxUnreadyBytes) uids.shift();
	if (uids.length < count)
		reader.warn(
			`More than ${uids.length} objects that are older than the Late Arrival Window are not ready: the oldest ones are no longer watched, and their events are missed.`,
		);
	state.unready = uids.length > 0 ? { ...state.unready, uids } : undefined;
}
