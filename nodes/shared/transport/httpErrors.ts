import type { Failure } from '../errors/failure';
import type { Pause } from './limiter';
import { CERTIFICATE, NO_TLS } from './networkCode';

/** An answer of the service, or of something in front of it, that is no success. */
export interface BadAnswer {
	/** HTTP status */
	status: number;
	/** The service's own words, if it had any */
	message?: string;
	requestId?: string;
	/** What was wrong with a 200, for example 'is not JSON' */
	flaw?: string;
	/** What to do about it, where that is not the base URL */
	advice?: string;
	/** Of a redirect: the origin of the address that it leads to */
	redirect?: string;
}

interface Words {
	message: string;
	description: string;
	/** Whether the service's own words say more */
	quoted?: boolean;
}

const BY_STATUS: Record<number, Words> = {
	400: {
		message: 'The service refused the request',
		description:
			'Change the value that is named here; sending the same again gives the same answer.',
		quoted: true,
	},
	401: {
		message: 'The service did not accept the API key',
		description:
			"Check 'API Key' and 'Base URL' in the credential: the key may be mistyped or deleted, or its account unavailable.",
	},
	408: {
		message: 'The service did not receive the whole request in time',
		description: 'Try again later, or with a longer timeout in front of the service.',
	},
	413: {
		message: 'The request is too large for the service',
		description: 'Send less in one item.',
		quoted: true,
	},
	425: {
		message: 'The service is not ready for the request',
		description: 'Try again later.',
	},
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

const OTHER_ANSWERS = "Check 'Base URL' in the credential: something else may be answering there.";

/** Words for an answer that is no success. `tries` is how often the request was sent. */
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
			? "Nothing was sent there. If it is the address of your service, enter it as 'Base URL' in the credential."
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

/** Words for a request that was not sent, because the service wants no requests for long. */
export function explainPause({ status, since, until }: Pause): Failure {
	const iso = (time: number) => new Date(time).toISOString();
	return {
		message: BY_STATUS[status].message,
		description: `It answered with HTTP status ${status} at ${iso(since)} and asked for a pause until ${iso(until)}. Try again after that.`,
		status,
		until,
	};
}

const CHECK_HOST =
	"Check that the service is up and that 'Base URL' in the credential is right, then try again.";

/** Words by network code. `{host}` is host and port of the base URL. */
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
	ENOTFOUND: {
		message: 'The service at {host} could not be reached',
		description: "Check 'Base URL' in the credential: there is no host of that name.",
	},
};

/** Words for a request that got no answer; `code` is the system's error code, such as ECONNRESET. */
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
