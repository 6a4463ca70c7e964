import { IDataObject } from 'n8n-workflow';

import { Answer } from '../transport/send';

/** Parameters of an item or a trigger. `fallback` is the value of a parameter that is not stored. */
export interface Parameters {
	getNodeParameter(path: string, fallback?: unknown): unknown;
}

/** Context of a read in action nodes and triggers. */
export interface Reading {
	context: Parameters;
	/** Sends one request with the node's Request Options. `neverReplay` as in Request */
	send: (path: string, body: IDataObject, neverReplay?: boolean) => Promise<Answer>;
	/** Shows a hint beside the output of an action node */
	hint?: (text: string) => void;
}

/** Value of a boolean parameter. An expression can yield it as text. */
export function isOn(context: Reading['context'], path: string, fallback: boolean): boolean {
	const value = context.getNodeParameter(path, fallback);
	return value === true || value === 'true';
}
