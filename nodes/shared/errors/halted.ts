import { Failure } from './failure';

/** Thrown (and never shown) when nobody wants the answer any more. */
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
