import { Failure } from './failure';

/** Error of a request in a run that was halted. Users never see it. */
export class HaltedError extends Error {
	/**
	 * @param outcomeUnknown true if the request was sent, got no answer and may have been carried out
	 * @param failure failure of the last try, if there was one
	 */
	constructor(
		readonly outcomeUnknown: boolean,
		readonly failure?: Failure,
	) {
		super();
	}
}
