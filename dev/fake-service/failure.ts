/** A failed request: HTTP status, message for the caller, and additional headers of the answer. */
export class Failure extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}
}

/** A violation of the contract by the caller: HTTP 400, with a message that names the field. */
export function violation(message: string): Failure {
	return new Failure(400, message);
}
