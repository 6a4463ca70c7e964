import { IDataObject } from 'n8n-workflow';

import { Answer } from '../transport/send';

/** The parameters of an item, or of a trigger: `fallback` where there is none of that path. */
export interface Parameters {
	getNodeParameter(path: string, fallback?: unknown): unknown;
}

/** What reading needs: the user's settings, and somebody who sends. Action nodes and triggers have it. */
export interface Reading {
	context: Parameters;
	/** Sends one request, with the node's Request Options; `neverReplay` as in Request */
	send: (path: string, body: IDataObject, neverReplay?: boolean) => Promise<Answer>;
}

/** Whether a switch is on; an expression may give it as a text. `path` is the parameter's. */
export function isOn(context: Reading['context'], path: string, fallback: boolean): boolean {
	const value = context.getNodeParameter(path, fallback);
	return value === true || value === 'true';
}
