import { createHash } from 'crypto';
import { sleep } from 'n8n-workflow';

import { LIMITS } from '../limits';
import { afterRefusal, afterSuccess, COLD, measuredRate, spacingOf } from './rate';
import { RoundRobin, urgentIsNext } from './turns';
import type { Halted } from './wait';

/** A pause that the service asked for. Times are Unix milliseconds. */
export interface Pause {
	/** HTTP status of the answer that asked for it */
	status: number;
	since: number;
	until: number;
}

/** Thrown for a request that is not sent because the service has asked for a long pause. */
export class PausedError extends Error {
	constructor(readonly pause: Pause) {
		super();
	}
}

/** Place of a request in the queues. */
export interface Place {
	/** ID of the queue, which requests of one execution of a node share */
	queue: string;
	/** True for polls and list searches */
	urgent: boolean;
	/** True for a request that is sent again: it comes before all others */
	again?: boolean;
}

/** A request that waits for its turn. */
interface Waiting {
	urgent: boolean;
	halted: Halted;
	/** Ends the wait, with true for its turn and false for a halted request */
	end: (turn: boolean) => void;
	fail: (error: PausedError) => void;
}

/**
 * Rate limiter for one base URL and API key: limits concurrency, spaces requests after a 429, and pauses when the service
 * asks for it. Executions of nodes take turns. All nodes and executions of a process share it; other processes have their
 * own. Times are monotonic.
 */
export class Limiter {
	private pace = COLD;
	private inFlight = 0;
	private urgentInFlight = 0;
	private lastWasUrgent = false;
	private readonly urgent = new RoundRobin<Waiting>();
	private readonly others = new RoundRobin<Waiting>();
	/** Earliest start of the next request, in milliseconds (monotonic) */
	private nextStart = 0;
	private pausedUntil = 0;
	private pauseAsked = { status: 429, since: 0 };
	/** Time at which the rate was lowered last */
	private loweredAt = 0;
	private lastAnswer = 0;
	/** Latest starts of requests that were not refused */
	private starts: number[] = [];
	private wakeAt = Infinity;

	/**
	 * Runs `request` when it is its turn. Returns undefined if halted before. Throws PausedError during a pause that is
	 * longer than a request may wait.
	 */
	async schedule<T>(
		{ queue, urgent, again }: Place,
		request: (startedAt: number) => Promise<T>,
		halted: Halted,
	): Promise<T | undefined> {
		const turn = await new Promise<boolean>((end, fail) => {
			const queues = urgent ? this.urgent : this.others;
			queues[again ? 'addFirst' : 'add'](queue, { urgent, halted, end, fail });
			this.admit();
		});
		if (!turn) return undefined;
		try {
			return halted() ? undefined : await request(this.start());
		} finally {
			this.inFlight--;
			if (urgent) this.urgentInFlight--;
			this.admit();
		}
	}

	/** Notes a successful answer. */
	succeeded(): void {
		const now = performance.now();
		this.pace = afterSuccess(this.pace, now - this.lastAnswer);
		this.lastAnswer = now;
	}

	/** Notes a 429 for a request that was started at `startedAt`. Requests from before the last 429 do not lower the rate again. */
	refused(startedAt: number, pause: number): void {
		this.starts = this.starts.filter((start) => start !== startedAt);
		if (startedAt < this.loweredAt) return;
		const now = performance.now();
		this.pace = afterRefusal(this.pace, measuredRate(this.starts, now, pause));
		this.loweredAt = this.lastAnswer = now;
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

	/** True if no request is in flight or waiting and there is no pause. */
	get isIdle(): boolean {
		return this.inFlight === 0 && !this.isWaitedFor && !this.pause;
	}

	private get isWaitedFor(): boolean {
		return !this.urgent.isEmpty || !this.others.isEmpty;
	}

	/** Starts the requests that may start now, removes halted ones, and schedules the next check while requests wait. */
	private admit(): void {
		this.dismiss(({ halted }) => halted()).forEach(({ end }) => end(false));
		const { pause } = this;
		if (pause && this.pausedUntil - performance.now() > LIMITS.maxRequestTime) {
			this.dismiss(() => true).forEach(({ fail }) => fail(new PausedError(pause)));
		}
		while (this.inFlight < this.pace.concurrency && this.timeToStart() <= 0) {
			const next = this.next();
			if (!next) break;
			this.inFlight++;
			if (next.urgent) this.urgentInFlight++;
			this.lastWasUrgent = next.urgent;
			this.nextStart = performance.now() + spacingOf(this.pace);
			next.end(true);
		}
		if (!this.isWaitedFor) return;
		const ms = this.timeToStart();
		this.wakeIn(ms > 0 ? Math.min(ms, LIMITS.waitStep) : LIMITS.waitStep);
	}

	private start(): number {
		const now = performance.now();
		this.starts.push(now);
		if (this.starts.length > LIMITS.ratedStarts) this.starts.shift();
		return now;
	}

	private next(): Waiting | undefined {
		const urgentGoes = urgentIsNext({
			urgentWaits: !this.urgent.isEmpty,
			othersWait: !this.others.isEmpty,
			urgentInFlight: this.urgentInFlight,
			concurrency: this.pace.concurrency,
			lastWasUrgent: this.lastWasUrgent,
		});
		return urgentGoes ? this.urgent.next() : this.others.next();
	}

	private dismiss(gone: (entry: Waiting) => boolean): Waiting[] {
		return [...this.urgent.takeGone(gone), ...this.others.takeGone(gone)];
	}

	/** Milliseconds until rate and pause allow the next request. */
	private timeToStart(): number {
		return Math.max(this.nextStart, this.pausedUntil) - performance.now();
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

/** Limiters by a digest of base URL and key. */
export const LIMITERS = new Map<string, Limiter>();

/** The limiter of a base URL and API key, which all credentials with these values share. */
export function limiterOf(baseUrl: string, apiKey: string): Limiter {
	const id = createHash('sha256')
		.update(JSON.stringify([baseUrl, apiKey]))
		.digest('base64url');
	const known = LIMITERS.get(id);
	if (known) return known;
	if (LIMITERS.size >= LIMITS.maxAccounts) {
		for (const [each, { isIdle }] of LIMITERS) if (isIdle) LIMITERS.delete(each);
	}
	const limiter = new Limiter();
	LIMITERS.set(id, limiter);
	return limiter;
}
