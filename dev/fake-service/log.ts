import type { AccountId } from './auth';
import type { Fields } from './rules';

/** Log entry of one request; completed while the request proceeds. */
export interface LogEntry {
	/** 1 for the first request since start or reset. */
	sequence: number;
	requestId: string;
	method: string;
	path: string;
	/** Operation of the contract, if the path belongs to one. */
	operation?: string;
	account?: AccountId;
	headers: { contentType?: string; accept?: string; userAgent?: string };
	rawBody?: string;
	/** The body as sent, if it is JSON. */
	body?: Fields;
	/** Number of requests of the same account in flight when this one arrived, including itself. */
	inFlight: number;
	/** Time of the real clock in Unix milliseconds. */
	startedAt: number;
	endedAt?: number;
	/** True after the request was carried out; the answer may be delayed, or never come. */
	processed: boolean;
	/** HTTP status; undefined before the answer and if the connection was dropped. */
	status?: number;
	/** Message of a failure. */
	error?: string;
	/** True if the service found a violation of the contract in the request. */
	violation: boolean;
	/** Effect of a fault rule on the request. */
	injected?: 'status' | 'drop before' | 'drop after' | 'delay' | 'limit';
}

/** Maximum number of entries; the oldest are dropped first. */
const capacity = 50_000;

/** The log of all requests, and a way to wait for one. It contains no keys. */
export class RequestLog {
	readonly entries: LogEntry[] = [];
	readonly #listeners = new Set<(entry: LogEntry) => void>();
	#sequence = 0;

	nextSequence(): number {
		return ++this.#sequence;
	}

	add(entry: LogEntry): void {
		if (this.entries.length === capacity) this.entries.shift();
		this.entries.push(entry);
		this.changed(entry);
	}

	/** Announces a change of an entry, except of entries before `clear`. */
	changed(entry: LogEntry): void {
		if (this.entries[entry.sequence - this.entries[0]?.sequence] !== entry) return;
		for (const listener of [...this.#listeners]) listener(entry);
	}

	/** Calls back whenever an entry is added or changed; returns the function that ends this. */
	listen(listener: (entry: LogEntry) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/**
	 * The first entry that satisfies the condition, past or future. Requests are checked when they arrive, when they
	 * were carried out and when they end.
	 * @throws if there is none within `timeoutMs`
	 */
	waitFor(condition: (entry: LogEntry) => boolean, timeoutMs = 300_000): Promise<LogEntry> {
		const known = this.entries.find(condition);
		if (known) return Promise.resolve(known);
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => {
				stop();
				reject(new Error(`No request within ${timeoutMs} ms satisfies ${condition}`));
			}, timeoutMs);
			const stop = this.listen((entry) => {
				if (!condition(entry)) return;
				clearTimeout(timer);
				stop();
				resolve(entry);
			});
		});
	}

	clear(): void {
		this.entries.length = 0;
		this.#sequence = 0;
	}
}
