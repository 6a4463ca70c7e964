/** Code of a connection that failed because the service's certificate was not accepted. */
export const CERTIFICATE = 'CERT';

/** Code of a connection that failed because the port does not use TLS. */
export const NO_TLS = 'NO_TLS';

/** Code of a request that n8n itself refuses to send: to a private address or a blocked host. */
export const BLOCKED = 'BLOCKED';

/** Code of a failure that names none. */
const UNKNOWN = 'UNKNOWN';

/** System error code of a failed connection; CERTIFICATE for all certificate errors. */
export function networkCode(error: unknown): string {
	for (let cause = error; isError(cause); cause = cause.cause ?? cause.errorResponse) {
		if (BY_N8N.test(String(cause.message))) return BLOCKED;
		const code = codeOf(cause);
		if (code && WITHOUT_TLS.test(`${code} ${String(cause.message)}`)) return NO_TLS;
		if (code && UNTRUSTED.test(code)) return CERTIFICATE;
		if (code && code !== 'ERR_BAD_REQUEST') return code;
	}
	return UNKNOWN;
}

/** Meaning of a network code. A request that failed without a code may have been carried out. */
export function lostBy(code: string): { transient: boolean; neverSent: boolean } {
	return {
		transient: code !== UNKNOWN && !FINAL_CODES.includes(code),
		neverSent: NEVER_SENT.includes(code),
	};
}

/** Codes of failures that the next try meets again: wrong host, no valid certificate, an address that is blocked. */
const FINAL_CODES = ['ENOTFOUND', 'ERR_INVALID_URL', CERTIFICATE, NO_TLS, BLOCKED];

/** Codes of connections that were not established. */
const NEVER_SENT = [...FINAL_CODES, 'ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Matches codes of OpenSSL and Node.js for a certificate that is untrusted, invalid or of another host. */
const UNTRUSTED = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|CRL_|HOSTNAME_MISMATCH/;

/** Words of n8n's protection of private addresses, whose errors have no code. */
const BY_N8N = /^The request was blocked because/;

/** Error of TLS at a port that answers without it; EPROTO has other causes, too. */
const WITHOUT_TLS = /WRONG_VERSION_NUMBER|wrong version number|packet length too long/;

/** Shape of an error. Not `Error`, since a system error can come from another realm. */
interface ErrorLike {
	code?: unknown;
	/** System error code in n8n 2.0, which has no `cause` */
	httpCode?: unknown;
	errorResponse?: unknown;
	message?: unknown;
	cause?: unknown;
}

function isError(value: unknown): value is ErrorLike {
	return typeof value === 'object' && value !== null;
}

function codeOf({ code, httpCode }: ErrorLike): string | undefined {
	const given = code ?? httpCode;
	return typeof given === 'string' && /^[A-Z]/.test(given) ? given : undefined;
}
