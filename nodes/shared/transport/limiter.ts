import { hash } from 'crypto';
import { sleep } from 'n8n-workflow';

import { declareLimits, LIMITS } from '../limits';
import { Recent } from '../recent';
import type { Halted } from '../wait';
import { Rate } from './rate';

const OWN_LIMITS = declareLimits({
	/** Time without an answer after which a request counts as slow */
	slowAnswer: 500,
	/** Longest pause, however long the Retry-After is */
	maxPause: 3_600_000,
});

/** Place of a request in the queues. */
export interface QueuePlace {
	/** ID of the queue, which requests of one execution of a node share */
	queue: string;
	/** True for polls and list searches */
	urgent: boolean;
	/** Endpoint of the service, which can be slow while others are not */
	endpoint: string;
	/** Time of the monotonic clock at which the request is no longer wanted */
	deadline?: number;
}

/** A pause that the service asked for. Times are Unix milliseconds. */
export interface Pause {
	/** HTTP status of the answer that asked for it, and the words for it */
	status: number;
	message?: string;
	since: number;
	/** End of the pause that the node makes: at most `OWN_LIMITS.maxPause` */
	until: number;
	/** End of the pause that the service asked for */
	askedUntil: number;
}

/** The latest time of a Date, in Unix milliseconds. */
const LATEST_DATE = 8.64e15;

/** A request in flight. */
interface Open extends Pick<QueuePlace, 'endpoint' | 'urgent'> {
	/** Time of the monotonic clock */
	startedAt: number;
}

/** A request that waits for its turn. */
interface WaitingRequest extends QueuePlace {
	halted: Halted;
	/** Ends the wait: without a value for a request that is not sent */
	start: (open?: Open) => void;
}

/**
 * Rate limiter for one base URL and API key, which all nodes and executions of a process share. Times are monotonic.
 *
 * - Executions of nodes take turns. Polls and list searches have every other turn while others wait.
 * - The rate limits how many requests are in flight, and spaces them after a 429.
 * - A request without an answer after `OWN_LIMITS.slowAnswer` is slow. It makes room for another one, up to twice as many as may
 *   be in flight, but not for its endpoint: all slow endpoints together have no more than may be in flight, and one poll.
 * - A pause that the service asks for holds for all requests.
 */
export class Limiter {
	private readonly rate = new Rate();
	private readonly open = new Set<Open>();
	private readonly urgent = new Turns();
	private readonly others = new Turns();
	private lastWasUrgent = false;
	private pausedUntil = 0;
	private pauseAsked: Omit<Pause, 'until'> = { status: 429, since: 0, askedUntil: 0 };
	private wakeAt = Infinity;

	/** True if no request is in flight, waiting or about to be tried again, and there is no pause. */
	get isIdle(): boolean {
		const isUsed = performance.now() - this.rate.nextStart < 2 * LIMITS.longestBackoff;
		return this.open.size === 0 && this.isEmpty && !isUsed && !this.pause;
	}

	/**
	 * Runs `request`, with the time of its start, when it is its turn. Returns undefined if it is not sent: it was halted
	 * before, or there is a pause for longer than a request may take, or than its deadline.
	 */
	async schedule<T>(
		place: QueuePlace,
		request: (startedAt: number) => Promise<T>,
		halted: Halted,
	): Promise<T | undefined> {
		const open = await new Promise<Open | undefined>((start) => {
			const turns = place.urgent ? this.urgent : this.others;
			turns.add({ ...place, halted, start });
			this.admit();
		});
		if (!open) return undefined;
		try {
			return halted() ? undefined : await request(open.startedAt);
		} finally {
			this.open.delete(open);
			this.admit();
		}
	}

	/** Notes a successful answer. */
	succeeded(): void {
		this.rate.succeeded();
	}

	/** Number of 429s without a success between them, with one to the request that started at a time. */
	refusalsInRow(startedAt: number): number {
		return this.rate.refusalsInRow(startedAt);
	}

	/** Notes a 429 to the request that started at a time. */
	refused(startedAt: number, pause: number): void {
		this.rate.refused(startedAt, pause);
	}

	/** Makes all requests wait for at least `ms` milliseconds, after an answer with this HTTP status and these words. */
	pauseFor(ms: number, status: number, message?: string): void {
		const until = performance.now() + Math.min(ms, OWN_LIMITS.maxPause);
		if (until <= this.pausedUntil) return;
		this.pausedUntil = until;
		const since = Date.now();
		this.pauseAsked = { status, message, since, askedUntil: Math.min(since + ms, LATEST_DATE) };
	}

	/** The current pause, if there is one. */
	get pause(): Pause | undefined {
		const left = this.pausedUntil - performance.now();
		return left > 0 ? { ...this.pauseAsked, until: Date.now() + left } : undefined;
	}

	private get isEmpty(): boolean {
		return this.urgent.isEmpty && this.others.isEmpty;
	}

	/**
	 * Starts the requests whose turn it is, ends the wait of those that are no longer wanted or would wait too long, and
	 * schedules the next check while others wait.
	 */
	private admit(): void {
		while (this.timeToStart() <= 0) {
			const next = this.takeNext();
			if (!next) break;
			const { endpoint, urgent } = next;
			const open = { endpoint, urgent, startedAt: this.rate.start() };
			this.open.add(open);
			next.start(open);
		}
		if (this.isEmpty) return;
		this.dismissUnwanted();
		const ms = this.timeToStart();
		// Without room, or in a long pause, for requests that became slow, were halted or ran out of time meanwhile
		this.wakeIn(ms > 0 ? Math.min(ms, LIMITS.waitStep) : LIMITS.waitStep);
	}

	/** Removes and returns the request whose turn it is, of those for which there is room. */
	private takeNext(): WaitingRequest | undefined {
		const hasRoom = this.roomNow();
		const [first, second] = this.lastWasUrgent
			? [this.others, this.urgent]
			: [this.urgent, this.others];
		const next = first.take(hasRoom) ?? second.take(hasRoom);
		if (next) this.lastWasUrgent = next.urgent;
		return next;
	}

	/** Tells of a request whether there is room for it now. */
	private roomNow(): (waiting: WaitingRequest) => boolean {
		const { concurrency } = this.rate;
		const slowSince = performance.now() - OWN_LIMITS.slowAnswer;
		const all = [...this.open];
		const slow = all.filter(({ startedAt }) => startedAt < slowSince);
		const fast = all.length - slow.length;
		// Beside requests that are all slow, one more tells whether the service is slow everywhere
		const most = fast === 0 ? Infinity : 2 * LIMITS.maxInFlight;
		const isFull = fast >= concurrency || all.length >= most;
		const slowEndpoints = new Set(slow.map(({ endpoint }) => endpoint));
		const held = all.filter(({ endpoint }) => slowEndpoints.has(endpoint));
		const mayHold = (urgent: boolean) =>
			held.length < concurrency || (urgent && !held.some((each) => each.urgent));
		return ({ endpoint, urgent }) => !isFull && (!slowEndpoints.has(endpoint) || mayHold(urgent));
	}

	/** Ends the wait of requests that are not sent. */
	private dismissUnwanted(): void {
		const longest = performance.now() + LIMITS.maxRequestTime;
		const isGone = ({ halted, deadline = Infinity }: WaitingRequest) =>
			halted() || this.pausedUntil > Math.min(longest, deadline);
		for (const turns of [this.urgent, this.others])
			for (const gone of turns.takeGone(isGone)) gone.start();
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

/** Round-robin scheduler: one first-in, first-out queue for each execution of a node. */
class Turns {
	/** Queues by ID, in the order of their turns, without empty ones */
	private readonly queues = new Map<string, WaitingRequest[]>();

	get isEmpty(): boolean {
		return this.queues.size === 0;
	}

	/** Adds a request to the end of its queue. */
	add(waiting: WaitingRequest): void {
		const queue = this.queues.get(waiting.queue);
		if (queue) queue.push(waiting);
		else this.queues.set(waiting.queue, [waiting]);
	}

	/** Removes and returns the first request of the next queue that may send one. That queue is then the last. */
	take(may: (waiting: WaitingRequest) => boolean): WaitingRequest | undefined {
		for (const [id, queue] of this.queues) {
			if (!may(queue[0])) continue;
			this.queues.delete(id);
			const next = queue.shift();
			if (queue.length > 0) this.queues.set(id, queue);
			return next;
		}
		return undefined;
	}

	/** Removes and returns requests from the start of each queue while they are `gone`. */
	takeGone(gone: (waiting: WaitingRequest) => boolean): WaitingRequest[] {
		const taken: WaitingRequest[] = [];
		for (const [id, queue] of this.queues) {
			while (queue.length > 0 && gone(queue[0])) taken.push(queue.shift()!);
			if (queue.length === 0) this.queues.delete(id);
		}
		return taken;
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
