import type { INodeParameters } from 'n8n-workflow';

import type { OperationId } from '../../nodes/shared/contract';
import type { Request } from './types';

/** The sample of an operation: every parameter set once, and the expected requests. */
export interface Sample<Id extends OperationId = OperationId> {
	/** Sets of parameters; together they set every documented field */
	runs: Array<{
		parameters: INodeParameters;
		/** The exact body of the first request to the operation */
		body: Part<Request<Id>>;
	}>;
	/** Response fields that appear in an error, not in an output item */
	toldAsFailure?: string[];
	/** Response fields that only the node itself needs */
	usedUp?: string[];
	/** Response fields that Simplify leaves out, because other fields have the same information */
	simplifiedAway?: string[];
	/** Request fields for which the node accepts more values than one request allows */
	beyondLimits?: string[];
	/** The fake service refuses the sample, because its objects do not exist */
	refused?: boolean;
}

/** A value of which fields may be missing. */
type Part<Value> =
	Value extends Array<infer Element>
		? Array<Part<Element>>
		: Value extends object
			? { [Name in keyof Value]?: Part<Value[Name]> }
			: Value;

/** Samples by the contract's operationId. */
export type Samples = { [Id in OperationId]?: Sample<Id> };

/** The sample of an operation whose fields are not documented: the body is sent unchanged. */
export const anything = {
	parameters: { body: '{"items": [{"item_id": "1", "anything": true}]}' },
	body: { items: [{ item_id: '1', anything: true }] },
};
