import { LIMITS } from '../limits';
import type { Run } from '../operations/run';
import { digestOf, type Entry, type Key, type Memory } from '../operations/writes/entry';

/**
 * Writes of tool calls with unknown outcome, and those of which some parts were written, in this process. Each call of an
 * MCP client is an execution of its own, and nothing tells a repeated call from a new one but its arguments: while the
 * outcome is open, a call with the same arguments is a retry. A call that took longer than clients wait counts as unknown
 * to its caller.
 */
const remembered = new Map<string, { entry: Entry; at: number; by: Call }>();

/** A call of a tool. While it runs, another call of the same execution with the same arguments is another intent. */
interface Call {
	execution: string;
	isOver: boolean;
}

/** The calls of the account of a run, which is one of them; of its API key if the account is not known. */
export function callsOf(run: Run, account: string | null): Memory {
	const { baseUrl, apiKey } = run.connection;
	const startedAt = Date.now();
	const own: Call = { execution: String(run.functions.getExecutionId()), isOver: false };
	run.atEnd(() => (own.isOver = true));
	const nameOf = ({ path, target }: Key) =>
		`${account ?? digestOf([baseUrl, apiKey])} ${path} ${target}`;
	const isOther = (by: Call) => by !== own && by.execution === own.execution && !by.isOver;
	const calls: Memory = {
		get(key) {
			const known = remembered.get(nameOf(key));
			if (!known || isOther(known.by)) return undefined;
			return Date.now() - known.at < LIMITS.rememberedCalls ? known.entry : undefined;
		},
		set(key, entry) {
			const known = remembered.get(nameOf(key));
			if (known && isOther(known.by)) return;
			calls.delete(key);
			const isLate = Date.now() - startedAt > LIMITS.patientCall;
			const { state, parts } = entry;
			if (state !== 'doubt' && !parts && !(state === 'written' && isLate)) return;
			if (remembered.size >= LIMITS.maxRememberedCalls)
				remembered.delete(remembered.keys().next().value!);
			remembered.set(nameOf(key), { entry, at: Date.now(), by: own });
		},
		delete(key) {
			const known = remembered.get(nameOf(key));
			if (known && !isOther(known.by)) remembered.delete(nameOf(key));
		},
	};
	return calls;
}
