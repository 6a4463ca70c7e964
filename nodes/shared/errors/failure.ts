import type { IDataObject, INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

/** A failure as the user reads it: what happened, and what to do about it. */
export interface Failure {
	/** Event in one sentence, with the display name of the parameter */
	message: string;
	/** Advice: the next step of the user */
	description?: string;
	/** HTTP status of the answer, if there was one */
	status?: number;
	/** The service's own identifier of the request, for its support */
	requestId?: string;
	/** The service's own word for why it rejected a change, such as stale_version */
	reason?: string;
	/** The request may have been carried out, but no answer came */
	outcomeUnknown?: boolean;
	/** It passes by itself: trying again later can help */
	transient?: boolean;
	/** When the service wants to be asked again, in Unix milliseconds */
	until?: number;
	/** Stack of a defect of this package: its place in the code */
	stack?: string;
}

/** Error with a failure, for the code that knows the node and the item. */
export class FailureError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}

/** Errors that only a mistake in code brings about, by name: an error may come from another realm. */
const DEFECTS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'];

/** True when a caught error is a defect of this package. */
export function isDefect(error: unknown): boolean {
	return DEFECTS.includes(String((Object(error) as Partial<Error>).name));
}

/**
 * The failure in a caught error. One that is not ours keeps its words, such as those of n8n about a
 * missing credential; a programming error says that it is one, with its stack.
 */
export function failureOf(error: unknown): Failure {
	if (error instanceof FailureError) return error.failure;
	const { name, message, stack } = Object(error) as Partial<Error>;
	if (!isDefect(error)) return { message: message ?? String(error) };
	return {
		message: 'The node failed because of a defect of its own',
		description: `The service is not to blame. Report this to the makers of n8n-nodes-svc: ${String(name)}: ${String(message)}`,
		stack,
	};
}

/**
 * The one way a failure becomes n8n's error: it says exactly the given words, and which input item
 * failed.
 * Message and description are set again after construction, because n8n replaces texts in which it
 * finds something like a system error code. Nothing of the HTTP exchange is attached: it would
 * carry the key into the execution's data.
 */
export function nodeError(node: INode, failure: Failure, itemIndex?: number): NodeApiError {
	const message =
		itemIndex === undefined ? failure.message : `${failure.message} [item ${itemIndex}]`;
	const description = [failure.description, failure.requestId && `Request ID: ${failure.requestId}`]
		.filter(Boolean)
		.join(' ');
	const error = new NodeApiError(node, {} as JsonObject, {
		message,
		description,
		httpCode: failure.status === undefined ? undefined : String(failure.status),
		itemIndex,
	});
	error.message = message;
	error.description = description;
	if (failure.stack) error.stack = failure.stack;
	const { requestId, reason, stack } = failure;
	Object.assign(
		error.context,
		requestId && { requestId },
		reason && { reason },
		stack && { stack },
	);
	return error;
}

/** JSON of a failed item. n8n sends items with exactly these keys to the error output. */
export function errorJson(error: NodeApiError): IDataObject {
	const details: IDataObject = {};
	if (error.description) details.description = error.description;
	if (error.httpCode) details.http_status = Number(error.httpCode);
	if (error.context.reason) details.reason = error.context.reason as string;
	if (error.context.requestId) details.request_id = error.context.requestId as string;
	if (error.context.stack) details.stack = error.context.stack as string;
	return { error: error.message, details };
}
