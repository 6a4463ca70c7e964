import { LIMITS } from '../limits';
import type { TriggerEvent } from './event';
import { digest } from './seenEvents';
import type { PollSession } from './session';

/**
 * Events whose text had none of the user's words, by process. The state remembers them too, but n8n without durable
 * cursors may lose what polls without events have stored: every poll would read their texts again.
 */
const passedOver = new Map<TriggerEvent, Set<string>>();

/** Notes that an event is not wanted, whose text was read. */
export function passOver(session: PollSession, key: string): void {
	const names = passedOver.get(session.event) ?? new Set();
	passedOver.set(session.event, names);
	if (names.size >= LIMITS.maxPassedOver) names.delete(names.values().next().value!);
	names.add(nameOf(session, key));
}

/** True for an event whose text was read by this process, and which the user does not want. */
export function wasPassedOver(session: PollSession, key: string): boolean {
	return passedOver.get(session.event)?.has(nameOf(session, key)) ?? false;
}

function nameOf({ key: credential, reader }: PollSession, key: string): string {
	return digest(JSON.stringify([credential, reader.own.textContains, key]));
}
