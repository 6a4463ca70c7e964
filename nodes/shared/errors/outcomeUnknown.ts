import { FailureError, failureOf } from './failure';
import { HaltedError } from './halted';

/** True when a failed request may have been carried out all the same: its outcome is unknown. */
export function isOutcomeUnknown(error: Error): boolean {
	if (error instanceof HaltedError) return error.outcomeUnknown;
	return error instanceof FailureError && error.failure.outcomeUnknown === true;
}

/** Copy of an error, marked with unknown outcome. */
export function withOutcomeUnknown(error: Error): Error {
	if (error instanceof HaltedError) return new HaltedError(true);
	return new FailureError({ ...failureOf(error), outcomeUnknown: true });
}

/** An error with words for its unknown outcome; others as they are. */
export function tellOutcomeUnknown(error: Error, uncertainty: string, advice: string): Error {
	if (!(error instanceof FailureError) || !error.failure.outcomeUnknown) return error;
	const { failure } = error;
	return new FailureError({
		...failure,
		// In the message, because an agent gets to see nothing else
		message: failure.reason === 'unknown' ? failure.message : `${failure.message}; ${uncertainty}`,
		description: [advice, failure.description].filter(Boolean).join(' '),
	});
}
