import type { Failure } from '../errors/failure';
import { LIMITS } from '../limits';
import { BLOCKED, CERTIFICATE, NO_TLS } from './networkCode';
import type { Pause } from './retry';

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
	/** Origin that a redirect points to */
	redirect?: string;
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
	const known = BY_STATUS[status] ?? {
		message: answer.redirect
			? `The address redirects to ${answer.redirect} (HTTP status ${status})`
			: `The service answered with HTTP status ${status}`,
		description: answer.redirect
			? "Nothing was sent to that address. If it is the address of your service, enter it as 'Base URL' in the credential."
			: OTHER_ANSWERS,
		quoted: !answer.redirect,
	};
	return {
		message: known.quoted && answer.message ? `${known.message}: ${answer.message}` : known.message,
		description: known.description + triedText(tries),
		status,
		requestId,
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

/** Failure for a request to an endpoint that has failed all others for long. `failure` is that of the latest one. */
export function explainOutage({ message, status }: Failure): Failure {
	return {
		message,
		description:
			'Not sent: such requests have all failed for some time. Only one every few seconds is sent until one succeeds. Try again later.',
		status,
		transient: true,
	};
}

/** Failure for a request that was not sent since others were before it for too long; undefined for a short wait. */
export function explainTurn(waited: number): Failure | undefined {
	if (waited < 1_000) return undefined;
	return {
		message: 'The request was not sent: other requests with the same credential were before it',
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

/** The failure with the time that its request waited. */
export function withWaits(failure: Failure, waits: { turn: number; service: number }): Failure {
	if (waits.turn + waits.service < 1_000) return failure;
	const words = `It waited ${secondsOf(waits.turn)} for its turn and ${secondsOf(waits.service)} for the service.`;
	return { ...failure, description: `${failure.description ?? ''} ${words}`.trim() };
}

function secondsOf(ms: number): string {
	return `${Math.round(ms / 1_000)} s`;
}

const CHECK_HOST =
	"Check that the service is up and that 'Base URL' in the credential is right, then try again.";

/** Texts by network code. `{host}` stands for host and port of the base URL. */
const BY_CODE: Record<string, Words> = {
	[CERTIFICATE]: {
		message: 'The certificate of the service at {host} is not trusted',
		description:
			"If a certificate authority of your own has signed it, start n8n with the environment variable NODE_EXTRA_CA_CERTS set to that authority's PEM file. Otherwise check 'Base URL' in the credential.",
	},
	[NO_TLS]: {
		message: 'The service at {host} presents no certificate: this port does not use TLS (https)',
		description:
			"Check 'Base URL' in the credential: it may have to start with http://, or the service may use https on another port.",
	},
	[BLOCKED]: {
		message: 'n8n blocks requests to the service at {host}',
		description:
			'Nothing was sent: private addresses and some hosts are not allowed in this n8n. Ask its administrator to add this one to N8N_SSRF_ALLOWED_IP_RANGES or N8N_SSRF_ALLOWED_HOSTNAMES.',
	},
	ENOTFOUND: {
		message: 'The service at {host} could not be reached',
		description: "Check 'Base URL' in the credential: there is no host with that name.",
	},
};

/** Failure for a request without an answer. `code` is the system's error code, such as ECONNRESET. */
export function explainLost(code: string, host: string, tries: number): Failure {
	const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
	const { message, description } = known ?? {
		message: TIMEOUTS.includes(code)
			? 'The service at {host} did not answer in time'
			: 'The service at {host} could not be reached',
		description: CHECK_HOST,
	};
	return {
		message: message.replace('{host}', host),
		description: `${description}${triedText(tries)} Network code: ${code}.`,
		transient: true,
	};
}

const TIMEOUTS = ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'];

function triedText(tries: number): string {
	return tries > 1 ? ` The node tried ${tries} times.` : '';
}
