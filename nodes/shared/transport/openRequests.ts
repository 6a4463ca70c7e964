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

/**
 * The requests without an answer: bulkheads between the endpoints of the service, so that one that hangs does not stop
 * the others.
 *
 * A request without an answer after `LIMITS.slowAnswer` is slow. As long as other requests are answered in time, slow ones
 * do not count as concurrency, as many as may be in flight. They count again after a 429. Endpoints with slow requests
 * together have no more requests than may be in flight.
 */
export class OpenRequests {
	private readonly all = new Set<Open>();
	/** Time of the latest answer in time */
	private answeredInTime = -Infinity;
	private latestWasInTime = true;
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
		const now = performance.now();
		this.latestWasInTime = now - startedAt <= LIMITS.slowAnswer;
		if (this.latestWasInTime) this.answeredInTime = now;
	}

	/** Notes a 429: from now on all requests count that have no answer. */
	refused(): void {
		this.refusedAt = performance.now();
	}

	/** True if `concurrency` allows another request to this path. */
	hasRoomFor({ path, urgent }: Pick<Open, 'path' | 'urgent'>, concurrency: number): boolean {
		const slow = [...this.all].filter(isSlow);
		const slowPaths = new Set(slow.map((each) => each.path));
		if (slowPaths.has(path)) {
			const held = [...this.all].filter((each) => slowPaths.has(each.path)).length;
			if (held >= concurrency + (urgent ? 1 : 0)) return false;
		}
		const counted = this.counted(concurrency);
		if (counted.length < concurrency) return true;
		// If all are slow, one more request tells whether the service is slow or only an endpoint
		const tries = this.latestWasInTime && (urgent || !slowPaths.has(path));
		const most = Math.max(concurrency, slow.filter((each) => this.countsAgain(each)).length);
		return tries && counted.length <= most && counted.every(isSlow);
	}

	/** Number of requests of polls and list searches that count. */
	urgentIn(concurrency: number): number {
		return this.counted(concurrency).filter(({ urgent }) => urgent).length;
	}

	/** The requests that count as concurrency. */
	private counted(concurrency: number): Open[] {
		let excused = 0;
		return [...this.all].filter((each) => {
			const othersAnswer = this.answeredInTime > each.startedAt && !this.countsAgain(each);
			return !(othersAnswer && isSlow(each)) || ++excused > concurrency;
		});
	}

	private countsAgain({ startedAt }: Open): boolean {
		return startedAt <= this.refusedAt;
	}
}

function isSlow({ startedAt }: Open): boolean {
	return performance.now() - startedAt > LIMITS.slowAnswer;
}
