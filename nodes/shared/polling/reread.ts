import { FailureError, failureOf, HaltedError } from '../errors/failure';
import type { EventSource, RowPage } from './event';

/**
 * The source, which is read again once where a cursor expires in the middle of a poll, so that rows can come twice. If that
 * happens again, the poll ends early, as one without time for all pages does.
 */
export function withRereads(source: EventSource): EventSource {
	const { read, unready } = source;
	const inWork = unready?.inWork;
	return {
		...source,
		read: (reader, bounds) => rereading(() => read(reader, bounds)),
		...(inWork && {
			unready: { ...unready, inWork: (reader) => rereading(() => inWork(reader)) },
		}),
	};
}

async function* rereading(read: () => AsyncIterable<RowPage>): AsyncGenerator<RowPage> {
	try {
		return yield* read();
	} catch (error) {
		passExpired(error);
	}
	try {
		yield* read();
	} catch (error) {
		throw hasExpired(error) ? new HaltedError(false, error.failure) : error;
	}
}

function passExpired(error: unknown): void {
	if (!hasExpired(error)) throw error;
}

function hasExpired(error: unknown): error is FailureError {
	return failureOf(error).cursorRefused === true;
}
