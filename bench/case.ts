import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Answers } from './service/answers';

/** A case of the bench: one job at several sizes, and its contenders. It is data; nothing is measured or started here. */
export interface Case {
	/** Name for `--only` */
	name: string;
	/** Description of the job; `N` is the size */
	title: string;
	/** At least two sizes, each larger than the one before, to show growth */
	sizes: number[];
	/** Latency of the service in milliseconds, if the case depends on it */
	latency?: number;
	/** Answers of the service, by contract path */
	answers: (size: number) => Answers;
	/** The answers depend on earlier requests, so they are generated again for each run */
	changing?: boolean;
	/** Number of output items that every contender must return */
	rows: (size: number) => number;
	contenders: Record<string, Contender>;
	targets: Target[];
}

/** A contender: how it does the job, and the number of its requests. */
export type Contender = (Svc | Poll | HttpRequest | Engine | Floor | FloorInNode) & {
	/** Number of requests that must be sent */
	requests: (size: number) => number;
	/** Share of further requests that may be sent; none unless given */
	extraRequests?: number;
};

/** A node of this package in n8n's engine. */
export interface Svc extends WithItems {
	by: 'svc';
	/** Short name of the node type */
	node: string;
	parameters: INodeParameters;
}

/**
 * A trigger node of this package in n8n's own context for polls: activated, then polled until it emits nothing more.
 * Its state must stay within 64 KiB.
 */
export interface Poll {
	by: 'poll';
	node: string;
	parameters: INodeParameters;
	/** True for a list of many pages, which the trigger reads once in ten minutes: here it is read by each poll */
	readsAlways?: true;
}

/** n8n's own HTTP Request node in the same engine, a POST with the same credential. */
export interface HttpRequest extends WithItems {
	by: 'httpRequest';
	path: string;
	/** JSON body, as the expression that a user writes */
	body: string;
	/** Follows `has_more` with n8n's pagination */
	paginated?: boolean;
	/** Items per group of n8n's batching, and milliseconds from group to group */
	batching?: (latency: number) => { batchSize: number; batchInterval: number };
	/** Fields that n8n's Split Out node splits afterwards, one after the other */
	splitOut?: string[];
}

interface WithItems {
	/** The json of the input items; one empty item unless given */
	items?: (size: number) => IDataObject[];
}

/**
 * The cost of n8n's engine itself: the smallest declarative node with one parameter, in the same engine. It sends
 * nothing.
 */
export interface Engine extends WithItems {
	by: 'engine';
	/** Value of the parameter, as the expression that a user writes */
	value: string;
}

/** A bare loop with axios that sends the same requests without n8n. */
export interface Floor {
	by: 'floor';
	/** Returns the output rows */
	run: (post: Post, size: number) => Promise<unknown[]>;
}

/**
 * The bare loop in a node, with n8n's request helper instead of axios, and one expression for each item: what any node
 * that sends these requests costs.
 */
export interface FloorInNode extends Omit<Engine, 'by'>, Omit<Floor, 'by'> {
	by: 'floorInNode';
}

/** Sends a body to a contract path and returns `data` of the answer. */
export type Post = (path: string, body: IDataObject) => Promise<IDataObject>;

/** A target for a ratio. */
export interface Target {
	what: string;
	/** Computes the ratio from the medians by contender, at the largest size and at the one before */
	ratio: (large: Medians, small: Medians) => number;
	atMost?: number;
	atLeast?: number;
}

/** Values by contender. */
export type Medians = Record<string, Measure>;

/** Cost of one run of a contender. */
export interface Measure {
	/** Wall-clock milliseconds */
	ms: number;
	/** Processor time of the contender's process in milliseconds, with its garbage collection */
	cpu: number;
	/** Peak memory of the process (resident set) in MB */
	peak: number;
	/** Number of requests sent, and their maximum number in flight */
	requests: number;
	inFlight: number;
}
