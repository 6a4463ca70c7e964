import { declareLimits, LIMITS } from '../limits';
import { digestOf } from '../objects';
import type { Run } from '../operations/run';
import type { Entries, Entry, Key } from '../operations/writes/entries';

const OWN_LIMITS = declareLimits({
	/** Time for which a write with unknown outcome is remembered for a caller that repeats it, and the most of them */
	rememberedCalls: 600_000,
	maxRememberedCalls: 1_000,
});

/**
 * Writes of tool calls with unknown outcome, and those of which some steps were written, in this process. Each call of an
 * MCP client is an execution of its own, and each call of a newer agent has a run index of its own (requests-response.ts of
 * n8n-core). Nothing tells a repeated call from a new one but its arguments: while the outcome is open, a call with the same
 * arguments is a retry. A call that took longer than clients wait counts as unknown to its caller.
 */
const remembered = new Map<string, { steps: Map<number, Entry>; at: number; by: Call }>();

/** A call of a tool. While it runs, another call of the same execution with the same arguments is another intent. */
interface Call {
	execution: string;
	isOver: boolean;
}

/** The calls of the account of a run, which is one of them; of its API key if the account is not known. */
export function callsOf(run: Run, account: string | null): Entries {
	const { baseUrl, apiKey } = run.connection;
	const startedAt = Date.now();
	const own: Call = { execution: String(run.functions.getExecutionId()), isOver: false };
	run.atEnd(() => (own.isOver = true));
	const nameOf = ({ path, target }: Key) =>
		`${account ?? digestOf([baseUrl, apiKey])} ${path} ${target}`;
	const isOther = (by: Call) => by !== own && by.execution === own.execution && !by.isOver;
	const isOpen = ({ at }: { at: number }) => Date.now() - at < OWN_LIMITS.rememberedCalls;
	const calls: Entries = {
		get(key) {
			const known = remembered.get(nameOf(key));
			return known && !isOther(known.by) && isOpen(known) ? known.steps.get(key.step) : undefined;
		},
		set(key, entry) {
			const name = nameOf(key);
			const known = remembered.get(name);
			if (known && isOther(known.by)) return;
			const isLate = Date.now() - startedAt > LIMITS.patientCall;
			const isDone = entry.state === 'written' && !entry.continues;
			remembered.delete(name);
			if (isDone && !isLate) return;
			const steps = new Map(known && isOpen(known) ? known.steps : []);
			if (entry.state === 'rejected') steps.delete(key.step);
			else steps.set(key.step, entry);
			if (steps.size === 0) return;
			if (remembered.size >= OWN_LIMITS.maxRememberedCalls)
				remembered.delete(remembered.keys().next().value!);
			remembered.set(name, { steps, at: Date.now(), by: own });
		},
		delete(key) {
			const known = remembered.get(nameOf(key));
			if (!known || isOther(known.by)) return;
			known.steps.delete(key.step);
			if (known.steps.size === 0) remembered.delete(nameOf(key));
		},
	};
	return calls;
}
