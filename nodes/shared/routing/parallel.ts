import { MAX_IN_FLIGHT } from '../request/gate';

/**
 * Does the work on all parts, a few at a time and in their order, so that what one part reads
 * before it writes is not old by then. After the first error no further part is begun; the error is
 * thrown when the parts that were under way have ended, so nothing goes on behind the caller's back.
 */
export async function inParallel<T>(parts: T[], work: (part: T) => Promise<void>): Promise<void> {
	const waiting = parts.values();
	const errors: unknown[] = [];
	const worker = async () => {
		for (const part of waiting) {
			if (errors.length > 0) return;
			try {
				await work(part);
			} catch (error) {
				errors.push(error);
			}
		}
	};
	await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, worker));
	if (errors.length > 0) throw errors[0];
}
