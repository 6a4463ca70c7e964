import { IDataObject } from 'n8n-workflow';

import type { Path } from '../contract';
import { Answer } from '../transport/send';

/** Parameters of an item or a trigger. `fallback` is the value of a parameter that is not stored. */
export interface Parameters {
	getNodeParameter(path: string, fallback?: unknown): unknown;
}

/** Context of a read in action nodes and triggers. */
export interface ReadContext {
	/** Sends one request with the node's Request Options. `neverReplay` as in Request */
	send: (path: Path, body: IDataObject, neverReplay?: boolean) => Promise<Answer>;
}
