import type { Failure } from '../errors/failure';
import { LIMITS } from '../limits';
import type { Kind, NetworkFailure } from './networkFailure';
import type { Pause } from './limiter';

/** An answer without success, from the service or from a proxy in front of it. */
export interface BadAnswer {
	/** HTTP status */
	status: number;
	/** `message` of the answer */
	message?: string;
	requestId?: string;
	/** Flaw of an answer with status 200, for example 'is not JSON' */
	flaw?: string;
	/** Advice for the user; by default to check the base URL */
	advice?: string;
	/** Target of a redirect: another origin, or a path of the same one */
	redirect?: { origin: string } | { path: string };
}

interface Words {
	message: string;
	description: string;
	/** True if `message` of the answer is added */
	quoted?: boolean;
}

const BY_STATUS: Record<number, Words> = {
	400: {
		message: 'The service refused the request',
		description:
			'Correct the value that the message names. The same request would be refused again.',
		quoted: true,
	},
	401: {
		message: 'The service did not accept the API key',
		description:
			"Check 'API Key' and 'Base URL' in the credential: the key may be mistyped or deleted, or its account unavailable.",
	},
	407: {
		message: 'The proxy asks for a user and password, or refuses those that it got',
		description:
			"Nothing reached the service. Write the address of the proxy as http://user:password@proxy.example.com:8080: under Request Options > Proxy of the node, or as HTTP_PROXY and HTTPS_PROXY in n8n's environment.",
	},
	408: {
		message: 'The service did not receive the whole request in time',
		description: 'Try again later, or increase the timeout of the proxy in front of the service.',
	},
	413: {
		message: 'The request is too large for the service',
		description: 'Send less data in one item.',
		quoted: true,
	},
	425: { message: 'The service is not ready for the request', description: 'Try again later.' },
	429: {
		message: 'The service is receiving too many requests',
		description: 'Run the node less often or with fewer items, or try again later.',
	},
	502: {
		message: 'A part of the service is not available for now',
		description: 'Try again later; if it persists, report the request ID.',
	},
	503: {
		message: 'The service is not available for now',
		description: 'Try again later; if it persists, report the request ID.',
	},
	504: {
		message: 'A gateway in front of the service timed out',
		description: 'Try again later.',
	},
};

const OTHER_ANSWERS =
	"Check 'Base URL' in the credential: it may be the address of something else.";

/** Failure for an answer without success. `tries` is the number of times that the request was sent. */
export function explainAnswer(answer: BadAnswer, tries: number): Failure {
	const { status, requestId } = answer;
	if (status === 200) {
		return {
			message: `The answer of the service ${answer.flaw}`,
			description: answer.advice ?? OTHER_ANSWERS,
			status,
			requestId,
		};
	}
	const known = (answer.redirect && wordsOfRedirect(answer.redirect, status)) ??
		BY_STATUS[status] ?? {
			message: `The service answered with HTTP status ${status}`,
			description: OTHER_ANSWERS,
			quoted: true,
		};
	return {
		message: known.quoted && answer.message ? `${known.message}: ${answer.message}` : known.message,
		description: known.description + triedText(tries),
		status,
		requestId,
	};
}

/** Words for a redirect, which is not followed: the request would lose its body, and the key may not reach another host. */
function wordsOfRedirect(to: NonNullable<BadAnswer['redirect']>, status: number): Words {
	if ('origin' in to) {
		return {
			message: `The address redirects to ${to.origin} (HTTP status ${status})`,
			description:
				"Nothing was sent to that address. If it is the address of your service, enter it as 'Base URL' in the credential.",
		};
	}
	return {
		message: `The service, or a gateway in front of it, redirects to its path ${to.path} (HTTP status ${status})`,
		description:
			"The redirect was not followed. If it is a login page, let requests with an API key pass the gateway without it. Otherwise check the path in 'Base URL'.",
	};
}

/** Failure for a long pause that the service asked for: of the request that was told so, and of those not sent since. */
export function explainPause({ status, since, until }: Pause): Failure {
	const iso = (time: number) => new Date(time).toISOString();
	return {
		message: BY_STATUS[status].message,
		description: `The service answered with HTTP status ${status} at ${iso(since)} and asked for a pause until ${iso(until)}. Try again after that.`,
		status,
		until,
	};
}

/** Failure for a request to an endpoint that is down. `failure` is that of the latest request that was sent. */
export function explainOutage({ message, status }: Failure): Failure {
	return {
		message,
		description:
			'Not sent: such requests of this execution have all failed for some time. Only one every few seconds is sent until one succeeds. Try again later.',
		status,
		transient: true,
	};
}

/** Failure for a request that was not sent since others were before it for too long; undefined for a short wait. */
export function explainTurn(waited: number): Failure | undefined {
	if (waited < 1_000) return undefined;
	return {
		message:
			'The request was not sent, because other requests with the same credential were waiting before it',
		description:
			'Run fewer executions at the same time, or try again later. The service may be slow to answer the others.',
		transient: true,
	};
}

/**
 * Failure of a request whose caller does not wait longer.
 *
 * @param ms after a 429 that was the only answer: milliseconds that the service asks to wait
 */
export function explainLate(failure: Failure | undefined, ms?: number): Failure {
	const asked = ms === undefined ? '' : `Not sent: the service asks to wait ${secondsOf(ms)}. `;
	return {
		...(failure ?? { message: 'There was no time left for the request' }),
		description:
			`${asked}This call may take ${secondsOf(LIMITS.patientCall)} in all. ${failure?.description ?? ''}`.trim(),
		late: true,
	};
}

function secondsOf(ms: number): string {
	return `${Math.round(ms / 1_000)} s`;
}

/** Destination of a request: host and port of the service, and those of the proxy under Request Options if there is one. */
export interface Destination {
	host: string;
	proxy?: string;
}

const CHECK_SERVICE =
	"Check that the service is up, that 'Base URL' in the credential is right, and that a proxy in between works if there is one. Then try again.";

const CHECK_PROXY = {
	ofNode: "Check 'Proxy' under Request Options of the node.",
	ofN8n: "Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY in n8n's environment.",
};

const OWN_AUTHORITY =
	"If an authority of your own has signed it, or a proxy in between that reads what is sent, start n8n with the environment variable NODE_EXTRA_CA_CERTS set to that authority's PEM file.";

/**
 * Texts by kind of failure. `{service}` stands for the service with host and port, `{way}` for a known proxy on the way to
 * it, `{aProxy}` for that proxy or any, and `{checkProxy}` for where its address is.
 */
const BY_KIND: Record<Exclude<Kind, 'unknownHost' | 'unreachable'>, Words> = {
	blocked: {
		message: 'n8n blocks requests to {service}',
		description:
			'Nothing was sent: private addresses and some hosts are not allowed in this n8n. Ask its administrator to add this one to N8N_SSRF_ALLOWED_IP_RANGES or N8N_SSRF_ALLOWED_HOSTNAMES.',
	},
	proxyAddress: {
		message: 'The address of the proxy is not valid',
		description:
			'Nothing was sent. Write it as http://user:password@proxy.example.com:8080, and special characters in user and password as in web addresses, such as %23 for #. {checkProxy}',
	},
	proxyEnded: {
		message: 'The proxy on the way to {service} closed the connection',
		description: 'Nothing was sent to the service. {checkProxy}',
	},
	clientCertificate: {
		message: '{Service} asks for a client certificate{way}',
		description:
			'Nothing was sent. The credential has no client certificate: let the gateway in front of the service accept the API key alone.',
	},
	noTls: {
		message:
			'{Service} presents no certificate: its port, or that of {aProxy}, does not use TLS (https)',
		description:
			"Nothing was sent. Check the port in 'Base URL'. If there is a proxy, its address starts with http:// unless the proxy itself uses TLS. {checkProxy} 'Base URL' starts with http:// only for a service in your own network that has no TLS, since the key is then sent in clear text.",
	},
	tlsVersion: {
		message: '{Service} uses a version of TLS that is too old{way}',
		description:
			'Nothing was sent. Turn on TLS 1.2 or 1.3 at the service, or at the gateway in front of it.',
	},
	expired: {
		message: 'The certificate of {service} has expired{way}',
		description: 'Nothing was sent. Ask those who run the service to renew it.',
	},
	notYetValid: {
		message: 'The certificate of {service} is not valid yet{way}',
		description: 'Nothing was sent. Check the clock of the computer on which n8n runs.',
	},
	otherHost: {
		message: 'The certificate of {service} is for another host{way}',
		description:
			"Nothing was sent. Enter the host for which it was issued as 'Base URL' in the credential, or ask those who run the service for one for this host.",
	},
	untrusted: {
		message: 'The certificate of {service} is not trusted{way}',
		description: `Nothing was sent. ${OWN_AUTHORITY} Otherwise check 'Base URL' in the credential.`,
	},
	handshake: {
		message: '{Service} refused a secure connection{way}',
		description: `Nothing was sent. ${CHECK_SERVICE} A gateway may ask for a client certificate, which the credential does not have.`,
	},
	timeout: {
		message: '{Service} did not answer in time{way}',
		description: CHECK_SERVICE,
	},
	lost: {
		message: '{Service} could not be reached{way}',
		description: CHECK_SERVICE,
	},
};

/** Failure for a request without an answer. `tries` is the number of times that the request was sent. */
export function explainLost(
	failure: NetworkFailure,
	{ host, proxy: ofNode }: Destination,
	tries: number,
): Failure {
	const proxy = ofNode ?? failure.proxy;
	const checkProxy = CHECK_PROXY[ofNode ? 'ofNode' : 'ofN8n'];
	const { message, description } = wordsOf(failure, proxy);
	const fill = (text: string) =>
		text
			.replace('{Service}', `The service at ${host}`)
			.replace('{service}', `the service at ${host}`)
			.replace('{way}', proxy ? ` through the proxy at ${proxy}` : '')
			.replace('{aProxy}', proxy ? `the proxy at ${proxy}` : 'a proxy in between')
			.replace('{checkProxy}', checkProxy);
	const code = failure.code ? ` Network code: ${failure.code}.` : '';
	return {
		message: fill(message),
		description: `${fill(description)}${triedText(tries)}${code}`,
		transient: true,
	};
}

/** The words for a failure. Whoever could not be reached is the proxy if there is one, since n8n connects to it alone. */
function wordsOf({ kind }: NetworkFailure, proxy: string | undefined): Words {
	if (kind !== 'unknownHost' && kind !== 'unreachable') return BY_KIND[kind];
	const isUnknown = kind === 'unknownHost';
	if (proxy) {
		return {
			message: `The proxy at ${proxy} could not be reached`,
			description: `Nothing was sent. {checkProxy}${isUnknown ? ' There is no host with that name.' : ''}`,
		};
	}
	return {
		message: '{Service} could not be reached',
		description: isUnknown
			? "Check 'Base URL' in the credential: there is no host with that name."
			: CHECK_SERVICE,
	};
}

function triedText(tries: number): string {
	return tries > 1 ? ` The node tried ${tries} times.` : '';
}
