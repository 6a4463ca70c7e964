import type { IBinaryKeyData, IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import type { FailureError } from '../request/failure';
import type { Answer } from '../request/send';
import type { Run } from './run';
import type { Write } from './write';

/** What reading needs: the user's settings, and somebody who sends. Action nodes and triggers have it. */
export interface Reading {
	/** n8n's context, for the parameters */
	context: { getNodeParameter(path: string, fallback?: unknown): unknown };
	/** Sends one request, with the node's Request Options; `once` as in Request */
	send: (path: string, body: IDataObject, once?: boolean) => Promise<Answer>;
}

/** One input item on its way to the service, its values checked and converted. */
export interface Call extends Reading {
	/** n8n's context of the item */
	context: IExecutePaginationFunctions;
	itemIndex: number;
	/** The run that the item belongs to */
	run: Run;
	/** The request's fields, without what the shape adds */
	body: IDataObject;
}

/** An output item that has files beside its json. */
export class WithFiles {
	constructor(
		readonly json: IDataObject,
		readonly binary: IBinaryKeyData,
	) {}
}

/** An output item of an operation, still without its link; a failure among others is one of its own. */
export type Row = IDataObject | WithFiles | FailureError;

/** How an operation talks to the service: its path, and what its requests and answers look like. */
export interface Shape {
	/** Contract path, `/api/v1/…` */
	path: string;
	/** Of write operations: what is special about them, for the documentation and its test */
	write?: Write;
	/**
	 * Sends what is needed for the input items that start together. Gives for each call, in their
	 * order, the promise of its output items.
	 */
	perform: (calls: Call[]) => Array<Promise<Row[]>>;
}

/** For shapes in which every input item has requests of its own. */
export function each(perform: (call: Call) => Promise<Row[]>): Shape['perform'] {
	return (calls) => calls.map(perform);
}

/** What became of an input item: its output items, or why there are none. */
export type Result =
	| {
			rows: IDataObject[];
			/** A change that was not made, which the user wants as an output */
			unwritten?: boolean;
	  }
	| Failed;

/** Why there is no output. */
export interface Failed {
	error: Error;
	/** The service has said that the change was not made */
	rejected?: boolean;
}

/** For shapes that send several input items together: all of them are told when all are done. */
export function together(perform: (calls: Call[]) => Promise<Result[]>): Shape['perform'] {
	return (calls) => {
		if (calls.length === 0) return [];
		const results = perform(calls);
		return calls.map(async (_call, i) => {
			const result = (await results)[i];
			if ('error' in result) throw result.error;
			return result.rows;
		});
	};
}

/** The parts of a list with at most `size` elements each. */
export function chunksOf<T>(list: T[], size: number): T[][] {
	const chunks: T[][] = [];
	for (let i = 0; i < list.length; i += size) chunks.push(list.slice(i, i + size));
	return chunks;
}
