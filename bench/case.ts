import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Answers } from './service/answers';

/** One job at two sizes, and those who do it. A case is data: nothing is measured or started here. */
export interface Case {
	/** What `--only` names */
	name: string;
	/** What is done, `N` being the size */
	title: string;
	/** A small and a large one, to show growth */
	sizes: [number, number];
	/** Milliseconds that the service takes for an answer, where the case is about just that */
	latency?: number;
	/** What the service answers, by contract path */
	answers: (size: number) => Answers;
	/** The answers depend on what was asked before: they are made anew for each run */
	changing?: boolean;
	/** Output items that everybody must end with */
	rows: (size: number) => number;
	contenders: Record<string, Contender>;
	targets: Target[];
}

/** Somebody who does the job. */
export type Contender = (Svc | Poll | HttpRequest | Engine | Floor) & {
	/** Requests that must have been sent, exactly */
	requests: (size: number) => number;
};

/** A node of this package in n8n's engine. */
export interface Svc extends WithItems {
	by: 'svc';
	/** Short name of the node type */
	node: string;
	parameters: INodeParameters;
}

/**
 * A trigger node of this package in n8n's own context for polls: activated, then polled until nothing
 * more comes. Its state has to stay within 64 KiB.
 */
export interface Poll {
	by: 'poll';
	node: string;
	parameters: INodeParameters;
}

/** n8n's own HTTP Request node in the same engine, a POST with the same credential. */
export interface HttpRequest extends WithItems {
	by: 'httpRequest';
	path: string;
	/** The JSON body, as the expression that a user writes */
	body: string;
	/** Follows `has_more` with n8n's pagination */
	paginated?: boolean;
	/** Items per group of n8n's batching, and milliseconds from group to group */
	batching?: (latency: number) => { batchSize: number; batchInterval: number };
	/** Fields that n8n's Split Out node takes apart after it, one after the other */
	splitOut?: string[];
}

interface WithItems {
	/** The json of the input items; one empty item unless given */
	items?: (size: number) => IDataObject[];
}

/**
 * What n8n's engine takes for itself: the smallest declarative node with one parameter, in the same
 * engine. It sends nothing.
 */
export interface Engine extends WithItems {
	by: 'engine';
	/** The parameter's value, as the expression that a user writes */
	value: string;
}

/** The same requests without n8n, as short as one can write them with axios. */
export interface Floor {
	by: 'floor';
	/** Gives the output rows */
	run: (post: Post, size: number) => Promise<unknown[]>;
}

/** Sends a body to a contract path and gives `data` of the answer. */
export type Post = (path: string, body: IDataObject) => Promise<IDataObject>;

/** A ratio that shall hold. */
export interface Target {
	what: string;
	/** From the medians by contender, at the large size and at the small one */
	ratio: (large: Medians, small: Medians) => number;
	atMost?: number;
	atLeast?: number;
}

/** By contender. */
export type Medians = Record<string, Measure>;

/** What one run of a contender took. */
export interface Measure {
	/** Wall-clock milliseconds */
	ms: number;
	/** Milliseconds of processor time of the contender's process, its garbage collection included */
	cpu: number;
	/** Most memory that the process had (resident set), in MB */
	peak: number;
	/** Requests sent, and how many of them were in flight at once at most */
	requests: number;
	inFlight: number;
}
