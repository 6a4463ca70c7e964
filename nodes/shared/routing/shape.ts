import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

/** One input item on its way to the service, its values checked and converted. */
export interface Call {
	/** n8n's context of the item */
	context: IExecutePaginationFunctions;
	/** The request's fields, without those of paging */
	body: IDataObject;
	/** Sends a body to the operation's path and returns `data` of the answer */
	send: (body: IDataObject) => Promise<IDataObject>;
}

/** How an operation talks to the service: its path, and what its requests and answers look like. */
export interface Shape {
	/** Contract path, `/api/v1/…` */
	path: string;
	/** Sends what is needed for one input item and returns the json of its output items */
	perform: (call: Call) => Promise<IDataObject[]>;
}
