import type { Failure } from './failure';

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
		message: 'Something in front of the service waited too long for it',
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

/** Words for a request that was not sent, because the service wants no requests for long. */
export function explainShut(until: number): Failure {
	return {
		message: BY_STATUS[429].message,
		description: `It has asked for a pause until ${new Date(until).toISOString()}. Try again after that.`,
		status: 429,
	};
}

/** Words for a request that got no answer; `code` is the system's error code, such as ECONNRESET. */
export function explainLost(code: string, host: string, tries: number): Failure {
	const timedOut = TIMEOUTS.includes(code);
	return {
		message: timedOut
			? `The service at ${host} did not answer in time`
			: `The service at ${host} could not be reached`,
		description:
			(code === 'ENOTFOUND'
				? "Check 'Base URL' in the credential: there is no host of that name."
				: "Check that the service is up and that 'Base URL' in the credential is right, then try again.") +
			`${triedText(tries)} Network code: ${code}.`,
	};
}

const TIMEOUTS = ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'];

function triedText(tries: number): string {
	return tries > 1 ? ` The node tried ${tries} times.` : '';
}
