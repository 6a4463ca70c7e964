import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Failure } from '../errors/failure';
import { formatValue, truncate } from '../errors/format';
import { LIMITS } from '../limits';
import { type BadAnswer, explainAnswer } from './httpErrors';
import type { FailedTry } from './retry';

/** Body of an answer that is being received. */
export interface Incoming extends AsyncIterable<Uint8Array> {
	destroy(error?: Error): unknown;
}

/**
 * The text of a body, with limits for size and time. Undefined if it is too large. Throws if it ends early or takes too
 * long. Halting a run does not stop it, since the answer contains the outcome of a write.
 *
 * @param left milliseconds that the request has left; at most `LIMITS.maxAnswerTime` are used
 */
export async function readText(body: Incoming, left = Infinity): Promise<string | undefined> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	const late = AbortSignal.timeout(Math.ceil(Math.max(1, Math.min(left, LIMITS.maxAnswerTime))));
	const stop = () => body.destroy(new LateError());
	late.addEventListener('abort', stop);
	try {
		for await (const chunk of body) {
			bytes += chunk.length;
			if (bytes > LIMITS.maxAnswerBytes) return undefined;
			text += decoder.decode(chunk, { stream: true });
		}
		return text + decoder.decode();
	} finally {
		late.removeEventListener('abort', stop);
	}
}

/** Error with the system's code for a timeout. */
class LateError extends Error {
	readonly code = 'ETIMEDOUT';
}

/** The outcome of one try of a request: what the service answered, or a failure. */
export type Attempt =
	| { data: IDataObject; requestId?: string; serviceTime?: number }
	| { failed: FailedTry; explain: (tries: number) => Failure };

/** Content of an answer. The API key must not reach a message or output, even if the answer contains it. */
export function parseResponse(
	{ statusCode: status, headers }: IN8nHttpFullResponse,
	body: string | undefined,
	{ base, apiKey }: { base: string; apiKey: string },
): Attempt {
	const excess = excessOf(body);
	const envelope = body === undefined || excess ? undefined : parseMasked(body, apiKey);
	const answer: BadAnswer = {
		status,
		message: text(envelope?.message),
		requestId: text(envelope?.request_id),
	};
	if (status === 200) {
		if (excess) Object.assign(answer, { flaw: excess, advice: TOO_LARGE });
		else if (!envelope) answer.flaw = 'is not JSON';
		else if (envelope.code === undefined) answer.flaw = "has no 'code'";
		else if (envelope.code !== 200) answer.flaw = `has code ${formatValue(envelope.code)}`;
		else if (!isObject(envelope.data)) answer.flaw = "has no 'data'";
		else {
			const serviceTime = Date.parse(text(headers.date) ?? '') || undefined;
			return { data: envelope.data, requestId: answer.requestId, serviceTime };
		}
	}
	// Masked as it is written: an address has no capital letters in its host
	answer.redirect = redirectOf(status, masked(text(headers.location), apiKey), base);
	const [retryAfter, date] = [text(headers['retry-after']), text(headers.date)];
	const isOwn = answer.message !== undefined && answer.requestId !== undefined;
	return {
		failed: { status, retryAfter, date, isOwn },
		explain: (tries) => ({ ...explainAnswer(answer, tries), ...(excess && { tooLarge: true }) }),
	};
}

const TOO_LARGE = 'The node accepts no larger answer. Request less data at a time.';

/** Flaw of an answer that is larger than any by the contract. `body` is undefined if it was not read to its end. */
function excessOf(body: string | undefined): string | undefined {
	if (body === undefined) return `is larger than ${LIMITS.maxAnswerBytes / 1_000_000} MB`;
	const isLong = body.length > LIMITS.maxAnswerValues;
	return isLong && hasMoreValues(body, LIMITS.maxAnswerValues)
		? `has more than ${LIMITS.maxAnswerValues} values`
		: undefined;
}

/** A text of the answer for a message, at most `LIMITS.maxServiceWords` characters. */
function text(value: unknown): string | undefined {
	if (typeof value !== 'string' || value === '') return undefined;
	return value.length > LIMITS.maxServiceWords ? truncate(value, LIMITS.maxServiceWords) : value;
}

/** A text without the API key. */
export function masked<T extends string | undefined>(text: T, apiKey: string): T {
	return (apiKey === '' ? text : text?.replaceAll(apiKey, '***')) as T;
}

/**
 * The JSON object in the body of an answer; undefined for anything else. The API key is masked after parsing, so that it is
 * found where the service escapes it, too.
 */
export function parseMasked(body: string, apiKey: string): IDataObject | undefined {
	let value: unknown;
	try {
		value = JSON.parse(body);
	} catch {
		return undefined;
	}
	if (!isObject(value)) return undefined;
	const mayHoldKey = apiKey !== '' && (body.includes('\\') || body.includes(apiKey));
	if (mayHoldKey) maskIn(value, apiKey);
	return value;
}

/** Masks the key in all texts and names of a value. The stack is a list, since an answer can be nested deeply. */
function maskIn(root: IDataObject, apiKey: string): void {
	const open: IDataObject[] = [root];
	for (let each = open.pop(); each; each = open.pop()) {
		for (const [name, value] of Object.entries(each)) {
			if (typeof value === 'object' && value !== null) open.push(value as IDataObject);
			else if (typeof value === 'string' && value.includes(apiKey))
				each[name] = masked(value, apiKey);
			if (!name.includes(apiKey)) continue;
			each[masked(name, apiKey)] = each[name];
			delete each[name];
		}
	}
}

/** True if a JSON text has more than `most` values, without parsing it: millions of them would block n8n. */
export function hasMoreValues(json: string, most: number): boolean {
	let values = 0;
	for (let i = 0; i < json.length; i++) {
		const code = json.charCodeAt(i);
		if (code === QUOTE) {
			i = endOfText(json, i);
			if (i < 0) return false;
		} else if ((code === COMMA || code === BRACKET || code === BRACE) && ++values > most)
			return true;
	}
	return false;
}

const [QUOTE, COMMA, BRACKET, BRACE] = [...'",[{'].map((each) => each.charCodeAt(0));

/** Index of the quote that ends a text; -1 if none does. */
function endOfText(json: string, start: number): number {
	let end = start;
	do end = json.indexOf('"', end + 1);
	while (end > 0 && isEscaped(json, end));
	return end;
}

function isEscaped(json: string, at: number): boolean {
	let backslashes = 0;
	while (json[at - 1 - backslashes] === '\\') backslashes++;
	return backslashes % 2 === 1;
}

/**
 * Request options against following redirects: a redirected POST loses its body, and the API key must not reach another
 * host. n8n's two request formats read different options, so all are set.
 */
export const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	sendCredentialsOnCrossOriginRedirect: false,
};

/** HTTP statuses of redirects. */
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];

/**
 * Target of a redirect: the origin of another address, such as `https://svc.example.com`, or the path of the same one.
 * Neither has a query, which can contain secrets. Undefined if the answer is not a redirect to a web address.
 */
function redirectOf(status: number, location: unknown, requested: string): BadAnswer['redirect'] {
	if (!REDIRECT_STATUSES.includes(status) || typeof location !== 'string') return undefined;
	if (!URL.canParse(location, requested)) return undefined;
	const { protocol, origin, pathname } = new URL(location, requested);
	if (!/^https?:$/.test(protocol)) return undefined;
	return origin === new URL(requested).origin ? { path: truncate(pathname, 60) } : { origin };
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
