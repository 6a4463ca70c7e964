import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Failure } from '../errors/failure';
import { formatValue, truncate } from '../errors/format';
import { LIMITS } from '../limits';
import { explainAnswer, type BadAnswer } from './httpErrors';
import { hasMoreValues, isObject, masked, parseMasked } from './mask';
import { redirectOrigin } from './redirects';
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
		redirect:
			status < 300 ? undefined : masked(redirectOrigin(status, headers.location, base), apiKey),
	};
	if (status === 200) {
		if (excess) {
			answer.flaw = excess;
			answer.advice = TOO_LARGE;
		} else if (!envelope) answer.flaw = 'is not JSON';
		else if (envelope.code === undefined) answer.flaw = "has no 'code'";
		else if (envelope.code !== 200) answer.flaw = `has code ${formatValue(envelope.code)}`;
		else if (!isObject(envelope.data)) answer.flaw = "has no 'data'";
		else {
			const serviceTime = Date.parse(text(headers.date) ?? '') || undefined;
			return { data: envelope.data, requestId: answer.requestId, serviceTime };
		}
	}
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
