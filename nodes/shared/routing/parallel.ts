import { MAX_IN_FLIGHT } from '../request/gate';

/**
 * Does the work on all parts, a few at a time and in their order, so that what one part reads
 * before it writes is not old by then.
 */
export async function inParallel<T>(parts: T[], work: (part: T) => Promise<void>): Promise<void> {
	const waiting = parts.values();
	const worker = async () => {
		for (const part of waiting) await work(part);
	};
	await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, worker));
}
