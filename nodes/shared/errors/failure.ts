import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

/** A failure with texts for the user: `message` says what happened, `description` what to do. */
export interface Failure {
	/** One sentence without a final period, with the display name of the parameter in quotes */
	message: string;
	/** Next step for the user, in full sentences */
	description?: string;
	/** The next step for a caller without a form, where `description` speaks of fields and expressions */
	plain?: string;
	/** The words of `message` that say where the service is, which such a caller need not know */
	place?: string;
	/** HTTP status of the answer; absent without an answer */
	status?: number;
	/** The answer is the service's own, and not that of a proxy, a gateway or another address */
	isOwn?: boolean;
	/** `request_id` of the answer */
	requestId?: string;
	/** `reason` of a rejection, such as stale_version */
	reason?: string;
	/** The request may have been carried out, but no answer came */
	outcomeUnknown?: boolean;
	/** Nothing was sent for the item; `all` if nothing at all was sent, since the node ends at an invalid item */
	unsent?: 'item' | 'all';
	/** The cause is temporary: trying again later can help */
	transient?: boolean;
	/** End of the pause that the node makes, in Unix milliseconds */
	until?: number;
	/** The time that the caller waits is over, or would be before the answer */
	late?: boolean;
	/** The answer is larger than any by the contract */
	tooLarge?: boolean;
	/** The service refuses the cursor that it gave with the page before */
	cursorRefused?: boolean;
	/** Stack trace of a defect in this package */
	stack?: string;
	/** Values from which n8n's editor explains a failed expression in its own words (`context` of its ExpressionError) */
	context?: IDataObject;
}

/** Error that carries a failure to the code that knows the node and the item. */
export class FailureError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}

/** Names of errors that only a defect in code causes. Names, since an error can come from another realm. */
const DEFECTS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'];

/** True when a caught error is a defect of this package. */
export function isDefect(error: unknown): boolean {
	return DEFECTS.includes(errorOf(error).name);
}

/** The error that was thrown; one with its text for anything else. */
export function errorOf(thrown: unknown): Error {
	return isError(thrown) ? thrown : new Error(String(thrown));
}

/** True for an error, from another realm too. */
function isError(thrown: unknown): thrown is Error {
	return typeof thrown === 'object' && thrown !== null && 'message' in thrown && 'name' in thrown;
}

/**
 * The failure of a caught error. Errors of n8n, for example about a missing credential, keep their message. A defect of
 * this package says so, with its stack trace.
 */
export function failureOf(error: unknown): Failure {
	if (error instanceof FailureError) return error.failure;
	const { name, message, stack } = errorOf(error);
	if (!isDefect(error)) return { message };
	return {
		message: 'The node failed because of a defect in its code',
		description: `The service is not the cause. Report this to the maintainers of n8n-nodes-svc: ${name}: ${message}`,
		stack,
	};
}

/**
 * n8n's error for a failure, with exactly its words and, among several input items, the number of its item. `others` is
 * true if other items stop because of it.
 *
 * Message and description are set again after construction, because n8n replaces texts that contain something like a
 * system error code (n8n 2.41, n8n-workflow/errors/abstract/node.error.ts). The HTTP request is not attached, since its
 * headers would put the API key into execution data.
 */
export function nodeError(
	node: INode,
	failure: Failure,
	place?: ItemPosition,
	others = false,
): NodeApiError {
	const itemIndex = place?.index;
	const description = [
		unsentWords(failure, itemIndex),
		failure.description,
		others && isOfItem(failure) && TO_GO_ON,
		failure.requestId && `Request ID: ${failure.requestId}`,
	]
		.filter(Boolean)
		.join(' ');
	const which = placeWords(place);
	const message = failure.message + which;
	const error = new NodeApiError(
		node,
		{},
		{
			message,
			description,
			httpCode: failure.status === undefined ? undefined : String(failure.status),
			// n8n's editor would add the number of the item once more, counted from 0 (n8n 2.41, NodeErrorView.vue)
			itemIndex: which === '' ? itemIndex : undefined,
		},
	);
	error.message = message;
	error.description = description;
	if (failure.stack) error.stack = failure.stack;
	const { requestId, reason, stack } = failure;
	Object.assign(
		error.context,
		failure.context,
		requestId && { requestId },
		reason && { reason },
		stack && { stack },
	);
	return error;
}

/** An input item among those of its run. */
export interface ItemPosition {
	/** From 0 on, as n8n counts */
	index: number;
	/** Number of items; undefined if only n8n knows it */
	count?: number;
}

/** The number of an item, counted from 1 as people do. A single item needs none. */
function placeWords(place?: ItemPosition): string {
	if (!place || place.count === 1) return '';
	const { index, count } = place;
	return count === undefined ? ` [item ${index + 1}]` : ` [item ${index + 1} of ${count}]`;
}

const TO_GO_ON =
	'To go on with the other items, choose Continue (using error output) in Settings > On Error.';

/**
 * True if the service itself has refused the content of a request (HTTP 400; contract document 1, errors). Other failures are
 * about the key, the address or the service, and so is the 400 of a gateway.
 */
export function isRefusal({ status, isOwn }: Failure): boolean {
	return status === 400 && isOwn === true;
}

/** True if the cause is the item itself: its values, its object, or a refusal of it by the service. */
function isOfItem(failure: Failure): boolean {
	const { unsent, reason, status, transient, until, stack } = failure;
	if (unsent !== undefined || reason !== undefined) return true;
	if (status !== undefined && status !== 413 && !isRefusal(failure)) return false;
	return !transient && until === undefined && stack === undefined;
}

function unsentWords({ unsent }: Failure, itemIndex: number | undefined): string | undefined {
	if (!unsent) return undefined;
	return unsent === 'all' || itemIndex === undefined
		? 'Nothing was sent.'
		: 'Nothing was sent for this item.';
}

/**
 * JSON of a failed item. n8n sends an item with no other keys to the error output (n8n 2.41,
 * n8n-core/execution-engine/workflow-execute.ts).
 */
export function errorJson(error: NodeApiError): IDataObject {
	const details: IDataObject = {};
	if (error.description) details.description = error.description;
	if (error.httpCode) details.http_status = Number(error.httpCode);
	if (error.context.reason) details.reason = error.context.reason;
	if (error.context.requestId) details.request_id = error.context.requestId;
	if (error.context.stack) details.stack = error.context.stack;
	return { error: error.message, details };
}

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
		plain: [advice, failure.plain ?? failure.description].filter(Boolean).join(' '),
	});
}
