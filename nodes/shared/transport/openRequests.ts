import { LIMITS } from '../limits';

/** A request that was sent. Times are monotonic. */
export interface Open {
	/** Contract path */
	path: string;
	urgent: boolean;
	/** True for another try of the same request */
	again: boolean;
	startedAt: number;
}

type Answer = { startedAt: number; at: number };

/**
 * The requests without an answer: bulkheads between the endpoints of the service, so that one that hangs does not stop
 * the others.
 *
 * A request without an answer after `LIMITS.slowAnswer` is slow. It is late if others are answered in a quarter of its
 * time. Late requests do not count as concurrency, as many as may be in flight. They count again after a 429. Endpoints
 * with slow requests together have no more requests than may be in flight.
 */
export class OpenRequests {
	private readonly all = new Set<Open>();
	/** The latest answers: times at which the request was sent and the answer arrived */
	private answers: Answer[] = [];
	/** Time of the latest 429 */
	private refusedAt = -Infinity;

	get isEmpty(): boolean {
		return this.all.size === 0;
	}

	add(request: Open): void {
		this.all.add(request);
	}

	remove(request: Open): void {
		this.all.delete(request);
	}

	/** The latest request of a path, other than polls and list searches, that started after a time. */
	latestOn(path: string, after = Infinity): Open | undefined {
		const isLater = (each: Open) => each.path === path && !each.urgent && each.startedAt > after;
		return [...this.all].reverse().find(isLater);
	}

	/** Notes that a request was answered, other than with a temporary failure. */
	answered({ startedAt }: Open): void {
		this.answers = [...this.answers, { startedAt, at: performance.now() }].slice(-4);
	}

	/** Notes a 429: from now on all requests count that have no answer. */
	refused(): void {
		this.refusedAt = performance.now();
	}

	/** True if `concurrency` allows another request to this path. */
	hasRoomFor({ path, urgent }: Pick<Open, 'path' | 'urgent'>, concurrency: number): boolean {
		const slow = [...this.all].filter(isSlow);
		const slowPaths = new Set(slow.map((each) => each.path));
		const held = [...this.all].filter((each) => slowPaths.has(each.path)).length;
		if (slowPaths.has(path) && held >= concurrency + (urgent ? 1 : 0)) return false;
		const counted = this.counted(concurrency);
		if (counted.length < concurrency) return true;
		// If all are slow, one more request tells whether the service is slow or only an endpoint
		const most = Math.max(concurrency, slow.filter((each) => this.countsAgain(each)).length);
		if (counted.length > most || (slowPaths.has(path) && !urgent)) return false;
		const answers = this.answers.length > 0 ? this.answers : [{ startedAt: 0, at: 0 }];
		return counted.every((each) => isLate(each, answers));
	}

	/** Number of requests of polls and list searches that count. */
	urgentIn(concurrency: number): number {
		return this.counted(concurrency).filter(({ urgent }) => urgent).length;
	}

	/** The requests that count as concurrency. */
	private counted(concurrency: number): Open[] {
		let excused = 0;
		return [...this.all].filter((each) => {
			const since = this.answers.filter(({ at }) => at > each.startedAt);
			return this.countsAgain(each) || !isLate(each, since) || ++excused > concurrency;
		});
	}

	private countsAgain({ startedAt }: Open): boolean {
		return startedAt <= this.refusedAt;
	}
}

function isSlow({ startedAt }: Open): boolean {
	return performance.now() - startedAt > LIMITS.slowAnswer;
}

/** True if a request is slow, and one of the answers took less than a quarter of its time. */
function isLate(request: Open, answers: Answer[]): boolean {
	const age = performance.now() - request.startedAt;
	return isSlow(request) && answers.some(({ startedAt, at }) => 4 * (at - startedAt) < age);
}
