import type { Failure } from '../errors/failure';
import { LIMITS } from '../limits';

/** A request that was sent. Times are monotonic. */
export interface Open {
	/** Contract path, with the proxy and timeout of the node: its endpoint can fail with these alone */
	path: string;
	urgent: boolean;
	/** True for another try of the same request */
	again: boolean;
	startedAt: number;
}

type Answer = { startedAt: number; at: number };

/** An endpoint that fails every request. Times are monotonic. */
interface Outage {
	/** Failed tries since the last answer, and the number of requests among them */
	tries: number;
	requests: number;
	/** Time of the first of these failures */
	since: number;
	/** Time at which the endpoint got down; undefined before */
	downSince?: number;
	/** Time from which the next probe may be sent */
	nextProbe: number;
	/** Number of probes that failed */
	probes: number;
	/** Failure of the latest try */
	failure: Failure;
}

/** Request that was not sent yet. */
type Planned = Pick<Open, 'path' | 'urgent'>;

/**
 * The endpoints of the service and the requests without an answer: one that hangs or fails does not stop the others.
 *
 * - Bulkheads: a request without an answer after `LIMITS.slowAnswer` is slow. It is late if others are answered in a
 *   quarter of its time. Late requests do not count as concurrency, as many as may be in flight. They count again after a
 *   429. Endpoints with slow requests together have no more requests than may be in flight.
 * - Circuit breakers: after `LIMITS.failuresToStop` temporary failures in a row, of several requests, one request at a time
 *   is sent as a probe, and the others wait for its answer. If none has succeeded within `LIMITS.outagePatience`, they fail
 *   without being sent, until it is time for the next probe. Polls and list searches are always sent.
 */
export class Endpoints {
	private readonly open = new Set<Open>();
	/** The latest answers: times at which the request was sent and the answer arrived */
	private answers: Answer[] = [];
	/** Time of the latest 429 */
	private refusedAt = -Infinity;
	private readonly outages = new Map<string, Outage>();

	get isIdle(): boolean {
		return this.open.size === 0;
	}

	started(request: Open): void {
		this.open.add(request);
	}

	ended(request: Open): void {
		this.open.delete(request);
	}

	/** Notes that a request was answered, other than with a temporary failure. */
	answered({ path, startedAt }: Open): void {
		this.answers = [...this.answers, { startedAt, at: performance.now() }].slice(-4);
		this.outages.delete(path);
	}

	/** Notes a 429: from now on all requests count that have no answer. */
	refused(): void {
		this.refusedAt = performance.now();
	}

	/**
	 * Notes a temporary failure other than a 429. Returns false if the request is not to be tried again, since its endpoint
	 * has failed for long.
	 */
	failed({ path, again }: Open, failure: Failure): boolean {
		const now = performance.now();
		const outage = this.outages.get(path) ?? { ...NONE, since: now, failure };
		outage.tries++;
		if (!again) outage.requests++;
		outage.failure = failure;
		this.outages.set(path, outage);
		if (!isDown(outage)) return true;
		outage.downSince ??= now;
		const backoff = LIMITS.firstBackoff * 2 ** outage.probes++;
		outage.nextProbe = now + Math.min(LIMITS.longestBackoff, backoff);
		return now - outage.since < LIMITS.outagePatience;
	}

	/** True if a request may be sent now, with `concurrency` requests in flight. */
	admits(request: Planned, concurrency: number): boolean {
		return this.advice(request) === 'send' && this.hasRoomFor(request, concurrency);
	}

	/** The failure of a request that is not sent, since its endpoint has failed for long. */
	failureOf(request: Planned): Failure | undefined {
		const advice = this.advice(request);
		return typeof advice === 'object' ? advice : undefined;
	}

	/** Number of requests of polls and list searches that count. */
	urgentIn(concurrency: number): number {
		return this.counted(concurrency).filter(({ urgent }) => urgent).length;
	}

	/** Tells to send a request, to let it wait for the outcome of a probe, or to fail it. */
	private advice({ path, urgent }: Planned): 'send' | 'wait' | Failure {
		const outage = this.outages.get(path);
		if (!outage || urgent || !isDown(outage)) return 'send';
		const now = performance.now();
		const probe = this.probeOn(path, outage);
		if (!probe && now >= outage.nextProbe) return 'send';
		const from = Math.max(outage.since, probe?.startedAt ?? 0);
		return now - from < LIMITS.outagePatience ? 'wait' : outage.failure;
	}

	/** The latest request to an endpoint that is down, other than polls and list searches. */
	private probeOn(path: string, { downSince = Infinity }: Outage): Open | undefined {
		const isProbe = (each: Open) =>
			each.path === path && !each.urgent && each.startedAt > downSince;
		return [...this.open].reverse().find(isProbe);
	}

	/** True if `concurrency` allows another request to this path. */
	private hasRoomFor({ path, urgent }: Planned, concurrency: number): boolean {
		// One time for the whole decision: a request that gets slow meanwhile would be counted both ways
		const now = performance.now();
		const slow = [...this.open].filter((each) => now - each.startedAt > LIMITS.slowAnswer);
		const slowPaths = new Set(slow.map((each) => each.path));
		const held = [...this.open].filter((each) => slowPaths.has(each.path)).length;
		if (slowPaths.has(path) && held >= concurrency + (urgent ? 1 : 0)) return false;
		const counted = this.counted(concurrency, now);
		if (counted.length < concurrency) return true;
		// If all are slow, one more request tells whether the service is slow or only an endpoint
		const most = Math.max(concurrency, slow.filter((each) => this.countsAgain(each)).length);
		if (counted.length > most || (slowPaths.has(path) && !urgent)) return false;
		const answers = this.answers.length > 0 ? this.answers : [{ startedAt: 0, at: 0 }];
		return counted.every((each) => isLate(each, answers, now));
	}

	/** The requests that count as concurrency. */
	private counted(concurrency: number, now = performance.now()): Open[] {
		let excused = 0;
		return [...this.open].filter((each) => {
			const since = this.answers.filter(({ at }) => at > each.startedAt);
			return this.countsAgain(each) || !isLate(each, since, now) || ++excused > concurrency;
		});
	}

	private countsAgain({ startedAt }: Open): boolean {
		return startedAt <= this.refusedAt;
	}
}

/** True if a request is slow, and one of the answers took less than a quarter of its time. */
function isLate(request: Open, answers: Answer[], now: number): boolean {
	const age = now - request.startedAt;
	const isSlow = age > LIMITS.slowAnswer;
	return isSlow && answers.some(({ startedAt, at }) => 4 * (at - startedAt) < age);
}

const NONE = { tries: 0, requests: 0, nextProbe: 0, probes: 0 };

function isDown({ tries, requests }: Outage): boolean {
	return tries >= LIMITS.failuresToStop && requests >= LIMITS.requestsToStop;
}
