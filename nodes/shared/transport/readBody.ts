import { LIMITS } from '../limits';

/** The body of an answer on its way. */
export interface Incoming extends AsyncIterable<Uint8Array> {
	destroy(error?: Error): unknown;
}

/**
 * The text of a body, read as it comes, so that one that is too large or never ends takes neither all
 * memory nor all time. Undefined when it is too large. Throws when it stops before its end. Nobody
 * stops it before: an answer that has begun says what became of a write.
 *
 * @param left milliseconds that the request has left, of which at most two minutes are given
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

/** Looks like a timeout of the system's. */
class LateError extends Error {
	readonly code = 'ETIMEDOUT';
}
