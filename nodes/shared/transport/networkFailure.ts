/** A failure without an answer: what has failed, where, and whether the request had been sent. */
export interface NetworkFailure {
	kind: Kind;
	/** Error code of the system, such as ECONNRESET, if the error has one */
	code?: string;
	/** Host or port that was not the service's, as the error names them: those of a proxy */
	proxy?: string;
	/** True for a failure that may have passed by the next try */
	transient: boolean;
	/** True if the request was certainly not sent */
	neverSent: boolean;
}

/** Kinds of failures, of which each has words of its own. */
export type Kind =
	| 'blocked'
	| 'proxyAddress'
	| 'proxyEnded'
	| 'clientCertificate'
	| 'noTls'
	| 'tlsVersion'
	| 'expired'
	| 'notYetValid'
	| 'otherHost'
	| 'untrusted'
	| 'handshake'
	| 'unknownHost'
	| 'unreachable'
	| 'timeout'
	| 'lost';

interface KindOfFailure {
	kind: Kind;
	pattern: RegExp;
	transient?: boolean;
	sent?: boolean;
}

/**
 * How each kind is recognized in code and message of an error, the first that fits: those of Node.js and OpenSSL, and n8n's
 * own. A kind that the next try meets again is not transient. The request of a `sent` kind may have reached the service.
 */
const KINDS: KindOfFailure[] = [
	// n8n's protection of private addresses, whose errors have no code
	{ kind: 'blocked', pattern: /^The request was blocked because/m },
	// The address of the service was checked before
	{ kind: 'proxyAddress', pattern: /^ERR_INVALID_URL/ },
	{ kind: 'proxyEnded', pattern: /before receiving CONNECT response/, transient: true },
	{ kind: 'clientCertificate', pattern: /certificate.required|alert.bad.certificate/i },
	{ kind: 'noTls', pattern: /wrong.version.number|packet.length.too.long/i },
	{ kind: 'tlsVersion', pattern: /protocol.version|unsupported.protocol/i },
	{ kind: 'expired', pattern: /^CERT_HAS_EXPIRED/ },
	{ kind: 'notYetValid', pattern: /^CERT_NOT_YET_VALID/ },
	{ kind: 'otherHost', pattern: /ALTNAME_INVALID|HOSTNAME_MISMATCH/ },
	{ kind: 'handshake', pattern: /ALERT|alert |handshake failure/ },
	{ kind: 'untrusted', pattern: /^\w*(CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|CRL_)/ },
	{ kind: 'unknownHost', pattern: /^ENOTFOUND/ },
	{
		kind: 'unreachable',
		pattern: /^(ECONNREFUSED|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/,
		transient: true,
	},
	{ kind: 'lost', pattern: /before secure TLS connection/, transient: true },
	{
		kind: 'timeout',
		pattern: /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)/,
		transient: true,
		sent: true,
	},
	{ kind: 'lost', pattern: /^[A-Z]/, transient: true, sent: true },
];

/** A failure that does not say what happened: the request may have been sent, and is not made anew. */
const UNKNOWN: KindOfFailure = { kind: 'lost', pattern: /^/, sent: true };

/** Stages at which no request has been sent, as system calls. */
const BEFORE_SENDING = ['connect', 'getaddrinfo'];

/**
 * The failure that an error of n8n's HTTP helper tells, from the first of its causes that says anything.
 *
 * @param base base URL of the service: a failure at another host or port is one of a proxy
 */
export function networkFailure(error: unknown, base: string): NetworkFailure {
	const causes = causesOf(error);
	const code = causes.map(codeOf).find((each) => each && each !== 'ERR_BAD_REQUEST');
	const texts = causes.map(({ message }) => String(message));
	// Codes come first: the words of n8n can quote anything
	const text = [code ?? '', ...texts].join('\n');
	const known = KINDS.find(({ pattern }) => pattern.test(text)) ?? UNKNOWN;
	const isEarly = causes.some(({ syscall }) => BEFORE_SENDING.includes(String(syscall)));
	return {
		kind: known.kind,
		code,
		proxy: causes.map((cause) => otherPlace(cause, new URL(base))).find(Boolean),
		transient: known.transient === true,
		neverSent: isEarly || known.sent !== true,
	};
}

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** Host and port that an error names, if they are not those of the base URL. An address alone can be the service's. */
function otherPlace({ hostname, host, address, port }: Cause, base: URL): string | undefined {
	const name = [hostname, host].find((each) => typeof each === 'string');
	const isOtherName = name !== undefined && name !== base.hostname.replace(/^\[|\]$/g, '');
	const isOtherPort =
		port !== undefined && String(port) !== (base.port || DEFAULT_PORTS[base.protocol]);
	if (!isOtherName && !isOtherPort) return undefined;
	return [name ?? address, port].filter((each) => each !== undefined).join(':');
}

/** Shape of an error. Not `Error`, since a system error can come from another realm. */
interface Cause {
	code?: unknown;
	/** System error code in n8n 2.0, which has no `cause` */
	httpCode?: unknown;
	errorResponse?: unknown;
	/** Errors of each address of a host, of which Node.js tries several */
	errors?: unknown;
	message?: unknown;
	cause?: unknown;
	syscall?: unknown;
	hostname?: unknown;
	host?: unknown;
	address?: unknown;
	port?: unknown;
}

/** An error and its causes, from the outermost. */
function causesOf(error: unknown): Cause[] {
	const causes: Cause[] = [];
	for (let each = error; isError(each);) {
		causes.push(each);
		const first: unknown = Array.isArray(each.errors) ? each.errors[0] : undefined;
		each = each.cause ?? each.errorResponse ?? first;
	}
	return causes;
}

function isError(value: unknown): value is Cause {
	return typeof value === 'object' && value !== null;
}

function codeOf({ code, httpCode }: Cause): string | undefined {
	const given = code ?? httpCode;
	return typeof given === 'string' && /^[A-Z]/.test(given) ? given : undefined;
}
