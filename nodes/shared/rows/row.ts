import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';

/** Settings of the form of the output, by parameter name. Those that the user has not set are undefined. */
export interface RowSettings {
	simplify?: boolean;
	outputAs?: string;
	/** Name of the binary field for files */
	binaryPropertyName?: string;
	fileName?: string;
	/** Output for a file without rows */
	ifEmpty?: string;
	/** Language tag of a text or table */
	language?: string;
	/** Headings of a text */
	groupBy?: string;
	textFields?: string[];
	/** Text of a list without rows */
	textIfEmpty?: string;
}

/** An output item that has its form already: a text, a file, an object with its file, or an outcome without its object. */
export class Made {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;

	constructor(json: IDataObject, binary?: IBinaryKeyData) {
		this.json = json;
		// No key without a file
		if (binary) this.binary = binary;
	}
}

/**
 * An output item before it is linked to its input item: an object as the service answered it, which gets its form when it
 * is linked; one that is made; or a failure, which becomes a failed item.
 */
export type Row = IDataObject | Made | FailureError;

/** True for an object of the service. */
export function isObjectRow(row: Row): row is IDataObject {
	return !(row instanceof FailureError || row instanceof Made);
}
