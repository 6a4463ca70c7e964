import type { Failure } from '../errors/failure';
import { truncate } from '../errors/format';
import { triedText } from './messages';
import { DEFAULT_PORTS } from './connection';

/** A failure without an answer: what has failed, where, and whether the request had been sent. */
export interface NetworkFailure {
	kind: Kind;
	/** Error code of the system, such as ECONNRESET, if the error has one */
	code?: string;
	/** Host or port that was not the service's, as the error names them: those of a proxy */
	proxy?: string;
	/** Message of the kind, with its placeholders not filled in */
	message: string;
	/** True for a failure that may have passed by the next try */
	transient: boolean;
	/** True if the request was certainly not sent, or not to its end */
	neverSent: boolean;
}

type Kind = keyof typeof KINDS;

interface KindOfFailure {
	/** Matches code and message of the errors: those of Node.js and OpenSSL, and n8n's own */
	pattern: RegExp;
	/** Matches those of them that may have passed by the next try */
	passes?: RegExp;
	/**
	 * The message. `{service}` stands for the service with host and port, `{way}` for a known proxy on the way to it, and
	 * `{proxy}` for that proxy
	 */
	message: (about: Circumstances) => string;
	/** The one thing to do. `{checkProxy}` stands for where the address of the proxy is */
	action: string;
}

/** Facts of an error from which the message of its kind is made. */
interface Circumstances {
	/** Code and messages of the error and its causes */
	text: string;
	neverSent: boolean;
	/** Base URL */
	url: URL;
	/** Hosts for which the certificate was issued */
	names: string[];
}

const CHECK_SERVICE =
	"Check that the service is up, that 'Base URL' in the credential is right, and that a proxy in between works if there is one. Then try again.";

/** Kinds of failures, of which each needs something else to be done. The first that fits counts. */
const KINDS = {
	// n8n's protection of private addresses, whose errors have no code (n8n 2.41,
	// @n8n/backend-network/ssrf/ssrf-blocked-ip.error.ts)
	blocked: {
		pattern: /^The request was blocked because/m,
		message: () => 'n8n blocks requests to {service}',
		action:
			'Private addresses and some hosts are not allowed in this n8n. Ask its administrator to add this one to N8N_SSRF_ALLOWED_IP_RANGES or N8N_SSRF_ALLOWED_HOSTNAMES.',
	},
	// Of the addresses, only that of the proxy was not checked before. All failures to reach a known proxy are of this kind
	proxy: {
		pattern: /^ERR_INVALID_URL|before receiving CONNECT response/,
		passes: /CONNECT/,
		message({ text }) {
			if (text.startsWith('ERR_INVALID_URL'))
				return 'The proxy {proxy}on the way to {service} has no valid address';
			return text.includes('CONNECT')
				? 'The proxy {proxy}on the way to {service} closed the connection'
				: 'The proxy {proxy}on the way to {service} could not be reached';
		},
		action:
			'Check that it is up, and that its address is written as http://user:password@proxy.example.com:8080, with special characters as in web addresses, such as %23 for #. {checkProxy}',
	},
	clientCertificate: {
		pattern: /certificate.required|alert.bad.certificate/i,
		message: () => '{Service} asks for a client certificate{way}',
		action:
			'The credential has no client certificate: let the gateway in front of the service accept the API key alone.',
	},
	// From OpenSSL, or from the parser of Node.js if an alert of TLS, HTTP/2 or another protocol came in place of an answer
	// (nodejs/node#21000)
	protocol: {
		pattern:
			/wrong.version.number|packet.length.too.long|^HPE_(INVALID|STRICT|LF_EXPECTED|CR_EXPECTED|UNEXPECTED)/i,
		message: ({ url }) =>
			url.protocol === 'https:'
				? '{Service} does not speak HTTP/1.1 with TLS at this port{way}'
				: '{Service} does not speak HTTP/1.1 without TLS at this port{way}',
		action:
			"Check the beginning and the port of 'Base URL' in the credential: a port with TLS needs https://, and http:// is only for a service in your own network without TLS, since the key is then sent in clear text. If there is a proxy, its address starts with http:// unless the proxy itself uses TLS. {checkProxy}",
	},
	tls: {
		pattern: /protocol.version|unsupported.protocol|ALERT|alert |handshake failure/i,
		message: () => '{Service} and n8n agree on no secure connection{way}',
		action:
			'Turn on TLS 1.2 or 1.3 with the usual ciphers at the service, or at the gateway in front of it.',
	},
	certificate: {
		pattern: /^CERT_HAS_EXPIRED|^CERT_NOT_YET_VALID|ALTNAME_INVALID|HOSTNAME_MISMATCH/,
		message({ text, names }) {
			const day = new Date().toISOString().slice(0, 10);
			if (text.startsWith('CERT_HAS'))
				return `The certificate of {service} has expired (n8n's clock says ${day}){way}`;
			if (text.startsWith('CERT_NOT'))
				return `The certificate of {service} is not valid yet (n8n's clock says ${day}){way}`;
			const host = names.length > 0 ? truncate(names.join(', '), 60) : 'another host';
			return `The certificate of {service} is for ${host}{way}`;
		},
		action:
			"Check 'Base URL' in the credential, and the clock of the computer on which n8n runs. If both are right, ask those who run the service to renew the certificate.",
	},
	untrusted: {
		pattern: /^\w*(CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|CRL_)/,
		message: () => 'The certificate of {service} is not trusted{way}',
		action:
			"If an authority of your own has signed it, or a proxy in between that reads what is sent, start n8n with the environment variable NODE_EXTRA_CA_CERTS set to that authority's PEM file. Otherwise check 'Base URL' in the credential.",
	},
	unknownHost: {
		pattern: /^ENOTFOUND/,
		passes: /^/,
		message: () => '{Service} could not be reached{way}',
		action: "Check 'Base URL' in the credential: there is no host with that name.",
	},
	// An error that says nothing at all is not tried again, since the request may have been sent
	lost: {
		pattern: /^/,
		passes: /^[A-Z]/,
		message({ text, neverSent }) {
			if (TIMEOUTS.test(text))
				return neverSent
					? '{Service} could not be reached in time{way}'
					: '{Service} did not answer in time{way}';
			return neverSent
				? '{Service} could not be reached{way}'
				: '{Service} closed the connection without an answer{way}';
		},
		action: CHECK_SERVICE,
	},
} satisfies Record<string, KindOfFailure>;

const UNREACHABLE = /^(ECONNREFUSED|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;

const TIMEOUTS = /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)/;

/**
 * The failure that an error of n8n's HTTP helper tells, from the first of its causes that says anything.
 *
 * @param base base URL of the service: a failure at another host or port is one of a proxy
 * @param proxy host and port of a proxy of the node, through which the request went
 */
export function networkFailure(error: unknown, base: string, proxy?: string): NetworkFailure {
	const causes = causesOf(error);
	const code = causes.map(codeOf).find((each) => each && each !== 'ERR_BAD_REQUEST');
	const texts = causes.map(({ message }) => String(message));
	// Codes come first: the words of n8n can quote anything
	const text = [code ?? '', ...texts].join('\n');
	const rows = Object.entries(KINDS) as Array<[Kind, KindOfFailure]>;
	const [found, { passes }] = rows.find(([, { pattern }]) => pattern.test(text))!;
	const url = new URL(base);
	const at = proxy ?? causes.map((cause) => otherPlace(cause, url)).find(Boolean);
	const isUnreachable = found === 'unknownHost' || UNREACHABLE.test(text);
	const isEarly = isUnreachable || text.includes('before secure TLS connection');
	const neverSent = found !== 'lost' || isEarly || causes.some(isUnsent);
	// n8n connects to the proxy alone
	const kind = at !== undefined && isUnreachable ? 'proxy' : found;
	return {
		kind,
		code,
		proxy: at,
		message: KINDS[kind].message({ text, neverSent, url, names: causes.flatMap(namesOf) }),
		transient: passes?.test(text) === true,
		neverSent,
	};
}

/** Failure for a request without an answer, at a host and port. `tries` is the number of times that the request was sent. */
export function explainLost(
	{ kind, code, proxy, message, neverSent }: NetworkFailure,
	{ host, hasOwnProxy }: { host: string; hasOwnProxy: boolean },
	tries: number,
): Failure {
	const { action } = KINDS[kind];
	const fill = (text: string) =>
		text
			.replace('{Service}', `The service at ${host}`)
			.replace('{service}', `the service at ${host}`)
			.replace('{way}', proxy ? ` through the proxy at ${proxy}` : '')
			.replace('{proxy}', proxy ? `at ${proxy} ` : '')
			.replace('{checkProxy}', CHECK_PROXY[hasOwnProxy ? 'ofNode' : 'ofN8n']);
	// The parser of an answer fails after the request
	const unsent = neverSent && !code?.startsWith('HPE_') && 'Nothing was sent.';
	return {
		message: fill(message),
		place: ` at ${host}`,
		plain: [unsent, 'Tell the user that the service cannot be reached, or try again later.']
			.filter(Boolean)
			.join(' '),
		description: [unsent, fill(action), triedText(tries), code && `Network code: ${code}.`]
			.filter(Boolean)
			.join(' '),
		transient: true,
	};
}

const CHECK_PROXY = {
	ofNode: "Check 'Proxy' under Request Options of the node.",
	ofN8n: "Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY in n8n's environment.",
};

/** Host and port that an error names, if they are not those of the base URL. An address alone can be the service's. */
function otherPlace({ hostname, host, address, port }: Cause, base: URL): string | undefined {
	const name = [hostname, host].find((each) => typeof each === 'string');
	const isOtherName = name !== undefined && name !== base.hostname.replace(/^\[|\]$/g, '');
	const isOtherPort =
		port !== undefined && String(port) !== (base.port || String(DEFAULT_PORTS[base.protocol]));
	if (!isOtherName && !isOtherPort) return undefined;
	return [name ?? address, port].filter((each) => each !== undefined).join(':');
}

/** Shape of an error. Not `Error`, since a system error can come from another realm. */
interface Cause {
	code?: unknown;
	/** System error code in n8n 2.0, which has no `cause` (n8n-workflow/errors/abstract/execution-base.error.ts) */
	httpCode?: unknown;
	errorResponse?: unknown;
	/** Errors of each address of a host, of which Node.js tries several (nodejs/node#54359) */
	errors?: unknown;
	message?: unknown;
	cause?: unknown;
	syscall?: unknown;
	hostname?: unknown;
	host?: unknown;
	address?: unknown;
	port?: unknown;
	/** The request of axios, a stream of Node.js */
	request?: { writableFinished?: unknown };
	/** Certificate that is for other hosts */
	cert?: { subjectaltname?: unknown };
}

/**
 * True if the connection was not made, or if not all of the request was handed to the system, as with a timeout before the
 * connection or the handshake. The service cannot have its whole body.
 */
function isUnsent({ syscall, request }: Cause): boolean {
	return (
		['connect', 'getaddrinfo'].includes(String(syscall)) || request?.writableFinished === false
	);
}

/** The hosts of a certificate, such as `DNS:svc.example.com, IP Address:192.0.2.1`. */
function namesOf({ cert }: Cause): string[] {
	const names = String(cert?.subjectaltname ?? '').matchAll(/(?:DNS|IP Address):([\w.:*-]+)/g);
	return [...names].map(([, name]) => name);
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
