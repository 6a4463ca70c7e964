import type { Failure } from '../errors/failure';
import { declareLimits } from '../limits';
import { Recent } from '../recent';
import { explainOutage } from './messages';

const OWN_LIMITS = declareLimits({
	/** Failed tries in a row after which an endpoint can be down for an execution */
	failuresToStop: 8,
	/** Time over which they have all failed, and then from one request that is sent to the next */
	outagePatience: 8_000,
});

/** An endpoint that gives an execution nothing but temporary failures. Times are monotonic. */
interface Outage {
	/** Failed tries in a row, and the time of the first one */
	tries: number;
	since: number;
	/** Time from which the next request is sent, although the endpoint is down */
	nextTry: number;
	failure: Failure;
}

/**
 * Endpoints that are down, as each execution of n8n knows them, across its nodes and the turns of its loops. After
 * `OWN_LIMITS.failuresToStop` failed tries in a row, over at least `OWN_LIMITS.outagePatience`, no request is tried again, and one is
 * sent every `OWN_LIMITS.outagePatience`. The others fail without being sent, until one succeeds. An API key that the service has
 * refused is down after the first refusal, for all endpoints.
 */
const OUTAGES = new Recent<string, Outage>();

/**
 * The failure of a request that is not sent, since its endpoint is down; undefined for one that is sent.
 *
 * @param key execution and endpoint, or execution and API key
 */
export function outageFailure(key: string): Failure | undefined {
	const outage = OUTAGES.get(key);
	if (!outage || !isDown(outage)) return undefined;
	const now = performance.now();
	if (now < outage.nextTry) return explainOutage(outage.failure);
	outage.nextTry = now + OWN_LIMITS.outagePatience;
	return undefined;
}

/** Notes a temporary failure. Returns true if the endpoint is down, so that the request is not tried again. */
export function noteFailure(key: string, failure: Failure): boolean {
	const now = performance.now();
	const { tries, since } = OUTAGES.get(key) ?? { tries: 0, since: now };
	const outage = { tries: tries + 1, since, nextTry: now + OWN_LIMITS.outagePatience, failure };
	OUTAGES.set(key, outage);
	return isDown(outage);
}

/**
 * Notes that the service itself has refused the API key (HTTP 401; contract document 1, authentication). Services block
 * addresses that go on with such a key (HypixelDev/PublicAPI#299).
 */
export function noteRefusedKey(key: string, failure: Failure): void {
	const nextTry = performance.now() + OWN_LIMITS.outagePatience;
	OUTAGES.set(key, { tries: Infinity, since: -Infinity, nextTry, failure });
}

/** Notes any other answer. */
export function noteAnswer(key: string): void {
	OUTAGES.delete(key);
}

function isDown({ tries, since }: Outage): boolean {
	return (
		tries >= OWN_LIMITS.failuresToStop && performance.now() - since >= OWN_LIMITS.outagePatience
	);
}
