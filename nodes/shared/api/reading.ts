import { IDataObject } from 'n8n-workflow';

import { Answer } from '../transport/send';

/** The parameters of an item, or of a trigger: `fallback` where there is none of that path. */
export interface Parameters {
	getNodeParameter(path: string, fallback?: unknown): unknown;
}

/** Context of a read, the same in action nodes and triggers: the user's settings and a function that sends. */
export interface Reading {
	context: Parameters;
	/** Sends one request, with the node's Request Options; `neverReplay` as in Request */
	send: (path: string, body: IDataObject, neverReplay?: boolean) => Promise<Answer>;
	/** Shows a hint beside the output of an action node */
	hint?: (text: string) => void;
}

/** True when the switch at the parameter path `path` is on; an expression may give it as text. */
export function isOn(context: Reading['context'], path: string, fallback: boolean): boolean {
	const value = context.getNodeParameter(path, fallback);
	return value === true || value === 'true';
}
