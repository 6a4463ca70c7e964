import { Failure } from './failure';

/** Error for requests of a run that was halted; never shown. */
export class HaltedError extends Error {
	/**
	 * @param outcomeUnknown the request was sent, got no answer and may have been carried out
	 * @param failure how the last try failed, if there was one
	 */
	constructor(
		readonly outcomeUnknown: boolean,
		readonly failure?: Failure,
	) {
		super();
	}
}
