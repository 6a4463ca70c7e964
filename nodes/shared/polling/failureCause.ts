import { FailureError, type Failure, isDefect } from '../errors/failure';
import type { RowPage } from './event';

/**
 * Cause of a failed poll, which n8n reads from the property `failure` of an error (n8n-io/n8n#36531; n8n 2.41,
 * n8n/workflows/triggers/poll-backoff-policy.ts; older versions ignore it). With temporary causes, n8n backs off; with the
 * others, a user has to act.
 */
export type FailureCause =
	| { cause: 'rate-limited' | 'temporarily-unavailable'; retryAfterMs?: number }
	| { cause: 'credential-invalid' | 'configuration-invalid' | 'node-defect' };

/** HTTP statuses of temporary failures. 200 is an answer that does not come from the service, such as a proxy page. */
const PASSING = [200, 408, 425, 502, 503, 504];

/** HTTP statuses with which the service itself refuses a request for good (contract document 1, errors). */
const REFUSALS = [400, 401];

/**
 * The cause of a failure. `now` is Unix milliseconds. An answer that is not the service's own comes from a gateway, and so
 * does a status that the contract does not know: if the address `hasAnswered` before, it is temporary; else the address may
 * be wrong.
 */
export function causeOf(
	{ status = 0, isOwn, transient, until = 0 }: Failure,
	error: unknown,
	{ now, hasAnswered }: { now: number; hasAnswered: boolean },
): FailureCause {
	if (isDefect(error)) return { cause: 'node-defect' };
	const wait = until > now ? { retryAfterMs: until - now } : {};
	if (status === 429) return { cause: 'rate-limited', ...wait };
	const isOther = hasAnswered && status > 0 && !(isOwn && REFUSALS.includes(status));
	if (transient || isOther || PASSING.includes(status) || status >= 500)
		return { cause: 'temporarily-unavailable', ...wait };
	if (status === 401) return { cause: 'credential-invalid' };
	return { cause: 'configuration-invalid' };
}

/** True for a cause that passes without a user's doing. */
export function isTemporary({ cause }: FailureCause): boolean {
	return cause === 'rate-limited' || cause === 'temporarily-unavailable';
}

/** HTTP statuses from 400 to 499 whose cause is not the object that a request names: key, proxy, or time. */
const OTHER_CAUSES = [401, 407, 408, 425, 429];

/** True for a failure by which the service itself refuses what a request asks for. Another object may still be read. */
function isRefusedObject({ failure: { status = 0, isOwn, transient } }: FailureError): boolean {
	const isClients = status >= 400 && status < 500 && !OTHER_CAUSES.includes(status);
	return isClients && isOwn === true && !transient;
}

/** The last page of a parent that the service refuses, if that is what the error says; else throws it. */
export function refusedPage(error: unknown, parent: string): Pick<RowPage, 'rows' | 'refused'> {
	if (!(error instanceof FailureError) || !isRefusedObject(error)) throw error;
	const { status } = error.failure;
	return { rows: [], refused: { parent, reason: error.message, status } };
}
