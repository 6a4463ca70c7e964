import type { AccountId } from './auth';
import type { Fields } from './rules';

/** Log entry of one request; completed while the request proceeds. */
export interface LogEntry {
	/** 1 for the first request since start or reset. */
	sequence: number;
	requestId: string;
	method: string;
	path: string;
	/** The contract's operation, if the path is one's. */
	operation?: string;
	account?: AccountId;
	headers: { contentType?: string; accept?: string; userAgent?: string };
	rawBody?: string;
	/** The body as sent, when it is JSON. */
	body?: Fields;
	/** Requests of the same account in work when this one came, itself included. */
	inFlight: number;
	/** Unix milliseconds of the real clock. */
	startedAt: number;
	endedAt?: number;
	/** The work is done; the answer may still be held back, or never come. */
	processed: boolean;
	/** HTTP status; absent while unanswered and when the connection was dropped. */
	status?: number;
	/** The message of a failure. */
	error?: string;
	/** The service itself found the request to be against the contract. */
	violation: boolean;
	/** What a fault rule did to the request. */
	injected?: 'status' | 'drop before' | 'drop after' | 'delay' | 'limit';
}

/** Kept at most; the oldest go first. */
const capacity = 50_000;

/** All requests, and a way to wait for one. Keys are not in it. */
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

	/** Says that an entry has new facts. Those of a time before `clear` interest nobody. */
	changed(entry: LogEntry): void {
		if (this.entries[entry.sequence - this.entries[0]?.sequence] !== entry) return;
		for (const listener of [...this.#listeners]) listener(entry);
	}

	/** Calls back whenever an entry is added or changed; gives the function that ends this. */
	listen(listener: (entry: LogEntry) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/**
	 * The first entry that satisfies the condition: one of the past, or as soon as there is one.
	 * Requests are shown when they arrive, when their work is done and when they end.
	 * @throws when there is none within `timeoutMs`
	 */
	waitFor(condition: (entry: LogEntry) => boolean, timeoutMs = 10_000): Promise<LogEntry> {
		const known = this.entries.find(condition);
		if (known) return Promise.resolve(known);
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => {
				stop();
				reject(new Error(`No such request within ${timeoutMs} ms: ${condition}`));
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
