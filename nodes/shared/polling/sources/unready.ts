import { LIMITS } from '../../limits';
import { keyOf, type Unready } from '../event';
import type { Found } from '../found';
import { seenIn } from '../source';
import { lastRescan, type TimeRangePoll } from './positions';

/** Reads objects that left the lookback before they were ready, about once an hour. */
export async function readUnready(
	poll: TimeRangePoll,
	{ read, inWork: listed }: Unready,
): Promise<void> {
	const { state, seen, session } = poll;
	const { event, reader, end: now } = session;
	if (now - (state.unreadyReadAt ?? 0) < LIMITS.rescanEvery) return;
	const still = new Set<string>();
	for await (const { rows } of listed?.(reader) ?? []) {
		for (const row of rows) {
			const fact = event.fact(row, reader);
			if (!fact || (fact.time ?? now) < state.countsFrom) continue;
			// An object that was emitted and is in work again stays stored as seen until it is ready
			if (seen.has(keyOf(fact))) seen.remember(keyOf(fact), now);
			else still.add(fact.id);
		}
	}
	const ended = [...new Set(state.unready)].filter((uid) => !still.has(uid));
	const rows = ended.length > 0 ? await read(ended, reader) : [];
	const unreadable = seenIn(state.unreadable ?? {}, session);
	ended.forEach((uid, i) => {
		if (rows[i]) unreadable.forget(uid);
		else if (!unreadable.has(uid)) unreadable.remember(uid, now + LIMITS.maxUnreadyAge);
	});
	unreadable.forgetBefore(now);
	const ready: Found[] = [];
	for (const [i, row] of rows.entries()) {
		// It may only be hidden for some time
		if (!row && unreadable.has(ended[i])) still.add(ended[i]);
		const fact = row && event.fact(row, reader);
		const at = fact?.time ?? now;
		// What is ready may have been so in time, and n8n was down since
		if (!fact || (fact.ready === false && at < now - LIMITS.maxUnreadyAge)) continue;
		still.add(fact.id);
		if (fact.ready === false) continue;
		ready.push({ ...fact, key: keyOf(fact), row, at, keepUntil: at, again: true });
	}
	state.unready = [...still];
	state.unreadable = unreadable.size > 0 ? unreadable.stored() : undefined;
	state.unreadyReadAt = now;
	poll.unready = ready;
}

/** Stores the UIDs of objects that leave the lookback before they are ready. */
export function noteUnready({ before, state, session, seen, all }: TimeRangePoll): void {
	const { reader, hourly, end: now } = session;
	const leaving = Math.max(lastRescan(before) - hourly, state.skippedUpTo[0]);
	const oldest = Math.max(now - LIMITS.maxUnreadyAge, state.countsFrom);
	const left = all.filter(
		({ key, ready, at }) => ready === false && at < leaving && at >= oldest && !seen.has(key),
	);
	const uids = [...new Set([...(state.unready ?? []), ...left.map(({ id }) => id)])];
	const count = uids.length;
	const bytes = () => JSON.stringify(uids).length;
	while (uids.length > LIMITS.maxUnready || bytes() > LIMITS.maxUnreadyBytes) uids.shift();
	if (uids.length < count)
		reader.warn(
			`More than ${uids.length} objects that are older than the Late Arrival Window are not ready: the oldest ones are no longer watched, and their events are missed.`,
		);
	state.unready = uids.length > 0 ? uids : undefined;
}
