import type { INodeParameters } from 'n8n-workflow';

/** The sample of an operation: every parameter set once, and the expected requests. */
export interface Sample {
	/** Sets of parameters; together they set every documented field */
	runs: Array<{
		parameters: INodeParameters;
		/** The exact body of the first request to the operation */
		body: Record<string, unknown>;
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

/** Samples by the contract's operationId. */
export type Samples = Record<string, Sample>;

/** The sample of an operation whose fields are not documented: the body is sent unchanged. */
export const anything = {
	parameters: { body: '{"items": [{"item_id": "1", "anything": true}]}' },
	body: { items: [{ item_id: '1', anything: true }] },
};
