import type { Failure } from '../errors/failure';
import { LIMITS } from '../limits';
import type { Pause } from './limiter';

/** An answer without success, from the service or from a proxy in front of it. */
export interface BadAnswer {
	/** HTTP status */
	status: number;
	/** `message` of the answer */
	message?: string;
	requestId?: string;
	/** The answer is the service's own: it has the `message` and `request_id` of the contract */
	isOwn: boolean;
	/** The beginning of any other answer, which can tell what has answered */
	page: string;
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
}

const REPORT = 'Try again later; if it persists, report the request ID.';

/** Words for answers of the service itself, whose own message follows. The advice must not contradict that. */
const OF_SERVICE: Record<number, Words> = {
	400: {
		message: 'The service refused the request',
		description:
			'Correct the value that the message names. The same request would be refused again.',
	},
	401: {
		message: 'The service did not accept the API key',
		description: "Check 'API Key' in the credential, and the account that it belongs to.",
	},
	429: { message: 'The service accepts no more requests for now', description: '' },
};

/** Words for answers by HTTP status, whoever has answered. */
const BY_STATUS: Record<number, Words> = {
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
	},
	425: { message: 'The service is not ready for the request', description: 'Try again later.' },
	429: {
		message: 'The service accepts no more requests for now',
		description: 'Run the node less often or with fewer items, or try again later.',
	},
	502: {
		message: 'A part of the service is not available for now',
		description: REPORT,
	},
	503: {
		message: 'The service is not available for now',
		description: REPORT,
	},
	504: {
		message: 'A gateway in front of the service timed out',
		description: 'Try again later.',
	},
};

const OTHER_ANSWERS =
	"A proxy or gateway in between may have answered, or 'Base URL' in the credential may be the address of something else.";

/**
 * Advice on the pages of gateways, which are recognized by the words of nginx and Go (cloudpanel-io/cloudpanel-ce#107,
 * kubernetes/ingress-nginx#7176).
 */
const PAGES: Array<{ says: RegExp; advice: string }> = [
	{
		says: /plain HTTP request|HTTP request to an HTTPS/i,
		advice: "'Base URL' in the credential has to start with https:// for this port.",
	},
	{
		says: /SSL certificate|client certificate/i,
		advice:
			'A gateway in front of the service asks for a client certificate, which the credential does not have. Let it accept the API key alone.',
	},
	{
		says: /header or cookie too large|header fields too large/i,
		advice: "'API Key' in the credential may contain more than the key.",
	},
];

/**
 * Failure for an answer without success. `tries` is the number of times that the request was sent. The service's own message
 * is always quoted, and so is that of another answer, as far as it has one.
 */
export function explainAnswer(answer: BadAnswer, tries: number): Failure {
	const { status, requestId, isOwn, message } = answer;
	const { redirect } = answer;
	const words = (redirect && wordsOfRedirect(redirect, status)) ?? wordsOfAnswer(answer);
	return {
		message: message && !redirect ? `${words.message}: ${message}` : words.message,
		description: [words.description, triedText(tries)].filter(Boolean).join(' '),
		status,
		isOwn,
		requestId,
	};
}

function wordsOfAnswer({ status, isOwn, page, flaw, advice }: BadAnswer): Words {
	const others = isOwn ? REPORT : OTHER_ANSWERS;
	if (status === 200)
		return { message: `The answer of the service ${flaw}`, description: advice ?? others };
	const known = (isOwn ? OF_SERVICE[status] : undefined) ?? BY_STATUS[status];
	if (known) return known;
	if (isOwn)
		return { message: `The service answered with HTTP status ${status}`, description: others };
	return {
		message: `Something else than the service answered with HTTP status ${status}`,
		description: PAGES.find(({ says }) => says.test(page))?.advice ?? others,
	};
}

/** Words for a redirect, which is not followed: the request could lose its body, and the key may not reach another host. */
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
export function explainPause({ status, since, until, askedUntil, message }: Pause): Failure {
	const iso = (time: number) => new Date(time).toISOString();
	return {
		message: message ?? BY_STATUS[status].message,
		description: `The service answered with HTTP status ${status} at ${iso(since)} and asked for a pause until ${iso(askedUntil)}. Try again after that.`,
		status,
		until,
	};
}

/** Failure for a request that is not sent, since those before it have failed: that of the latest which was sent. */
export function explainOutage({ message, status, isOwn }: Failure): Failure {
	const isRefusedKey = status === 401;
	return {
		message,
		description: isRefusedKey
			? `Not sent, since the service has refused the same key in this execution. ${OF_SERVICE[401].description}`
			: 'Not sent: such requests of this execution have all failed for some time. Only one every few seconds is sent until one succeeds. Try again later.',
		status,
		isOwn,
		transient: !isRefusedKey,
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

/** Words for a request that was sent several times. */
export function triedText(tries: number): string {
	return tries > 1 ? `The node tried ${tries} times.` : '';
}
