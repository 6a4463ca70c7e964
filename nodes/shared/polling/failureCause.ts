import { isDefect, type Failure } from '../errors/failure';

/**
 * Why a poll failed, as plain data that n8n reads from the `failure` of an error (2.41 and newer; older
 * versions ignore it): with causes that pass n8n backs off, with the others somebody has to act.
 */
export type FailureCause =
	| { cause: 'rate-limited' | 'temporarily-unavailable'; retryAfterMs?: number }
	| { cause: 'credential-invalid' | 'configuration-invalid' | 'node-defect' };

/** HTTP statuses that pass; 200 is an answer that was none of the service's, such as a page of a proxy. */
const PASSING = [200, 408, 425, 502, 503, 504];

/** The cause of a failure. */
export function causeOf(
	{ status, transient, until }: Failure,
	error: unknown,
	now: number,
): FailureCause {
	if (isDefect(error)) return { cause: 'node-defect' };
	const wait = until !== undefined && until > now ? { retryAfterMs: until - now } : {};
	if (status === 429) return { cause: 'rate-limited', ...wait };
	if (transient || (status !== undefined && (PASSING.includes(status) || status >= 500))) {
		return { cause: 'temporarily-unavailable', ...wait };
	}
	if (status === 401) return { cause: 'credential-invalid' };
	return { cause: 'configuration-invalid' };
}
