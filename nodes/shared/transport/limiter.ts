import { createHash } from 'crypto';
import { sleep } from 'n8n-workflow';

import type { Failure } from '../errors/failure';
import { LIMITS } from '../limits';
import { explainOutage, explainPause } from './httpErrors';
import { OpenRequests, type Open } from './openRequests';
import { Outages } from './outages';
import { afterRefusal, afterSuccess, COLD, measuredRate, spacingOf, withStart } from './rate';
import { Recent } from './recent';
import type { Pause } from './retry';
import { RoundRobin, urgentIsNext } from './turns';
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
	/** Ends the wait, with true for its turn and false for a halted request */
	end: (turn: boolean) => void;
	fail: (error: UnsentError) => void;
}

/**
 * Rate limiter for one base URL and API key: limits concurrency, spaces requests after a 429, pauses when the service asks
 * for it, and stops sending to an endpoint that only fails. Executions of nodes take turns. All nodes and executions of a
 * process share it; other processes have their own. Times are monotonic.
 */
export class Limiter {
	private rate = COLD;
	private readonly open = new OpenRequests();
	private readonly outages = new Outages(this.open);
	private lastWasUrgent = false;
	private readonly urgent = new RoundRobin<Waiting>();
	private readonly others = new RoundRobin<Waiting>();
	/** Earliest start of the next request, in milliseconds (monotonic) */
	private nextStart = -Infinity;
	private pausedUntil = 0;
	private pauseAsked = { status: 429, since: 0 };
	/** Time at which the rate was lowered last */
	private loweredAt = 0;
	private lastAnswer = 0;
	/** Latest starts of requests that were not refused */
	private starts: number[] = [];
	private wakeAt = Infinity;

	/** True if no request is in flight, waiting or about to be tried again, and there is no pause. */
	get isIdle(): boolean {
		const isUsed = performance.now() - this.nextStart < 2 * LIMITS.longestBackoff;
		return this.open.isEmpty && !this.isWaitedFor && !isUsed && !this.pause;
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
		let open: Open | undefined;
		const turn = await new Promise<boolean>((resolve, fail) => {
			const end = (isTurn: boolean) => {
				if (isTurn) open = this.start(place);
				resolve(isTurn);
			};
			const queues = place.urgent ? this.urgent : this.others;
			const add = place.again === 'refused' ? 'addFirst' : 'add';
			queues[add](place.queue, { ...place, halted, end, fail });
			this.admit();
		});
		if (!turn || !open) return undefined;
		try {
			return halted() ? undefined : await request(open);
		} finally {
			this.open.remove(open);
			this.admit();
		}
	}

	/** Notes a successful answer. */
	succeeded(open: Open): void {
		const now = performance.now();
		this.answered(open);
		this.rate = afterSuccess(this.rate, now - this.lastAnswer);
		this.lastAnswer = now;
	}

	/** Notes an answer other than a temporary failure. */
	answered(open: Open): void {
		this.open.answered(open);
		this.outages.answered(open);
	}

	/**
	 * Notes a temporary failure other than a 429. Returns false if the request is not to be tried again, since all
	 * requests to its endpoint have failed for long.
	 */
	failed(open: Open, failure: Failure): boolean {
		this.outages.failed(open, explainOutage(failure));
		return !this.outages.isOver(open);
	}

	/** Notes a 429. Requests from before the last 429 do not lower the rate again. */
	refused({ startedAt }: Open, pause: number): void {
		this.open.refused();
		this.starts = this.starts.filter((start) => start !== startedAt);
		if (startedAt < this.loweredAt) return;
		const now = performance.now();
		this.rate = afterRefusal(this.rate, measuredRate(this.starts, now, pause));
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

	private get isWaitedFor(): boolean {
		return !this.urgent.isEmpty || !this.others.isEmpty;
	}

	/** Starts the requests that may start now, removes the others, and schedules the next check while requests wait. */
	private admit(): void {
		if (!this.isWaitedFor) return;
		while (this.timeToStart() <= 0) {
			const next = this.next();
			if (!next) break;
			this.lastWasUrgent = next.urgent;
			this.nextStart = performance.now() + spacingOf(this.rate);
			next.end(true);
		}
		if (!this.isWaitedFor) return;
		this.dismiss();
		const ms = this.timeToStart();
		this.wakeIn(ms > 0 ? Math.min(ms, LIMITS.waitStep) : LIMITS.waitStep);
	}

	/** Ends the wait of requests that are halted, and fails those that would have to wait too long. */
	private dismiss(): void {
		const { pause } = this;
		const longest = performance.now() + LIMITS.maxRequestTime;
		const failureOf = (waiting: Waiting): Failure | undefined => {
			const { deadline = Infinity } = waiting;
			if (pause && this.pausedUntil > Math.min(longest, deadline)) return explainPause(pause);
			const advice = this.outages.advice(waiting);
			return typeof advice === 'object' ? advice : undefined;
		};
		const isGone = (waiting: Waiting) => waiting.halted() || failureOf(waiting) !== undefined;
		for (const each of [...this.urgent.takeGone(isGone), ...this.others.takeGone(isGone)]) {
			const failure = failureOf(each);
			if (each.halted() || !failure) each.end(false);
			else each.fail(new UnsentError(failure));
		}
	}

	private start({ path, urgent, again }: Place): Open {
		const startedAt = performance.now();
		const open: Open = { path, urgent, again: again !== undefined, startedAt };
		this.open.add(open);
		this.starts = withStart(this.starts, startedAt);
		return open;
	}

	private next(): Waiting | undefined {
		const { concurrency } = this.rate;
		const may = (waiting: Waiting) =>
			this.outages.advice(waiting) === 'send' && this.open.hasRoomFor(waiting, concurrency);
		const [urgent, other] = [this.urgent.next(may), this.others.next(may)];
		if (urgent !== undefined) {
			const urgentGoes = urgentIsNext({
				othersWait: other !== undefined,
				urgentInFlight: this.open.urgentIn(concurrency),
				concurrency,
				lastWasUrgent: this.lastWasUrgent,
			});
			if (urgentGoes) return this.urgent.take(urgent);
		}
		return other === undefined ? undefined : this.others.take(other);
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

/** Limiters by a digest of base URL and key. One that is in use is never dropped, so that none has a second beside it. */
export const LIMITERS = new Recent<string, Limiter>(({ isIdle }) => isIdle);

/** The limiter of a base URL and API key, which all credentials with these values share. */
export function limiterOf(baseUrl: string, apiKey: string): Limiter {
	const text = JSON.stringify([baseUrl, apiKey]);
	const id = createHash('sha256').update(text).digest('base64url');
	const limiter = LIMITERS.get(id) ?? new Limiter();
	LIMITERS.set(id, limiter);
	return limiter;
}
