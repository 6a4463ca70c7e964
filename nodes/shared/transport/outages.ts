import type { Failure } from '../errors/failure';
import { LIMITS } from '../limits';
import type { Open, OpenRequests } from './openRequests';

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

/** What to do with a request now: send it, let it wait for the outcome of a probe, or fail it. */
export type Advice = 'send' | 'wait' | Failure;

/**
 * Circuit breaker for each endpoint. After `LIMITS.failuresToStop` temporary failures in a row, of several requests, one
 * request at a time is sent as a probe, and the others wait for its answer. If none has succeeded within
 * `LIMITS.outagePatience`, they fail without being sent, until it is time for the next probe.
 */
export class Outages {
	private readonly byPath = new Map<string, Outage>();

	constructor(private readonly open: OpenRequests) {}

	/** What to do with a request that was not sent yet. Polls and list searches are always sent. */
	advice({ path, urgent }: Pick<Open, 'path' | 'urgent'>): Advice {
		const outage = this.byPath.get(path);
		if (!outage || urgent || !isDown(outage)) return 'send';
		const now = performance.now();
		const probe = this.open.latestOn(path, outage.downSince);
		if (!probe && now >= outage.nextProbe) return 'send';
		const from = Math.max(outage.since, probe?.startedAt ?? 0);
		return now - from < LIMITS.outagePatience ? 'wait' : outage.failure;
	}

	/** True if a failed request is not to be tried again, since the endpoint has failed for long. */
	isOver({ path }: Open): boolean {
		const outage = this.byPath.get(path);
		if (!outage || !isDown(outage)) return false;
		return performance.now() - outage.since >= LIMITS.outagePatience;
	}

	/** Notes an answer other than a temporary failure. */
	answered({ path }: Open): void {
		this.byPath.delete(path);
	}

	/** Notes a temporary failure other than a 429. */
	failed(request: Open, failure: Failure): void {
		const now = performance.now();
		const { path, again } = request;
		const outage = this.byPath.get(path) ?? { ...NONE, since: now, failure };
		outage.tries++;
		if (!again) outage.requests++;
		if (isDown(outage)) {
			outage.downSince ??= now;
			const backoff = LIMITS.firstBackoff * 2 ** outage.probes++;
			outage.nextProbe = now + Math.min(LIMITS.longestBackoff, backoff);
		}
		outage.failure = failure;
		this.byPath.set(path, outage);
	}
}

const NONE = { tries: 0, requests: 0, nextProbe: 0, probes: 0 };

function isDown({ tries, requests }: Outage): boolean {
	return tries >= LIMITS.failuresToStop && requests >= LIMITS.requestsToStop;
}
