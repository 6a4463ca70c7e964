import { LIMITS } from '../limits';

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
