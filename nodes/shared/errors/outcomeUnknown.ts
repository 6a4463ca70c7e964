import { FailureError, failureOf } from './failure';
import { HaltedError } from './halted';

/** True if the failed request may still have been carried out. */
export function isOutcomeUnknown(error: Error): boolean {
	if (error instanceof HaltedError) return error.outcomeUnknown;
	return error instanceof FailureError && error.failure.outcomeUnknown === true;
}

/** Copy of an error, marked with unknown outcome. */
export function withOutcomeUnknown(error: Error): Error {
	if (error instanceof HaltedError) return new HaltedError(true);
	return new FailureError({ ...failureOf(error), outcomeUnknown: true });
}

/** The error; if its outcome is unknown, with `uncertainty` added to the message and `advice` to the description. */
export function tellOutcomeUnknown(error: Error, uncertainty: string, advice: string): Error {
	if (!(error instanceof FailureError) || !error.failure.outcomeUnknown) return error;
	const { failure } = error;
	return new FailureError({
		...failure,
		// In the message, since some callers see nothing else
		message: failure.reason === 'unknown' ? failure.message : `${failure.message}; ${uncertainty}`,
		description: [advice, failure.description].filter(Boolean).join(' '),
	});
}
