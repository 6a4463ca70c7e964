import { IDataObject } from 'n8n-workflow';

import type { Path } from '../contract';
import { Answer } from '../transport/send';

/** Parameters of an item or a trigger. `fallback` is the value of a parameter that is not stored. */
export interface Parameters {
	getNodeParameter(path: string, fallback?: unknown): unknown;
}

/** Context of a read in action nodes and triggers. */
export interface ReadContext {
	/** Sends one request with the node's Request Options. `neverReplay` as in Request */
	send: (path: Path, body: IDataObject, neverReplay?: boolean) => Promise<Answer>;
}

/** Cache of a run or poll, which its items or rows share while it lasts: lists of names, objects that were read, and counts. */
export class RunCache {
	private readonly kept = new Map<unknown, unknown>();

	/** The value of a key, which `make` gives at the first call. */
	once<T>(key: unknown, make: () => T): T {
		if (!this.kept.has(key)) this.kept.set(key, make());
		return this.kept.get(key) as T;
	}

	/** Counts values of a kind, such as states, and returns the counts of the whole run: of all its items and pages. */
	tally(kind: string, values: unknown[]): ReadonlyMap<string, number> {
		const counts = this.once(kind, () => new Map<string, number>());
		for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
		return counts;
	}
}
