import { IDataObject } from 'n8n-workflow';

import type { Path } from '../contract';
import { Answer } from '../transport/send';

/** Parameters of an item or a trigger. `fallback` is the value of a parameter that is not stored. */
export interface Parameters {
	getNodeParameter(path: string, fallback?: unknown): unknown;
}

/** Context of a read in action nodes and triggers. */
export interface ReadContext {
	settings: Settings;
	/** Sends one request with the node's Request Options. `neverReplay` as in Request */
	send: (path: Path, body: IDataObject, neverReplay?: boolean) => Promise<Answer>;
	/** Shows a hint beside the output of an action node */
	hint?: (text: string) => void;
}

/**
 * Values of the fields that are not sent, by parameter name. A field that the operation does not have, an option that was
 * not added, and a field without a value are undefined.
 */
export interface Settings {
	binaryPropertyName?: string;
	body?: IDataObject;
	clearFields?: string[];
	cursor?: string;
	dayOrMonthFirst?: 'day' | 'month';
	due?: string;
	fileName?: string;
	groupBy?: string;
	ifEmpty?: string;
	ifNotFound?: string;
	ifNotReady?: string;
	ifRejected?: string;
	ifTooLong?: string;
	ignoreEmptyFilters?: boolean;
	includeFullText?: boolean;
	includeTranscript?: string;
	keepOrder?: boolean;
	includeEventMetadata?: boolean;
	ignoreMyOwn?: boolean;
	itemCount?: number;
	language?: string;
	lateArrivalWindow?: number;
	leadTime?: number;
	limit?: number;
	maxCharacters?: number;
	maxItemsPerPoll?: number;
	maxUtterances?: number;
	/** Minutes */
	minimumDuration?: number;
	output?: string;
	outcomes?: string[];
	outputAs?: string;
	outputFields?: string;
	part?: number;
	period?: string;
	resolveNames?: boolean;
	returnAll?: boolean;
	separator?: string;
	simplify?: boolean;
	singleStepOnly?: boolean;
	speakerNames?: boolean;
	/** Unix milliseconds */
	startDate?: number;
	startFrom?: string;
	textContains?: string[];
	textFields?: string[];
	textIfEmpty?: string;
	toolOutput?: string;
	validateOnly?: boolean;
	/** Minutes */
	waitUntilReady?: number;
	writeOncePer?: string;
}
