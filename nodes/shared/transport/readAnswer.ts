import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Failure } from '../errors/failure';
import { formatValue, truncate } from '../errors/format';
import { LIMITS } from '../limits';
import { type BadAnswer, explainAnswer } from './messages';
import type { FailedTry } from './retry';
import { isObject } from '../objects';

/** Body of an answer that is being received. */
export interface Incoming extends AsyncIterable<Uint8Array> {
	destroy(error?: Error): unknown;
}

/** Flaw of an answer whose text was not read, with what helps. */
export type AnswerFlaw = Required<Pick<BadAnswer, 'flaw' | 'advice'>> & { tooLarge?: true };

/** Matches codes of zlib for bytes that are not compressed as the answer says, other than those of a body that ends early. */
const NOT_COMPRESSED = /^(Z_DATA_ERROR|ERR__ERROR|ERR_BROTLI|ERR_ZSTD|ZSTD_)/;

/**
 * The text of a body, with limits for size and time, or what is wrong with one that cannot be read. Throws if it ends early or
 * takes too long. n8n's HTTP helper has neither limit for a stream. Halting a run does not stop it, since the answer contains
 * the outcome of a write.
 *
 * @param left milliseconds that the request has left; at most `LIMITS.maxAnswerTime` are used
 */
export async function readText(body: Incoming, left = Infinity): Promise<string | AnswerFlaw> {
	return await readBounded(body, left).catch((error: { code?: unknown }) => {
		if (NOT_COMPRESSED.test(String(error.code))) return NOT_READABLE;
		throw error;
	});
}

async function readBounded(body: Incoming, left: number): Promise<string | AnswerFlaw> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	const late = AbortSignal.timeout(Math.ceil(Math.max(1, Math.min(left, LIMITS.maxAnswerTime))));
	const stop = () => body.destroy(new LateError());
	late.addEventListener('abort', stop);
	try {
		for await (const chunk of body) {
			bytes += chunk.length;
			if (bytes > LIMITS.maxAnswerBytes) return tooLarge();
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
export type TryResult =
	| { data: IDataObject; requestId?: string; serviceTime?: number; rounded?: string }
	| { failed: FailedTry; explain: (tries: number) => Failure };

/** Content of an answer. The API key must not reach a message or output, even if the answer contains it. */
export function parseResponse(
	{ statusCode: status, headers }: IN8nHttpFullResponse,
	body: string | AnswerFlaw,
	{ base, apiKey }: { base: string; apiKey: string },
): TryResult {
	const isRead = typeof body === 'string';
	const envelope = isRead ? parseMasked(body, apiKey) : undefined;
	const [message, requestId] = [text(envelope?.message), text(envelope?.request_id)];
	const isOwn = message !== undefined && requestId !== undefined;
	const page = isRead && !isOwn ? body.slice(0, LIMITS.maxServiceWords) : '';
	const answer: BadAnswer = { status, message, requestId, isOwn, page };
	if (status === 200) {
		if (!isRead) Object.assign(answer, body);
		else if (!envelope) answer.flaw = 'is not JSON';
		else if (envelope.code === undefined) answer.flaw = "has no 'code'";
		else if (envelope.code !== 200) answer.flaw = `has code ${formatValue(envelope.code)}`;
		else if (!isObject(envelope.data)) answer.flaw = "has no 'data'";
		else {
			const serviceTime = Date.parse(text(headers.date) ?? '') || undefined;
			const rounded = /\d{16}/.test(body) ? roundedIn(envelope.data) : undefined;
			return { data: envelope.data, requestId: answer.requestId, serviceTime, rounded };
		}
	}
	// Masked as it is written: an address has no capital letters in its host
	answer.redirect = redirectOf(status, masked(text(headers.location), apiKey), base);
	const [retryAfter, date] = [text(headers['retry-after']), text(headers.date)];
	return {
		failed: { status, retryAfter, date, isOwn },
		explain: (tries) => ({
			...explainAnswer(answer, tries),
			...(!isRead && status === 200 && { tooLarge: body.tooLarge }),
		}),
	};
}

/** Flaw of an answer that is larger than any by the contract, and was not read to its end. */
function tooLarge(): AnswerFlaw {
	return {
		flaw: `is larger than ${LIMITS.maxAnswerBytes / 1_000_000} MB`,
		advice: 'The node accepts no larger answer. Request less data at a time.',
		tooLarge: true,
	};
}

const NOT_READABLE: AnswerFlaw = {
	flaw: 'is not compressed as its Content-Encoding says',
	advice:
		'A gateway or proxy in between may compress it, and not say how. Ask those who run it to pass the answers on as they are.',
};

/** Name of a field whose whole number is larger than JavaScript reads exactly (nodejs/help#1637), if there is one. */
function roundedIn(data: IDataObject): string | undefined {
	const values: Array<[name: string, value: unknown]> = Object.entries(data);
	// Grows while it is read: strangers' objects may be too deep for a recursion
	for (const [name, value] of values) {
		if (Number.isInteger(value) && !Number.isSafeInteger(value)) return name;
		if (Array.isArray(value)) for (const each of value) values.push([name, each]);
		else if (isObject(value)) values.push(...Object.entries(value));
	}
	return undefined;
}

/** A text of the answer for a message, at most `LIMITS.maxServiceWords` characters. */
function text(value: unknown): string | undefined {
	if (typeof value !== 'string' || value === '') return undefined;
	return value.length > LIMITS.maxServiceWords ? truncate(value, LIMITS.maxServiceWords) : value;
}

/** A text without the API key. */
function masked<T extends string | undefined>(text: T, apiKey: string): T {
	return (apiKey === '' ? text : text?.replaceAll(apiKey, '***')) as T;
}

/** The JSON object in the body of an answer, without the API key; undefined for anything else. */
export function parseMasked(body: string, apiKey: string): IDataObject | undefined {
	try {
		const value: unknown = JSON.parse(maskedJson(body, apiKey));
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** JSON with the API key masked in its texts and names, also where the service escapes characters of it. */
function maskedJson(json: string, apiKey: string): string {
	if (apiKey === '' || !(json.includes('\\') || json.includes(apiKey))) return json;
	return json.replace(JSON_TEXT, (text) => {
		if (!text.includes('\\') && !text.includes(apiKey)) return text;
		const value = JSON.parse(text) as string;
		return value.includes(apiKey) ? JSON.stringify(masked(value, apiKey)) : text;
	});
}

/** Matches the texts and names in JSON; one without an end too, so that it is not searched again from each of its quotes. */
const JSON_TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"?/gs;

/**
 * Request options against following redirects: a redirected POST can lose its body (axios/axios#2460), and the API key must
 * not reach another host. n8n's two request formats read different options, so all are set (n8n 2.41, request.ts and
 * legacy.ts in @n8n/backend-network/http/axios).
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
