import { setTimeout as sleep } from 'node:timers/promises';

import { failed, type Answer } from './answers';
import { Failure } from './failure';
import type { LogEntry } from './log';
import type { Fields } from './rules';

/** A fault to inject: instead of the contract's answer, or in addition to it. */
export interface FaultRule {
	/** Only requests of this operation. */
	operation?: string;
	/** Only requests that satisfy this. */
	match?: (entry: LogEntry) => boolean;
	/** Number of affected requests; default 1, may be Infinity. */
	times?: number;
	/** Number of matching requests to skip first. */
	after?: number;
	/** HTTP status of the answer (200 is possible too, with a `body`). */
	status?: number;
	/** Carry out the request before answering with `status`: its outcome is unknown to the caller. */
	processFirst?: boolean;
	/** Carry out the request, then answer with the result of this function: another envelope, or any text. */
	rewrite?: (envelope: Fields, entry: LogEntry) => unknown;
	headers?: Record<string, string>;
	/**
	 * Header Retry-After: seconds, or an HTTP date. By default only a 429 has it (1 second), as the contract says;
	 * `false` omits it, which the contract does not allow.
	 */
	retryAfter?: number | string | false;
	/** Raw body, for example HTML or truncated JSON; default: an error envelope. */
	body?: string | (() => string);
	/**
	 * Delay of the answer; Infinity for no answer at all. The request is carried out at once, even if the caller gives
	 * up.
	 */
	delayMs?: number;
	/** Time in which the body of the answer comes, in parts. */
	bodyMs?: number;
	/** Destroy the connection before the request is carried out, or after that and before the answer. */
	drop?: 'before' | 'after';
}

/** The answer of a rule with `rewrite`, made from the true answer. */
export function rewritten({ rewrite }: FaultRule, entry: LogEntry, answer: Answer): Answer {
	const made = rewrite!(JSON.parse(answer.body) as Fields, entry);
	return { ...answer, body: typeof made === 'string' ? made : JSON.stringify(made) };
}

/** Faults of one request: at most one outcome, and the delays of all rules together. */
export interface Fault {
	rule?: FaultRule;
	delayMs: number;
	bodyMs: number;
}

/** The active rules. The first one with an outcome (status or drop) applies; delays add up. */
export class Faults {
	#rules: Array<{ rule: FaultRule; skip: number; left: number }> = [];
	#held = new AbortController();

	add(...rules: FaultRule[]): void {
		for (const rule of rules) {
			this.#rules.push({ rule, skip: rule.after ?? 0, left: rule.times ?? 1 });
		}
	}

	/** Removes all rules. Delayed answers still arrive after their delay. */
	clear(): void {
		this.#rules = [];
	}

	/** Waits for a delay; returns false if `release` ended it. */
	async hold(delayMs: number): Promise<boolean> {
		const { signal } = this.#held;
		const until = performance.now() + delayMs;
		// By the clock that nodes measure it by, which in tests can be later than the timer
		for (let left = delayMs; left > 0 && !signal.aborted; left = until - performance.now())
			await sleep(Math.min(left, 2 ** 31 - 1), undefined, { signal }).catch(() => {});
		return !signal.aborted;
	}

	/** Ends all delays. */
	release(): void {
		this.#held.abort();
		this.#held = new AbortController();
	}

	/** Returns the faults of this request, and counts them against their rules. */
	take(entry: LogEntry): Fault {
		const fault: Fault = { delayMs: 0, bodyMs: 0 };
		for (const waiting of this.#rules) {
			const { rule } = waiting;
			const decides = rule.status !== undefined || rule.drop !== undefined || rule.rewrite;
			if (decides && fault.rule) continue;
			if (rule.operation !== undefined && rule.operation !== entry.operation) continue;
			if (rule.match && !rule.match(entry)) continue;
			if (waiting.skip > 0) {
				waiting.skip--;
				continue;
			}
			waiting.left--;
			fault.delayMs += rule.delayMs ?? 0;
			fault.bodyMs += rule.bodyMs ?? 0;
			if (decides) fault.rule = rule;
		}
		this.#rules = this.#rules.filter(({ left }) => left > 0);
		return fault;
	}
}

/** The answer of a rule with a status. */
export function injectedAnswer(rule: FaultRule, entry: LogEntry): Answer {
	const { status = 500, body, headers } = rule;
	const retryAfter = rule.retryAfter ?? (status === 429 ? 1 : false);
	const failure = new Failure(status, `Injected fault: HTTP ${status}`, {
		...(retryAfter === false ? {} : { 'retry-after': String(retryAfter) }),
		...headers,
	});
	entry.error = failure.message;
	const answer = failed(failure, entry.requestId);
	return { ...answer, body: (typeof body === 'function' ? body() : body) ?? answer.body };
}
