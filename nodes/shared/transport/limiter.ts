import { hash } from 'crypto';
import { sleep } from 'n8n-workflow';

import type { Failure } from '../errors/failure';
import { LIMITS } from '../limits';
import { Endpoints, type Open } from './endpoints';
import { explainOutage, explainPause } from './httpErrors';
import { Rate } from './rate';
import { Recent } from './recent';
import type { Pause } from './retry';
import { Turns } from './turns';
import type { Halted } from './wait';

/** Thrown for a request that is not sent: the service has asked for a long pause, or its endpoint fails all requests. */
export class UnsentError extends Error {
	constructor(readonly failure: Failure) {
		super();
	}
}

/** Place of a request in the queues. */
export interface Place extends Pick<Open, 'path' | 'urgent'> {
	/** ID of the queue, which requests of one execution of a node share */
	queue: string;
	/** The try before, if there was one. After a 429 the request comes before all others */
	again?: 'refused' | 'failed';
	/** Time of the monotonic clock at which the request is no longer wanted */
	deadline?: number;
}

/** A request that waits for its turn. */
interface Waiting extends Place {
	halted: Halted;
	/** Ends the wait, without a value for a halted request */
	start: (open?: Open) => void;
	fail: (error: UnsentError) => void;
}

/**
 * Rate limiter for one base URL and API key: limits concurrency, spaces requests after a 429, pauses when the service asks
 * for it, and stops sending to an endpoint that only fails. Executions of nodes take turns. All nodes and executions of a
 * process share it; other processes have their own. Times are monotonic.
 */
export class Limiter {
	private readonly rate = new Rate();
	private readonly endpoints = new Endpoints();
	private readonly turns = new Turns<Waiting>();
	private pausedUntil = 0;
	private pauseAsked = { status: 429, since: 0 };
	private wakeAt = Infinity;

	/** True if no request is in flight, waiting or about to be tried again, and there is no pause. */
	get isIdle(): boolean {
		const isUsed = performance.now() - this.rate.nextStart < 2 * LIMITS.longestBackoff;
		return this.endpoints.isIdle && this.turns.isEmpty && !isUsed && !this.pause;
	}

	/**
	 * Runs `request` when it is its turn. Returns undefined if halted before. Throws UnsentError during a pause that is
	 * longer than the request may wait, and while its endpoint fails all requests.
	 */
	async schedule<T>(
		place: Place,
		request: (open: Open) => Promise<T>,
		halted: Halted,
	): Promise<T | undefined> {
		const open = await new Promise<Open | undefined>((start, fail) => {
			this.turns.add({ ...place, halted, start, fail });
			this.admit();
		});
		if (!open) return undefined;
		try {
			return halted() ? undefined : await request(open);
		} finally {
			this.endpoints.ended(open);
			this.admit();
		}
	}

	/** Notes a successful answer. */
	succeeded(open: Open): void {
		this.rate.succeeded();
		this.endpoints.answered(open);
	}

	/** Notes an answer other than a temporary failure. */
	answered(open: Open): void {
		this.endpoints.answered(open);
	}

	/**
	 * Notes a temporary failure other than a 429. Returns false if the request is not to be tried again, since all
	 * requests to its endpoint have failed for long.
	 */
	failed(open: Open, failure: Failure): boolean {
		return this.endpoints.failed(open, explainOutage(failure));
	}

	/** Notes a 429. */
	refused({ startedAt }: Open, pause: number): void {
		this.endpoints.refused();
		this.rate.refused(startedAt, pause);
	}

	/** Makes all requests wait for at least `ms` milliseconds, after an answer with this HTTP status. */
	pauseFor(ms: number, status: number): void {
		const until = performance.now() + Math.min(ms, LIMITS.maxPause);
		if (until <= this.pausedUntil) return;
		this.pausedUntil = until;
		this.pauseAsked = { status, since: Date.now() };
	}

	/** The current pause, if there is one. */
	get pause(): Pause | undefined {
		const left = this.pausedUntil - performance.now();
		return left > 0 ? { ...this.pauseAsked, until: Date.now() + left } : undefined;
	}

	/** Starts the requests that may start now, removes the others, and schedules the next check while requests wait. */
	private admit(): void {
		const { rate, endpoints, turns } = this;
		const urgentIn = (most: number) => endpoints.urgentIn(most);
		while (!turns.isEmpty && this.timeToStart() <= 0) {
			const { concurrency } = rate;
			const may = (waiting: Waiting) => endpoints.admits(waiting, concurrency);
			const next = turns.take(may, concurrency, urgentIn);
			if (!next) break;
			next.start(this.opened(next));
		}
		if (turns.isEmpty) return;
		this.dismiss();
		const ms = this.timeToStart();
		this.wakeIn(ms > 0 ? Math.min(ms, LIMITS.waitStep) : LIMITS.waitStep);
	}

	private opened({ path, urgent, again }: Place): Open {
		const startedAt = this.rate.start();
		const open = { path, urgent, again: again !== undefined, startedAt };
		this.endpoints.started(open);
		return open;
	}

	/** Ends the wait of requests that are halted, and fails those that would have to wait too long. */
	private dismiss(): void {
		const { pause } = this;
		const longest = performance.now() + LIMITS.maxRequestTime;
		const failureOf = (waiting: Waiting): Failure | undefined => {
			const { deadline = Infinity } = waiting;
			if (pause && this.pausedUntil > Math.min(longest, deadline)) return explainPause(pause);
			return this.endpoints.failureOf(waiting);
		};
		// Asked once: a moment later the next probe can be due, and a halted request has no failure
		const failures = new Map<Waiting, Failure | undefined>();
		const isGone = (waiting: Waiting) => {
			const isHalted = waiting.halted();
			const failure = isHalted ? undefined : failureOf(waiting);
			failures.set(waiting, failure);
			return isHalted || failure !== undefined;
		};
		for (const each of this.turns.takeGone(isGone)) {
			const failure = failures.get(each);
			if (failure) each.fail(new UnsentError(failure));
			else each.start();
		}
	}

	/** Milliseconds until rate and pause allow the next request. */
	private timeToStart(): number {
		return Math.max(this.rate.nextStart, this.pausedUntil) - performance.now();
	}

	private wakeIn(ms: number): void {
		const at = performance.now() + ms;
		if (at >= this.wakeAt) return;
		this.wakeAt = at;
		void sleep(Math.ceil(ms)).then(() => {
			if (this.wakeAt === at) this.wakeAt = Infinity;
			this.admit();
		});
	}
}

/** Limiters by a digest of base URL and key. One that is in use is never dropped, so that none has a second beside it. */
export const LIMITERS = new Recent<string, Limiter>(({ isIdle }) => isIdle);

/** The limiter of a base URL and API key, which all credentials with these values share. */
export function limiterOf(baseUrl: string, apiKey: string): Limiter {
	const id = hash('sha256', JSON.stringify([baseUrl, apiKey]));
	const limiter = LIMITERS.get(id) ?? new Limiter();
	LIMITERS.set(id, limiter);
	return limiter;
}
