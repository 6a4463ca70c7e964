import type { Failure } from './failure';

/** Answer to the caller. */
export interface Answer {
	status: number;
	/** Raw text. */
	body: string;
	headers?: Record<string, string>;
	/** Milliseconds in which the body is sent, in parts; at once by default. */
	bodyMs?: number;
}

/** The error envelope. The values of `code` are not documented, so it differs from the HTTP status. */
export function failed({ status, message, headers }: Failure, request_id: string): Answer {
	return { status, headers, body: JSON.stringify({ code: status * 100, message, request_id }) };
}
