import { LIMITS } from '../limits';

/** The last poll of a trigger that emitted something, in this process. */
interface Emission {
	/** Revision of the stored state */
	revision: number;
	/** Unix milliseconds */
	at: number;
}

const emissions = new Map<string, Emission>();

/** Notes that a poll emits events and stores a state of this revision. */
export function noteEmission(trigger: string, revision: number): void {
	emissions.set(trigger, { revision, at: Date.now() });
}

/**
 * True if a state is older than the events that were just emitted. With durable cursors n8n reads the state some
 * time before it polls, and stores that of an earlier poll some time after it: two polls that come close
 * together, as those after a restart, may be given the same state. Should n8n have failed to store the later
 * state, and the execution with it, the older one counts again when the time has passed.
 */
export function isOutdated(trigger: string, revision: number): boolean {
	const last = emissions.get(trigger);
	if (!last || Math.abs(Date.now() - last.at) >= LIMITS.storingTime) {
		emissions.delete(trigger);
		return false;
	}
	return revision < last.revision;
}
