/** Code of a connection that failed because the service's certificate was not accepted. */
export const CERTIFICATE = 'CERT';

/** Code of a connection that failed because the port does not use TLS. */
export const NO_TLS = 'NO_TLS';

/** Code of a failure that names none. */
const UNKNOWN = 'UNKNOWN';

/** The system's code of a failed connection; all kinds of certificate trouble under one name. */
export function networkCode(error: unknown): string {
	for (let cause = error; isError(cause); cause = cause.cause ?? cause.errorResponse) {
		const code = codeOf(cause);
		if (code && WITHOUT_TLS.test(`${code} ${String(cause.message)}`)) return NO_TLS;
		if (code && UNTRUSTED.test(code)) return CERTIFICATE;
		if (code && code !== 'ERR_BAD_REQUEST') return code;
	}
	return UNKNOWN;
}

/** How a request without an answer failed. One whose failure names no code may have been carried out. */
export function lostBy(code: string): { transient: boolean; neverSent: boolean } {
	return {
		transient: code !== UNKNOWN && !FINAL_CODES.includes(code),
		neverSent: NEVER_SENT.includes(code),
	};
}

/** Codes of failures that the next try meets again: wrong host, no valid certificate. */
const FINAL_CODES = ['ENOTFOUND', 'ERR_INVALID_URL', CERTIFICATE, NO_TLS];

/** Codes of connections that were never made. */
const NEVER_SENT = [...FINAL_CODES, 'ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** OpenSSL's and Node's codes for a certificate that is not trusted, not valid or not of this host. */
const UNTRUSTED = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|CRL_|HOSTNAME_MISMATCH/;

/** What TLS makes of a port that answers without it; EPROTO is also used for other trouble. */
const WITHOUT_TLS = /WRONG_VERSION_NUMBER|wrong version number|packet length too long/;

/** An error by its looks: one of the system's may come from another realm, where Error is another one. */
interface ErrorLike {
	code?: unknown;
	/** n8n 2.0 has the system's code here, and no cause */
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
