import type { INodeParameters } from 'n8n-workflow';

/** Every parameter of an operation set once, and the requests that this means. */
export interface Sample {
	/** Sets of parameters; together they fill every field that the contract documents */
	runs: Array<{
		parameters: INodeParameters;
		/** The body of the first request to the operation, to the letter */
		body: Record<string, unknown>;
	}>;
	/** Response fields that reach the user as a failure, not in an output item */
	toldAsFailure?: string[];
	/** Response fields that the node needs for itself and that say nothing to the user */
	usedUp?: string[];
	/** Response fields that Simplify leaves out, because others say it */
	simplifiedAway?: string[];
	/** Request fields of which the node takes more than one request may have */
	beyondLimits?: string[];
	/** The fake service refuses the sample, because the things that it names are not there */
	refused?: boolean;
}

/** Samples by the contract's operationId. */
export type Samples = Record<string, Sample>;

/** A request of which the contract shows nothing: it goes out as it is. */
export const anything = {
	parameters: { body: '{"items": [{"item_id": "1", "anything": true}]}' },
	body: { items: [{ item_id: '1', anything: true }] },
};
