/** What we take of one answer. Anything that keeps the contract is far below. */
export const ANSWER = {
	/** Most bytes of its body, unpacked */
	maxBytes: 100_000_000,
	/** Longest time in milliseconds from its beginning to its end: a trickle is no sign of life */
	maxTime: 300_000,
	/** Longest time until it begins, where the user has set no other */
	timeout: 300_000,
};

/** The body of an answer on its way. */
export interface Incoming extends AsyncIterable<Uint8Array> {
	destroy(error?: Error): unknown;
}

/**
 * The text of a body, read as it comes, so that one that is too large or never ends takes neither all
 * memory nor all time. Undefined when it is too large. Throws when it stops before its end. Nobody
 * stops it before: an answer that has begun says what became of a write.
 */
export async function readText(body: Incoming): Promise<string | undefined> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	const late = AbortSignal.timeout(ANSWER.maxTime);
	const stop = () => body.destroy(new LateError());
	late.addEventListener('abort', stop);
	try {
		for await (const chunk of body) {
			bytes += chunk.length;
			if (bytes > ANSWER.maxBytes) return undefined;
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
