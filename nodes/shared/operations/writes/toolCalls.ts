import { LIMITS } from '../../limits';
import type { Connection } from '../../transport/send';
import { digestOf } from './digest';
import type { Entry, Key } from './entry';

/**
 * Writes of tool calls with unknown outcome, in this process. Each call of an MCP client is an execution of its own, and
 * nothing tells a repeated call from a new one but its arguments: while the outcome is unknown, a call with the same
 * arguments is a retry. A call that took longer than clients wait counts as unknown to its caller.
 */
const remembered = new Map<string, { entry: Entry; at: number }>();

/** The calls of one account. */
export interface Calls {
	get: (key: Key) => Entry | undefined;
	set: (key: Key, entry: Entry) => void;
	delete: (key: Key) => void;
}

export function callsOf({ account, baseUrl, apiKey }: Connection): Calls {
	const startedAt = Date.now();
	const nameOf = ({ path, target }: Key) =>
		`${account ?? digestOf([baseUrl, apiKey])} ${path} ${target}`;
	const calls: Calls = {
		get(key) {
			const known = remembered.get(nameOf(key));
			return known && Date.now() - known.at < LIMITS.rememberedCalls ? known.entry : undefined;
		},
		set(key, entry) {
			calls.delete(key);
			const isLate = Date.now() - startedAt > LIMITS.patientCall;
			if (entry.state !== 'doubt' && !(entry.state === 'written' && isLate)) return;
			if (remembered.size >= LIMITS.maxRememberedCalls)
				remembered.delete(remembered.keys().next().value!);
			remembered.set(nameOf(key), { entry, at: Date.now() });
		},
		delete: (key) => void remembered.delete(nameOf(key)),
	};
	return calls;
}
