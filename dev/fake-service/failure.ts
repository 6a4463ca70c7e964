/**
 * A request that ends without success.
 * `status` is the HTTP status, `message` what the caller reads, `headers` go out with the answer.
 */
export class Failure extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}
}

/** The caller broke the contract: HTTP 400, with a message that names the field. */
export function violation(message: string): Failure {
	return new Failure(400, message);
}
