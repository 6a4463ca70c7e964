import type { IDataObject, INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

/** What went wrong, for a person: what happened, and what to do about it. */
export interface Failure {
	/** What happened, naming the parameter by its display name */
	message: string;
	/** What to do next */
	description?: string;
	/** HTTP status of the answer, if there was one */
	status?: number;
	/** The service's own identifier of the request, for its support */
	requestId?: string;
	/** The service's own word for why it rejected a change, such as stale_version */
	reason?: string;
	/** The change may have been carried out all the same: nobody knows */
	unsure?: boolean;
}

/** A failure on its way to whoever knows the node and the item it belongs to. */
export class FailureError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}

/**
 * The failure in a caught error; an error that is none of ours keeps its words. Where the machine
 * stumbles, it is over a value that nobody would have thought of.
 */
export function failureOf(error: unknown): Failure {
	if (error instanceof FailureError) return error.failure;
	if (error instanceof TypeError || error instanceof RangeError) {
		return {
			message: 'The answer of the service cannot be understood',
			description: `The service does not keep its contract; report this to its operators. In the words of the machine: ${error.message}.`,
		};
	}
	return { message: error instanceof Error ? error.message : String(error) };
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
	const { requestId, reason } = failure;
	Object.assign(error.context, requestId && { requestId }, reason && { reason });
	return error;
}

/** The same failure as the json of an item on the error output. n8n routes items of just these keys there. */
export function errorJson(error: NodeApiError): IDataObject {
	const details: IDataObject = {};
	if (error.description) details.description = error.description;
	if (error.httpCode) details.http_status = Number(error.httpCode);
	if (error.context.reason) details.reason = error.context.reason as string;
	if (error.context.requestId) details.request_id = error.context.requestId as string;
	return { error: error.message, details };
}
