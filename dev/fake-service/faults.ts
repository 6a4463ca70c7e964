import { setTimeout as sleep } from 'node:timers/promises';

import { failed, type Answer } from './answers';
import { Failure } from './failure';
import type { LogEntry } from './log';
import type { Fields } from './rules';

/** Fault to inject into requests: instead of the contract's answer, or in addition to it. */
export interface FaultRule {
	/** Only requests of this operation. */
	operation?: string;
	/** Only requests that satisfy this. */
	match?: (entry: LogEntry) => boolean;
	/** To how many requests; 1 when omitted, may be Infinity. */
	times?: number;
	/** How many matching requests to let pass first. */
	after?: number;
	/** Answer with this HTTP status (200 is possible too, with a `body`). */
	status?: number;
	/** Do the work before answering with `status`: its outcome is unknown to the caller. */
	processFirst?: boolean;
	/** Do the work, then answer with what this makes of the answer: another envelope, or any text. */
	rewrite?: (envelope: Fields, entry: LogEntry) => unknown;
	headers?: Record<string, string>;
	/**
	 * Seconds, or an HTTP date, of the header Retry-After. A 429 has it anyway (1 second), as the
	 * contract says; `false` leaves it away, which the contract does not allow.
	 */
	retryAfter?: number | string | false;
	/** The raw body, for example HTML or truncated JSON; otherwise a failure envelope. */
	body?: string | (() => string);
	/**
	 * Hold the answer back, for ever with Infinity. The work is done at once, so a caller that gives
	 * up has it done.
	 */
	delayMs?: number;
	/** Destroy the connection: before the work, or after it and before the answer. */
	drop?: 'before' | 'after';
}

/** The answer that a rule with a rewrite makes of the true one. */
export function rewritten({ rewrite }: FaultRule, entry: LogEntry, answer: Answer): Answer {
	const made = rewrite!(JSON.parse(answer.body) as Fields, entry);
	return { ...answer, body: typeof made === 'string' ? made : JSON.stringify(made) };
}

/** What happens to one request: one outcome at most, and the delays of all rules together. */
export interface Fault {
	rule?: FaultRule;
	delayMs: number;
}

/** The rules in force. The first one with an outcome (status or drop) wins; delays add up. */
export class Faults {
	#rules: Array<{ rule: FaultRule; skip: number; left: number }> = [];
	#held = new AbortController();

	add(...rules: FaultRule[]): void {
		for (const rule of rules) {
			this.#rules.push({ rule, skip: rule.after ?? 0, left: rule.times ?? 1 });
		}
	}

	/** No rules any more. Answers that are held back still come when their time has passed. */
	clear(): void {
		this.#rules = [];
	}

	/** Waits for a delay to pass; false when it was cut short by `release`. */
	hold(delayMs: number): Promise<boolean> {
		const longest = 2 ** 31 - 1;
		return sleep(Math.min(delayMs, longest), true, { signal: this.#held.signal }).catch(
			() => false,
		);
	}

	/** Cuts all delays short. */
	release(): void {
		this.#held.abort();
		this.#held = new AbortController();
	}

	/** The fault for this request; uses up the rules it comes from. */
	take(entry: LogEntry): Fault {
		const fault: Fault = { delayMs: 0 };
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
			if (decides) fault.rule = rule;
		}
		this.#rules = this.#rules.filter(({ left }) => left > 0);
		return fault;
	}
}

/** The answer that a rule with a status gives. */
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
