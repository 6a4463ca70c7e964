import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Limits } from './fields/limits';
import type { Rule } from './fields/rules';
import type { FailureError } from './request/failure';
import type { Endpoint } from './routing/endpoint';

/** A parameter as n8n shows it, plus the contract's limits that n8n has no word for. */
export interface Field extends Omit<INodeProperties, 'options'> {
	/** Checked before a request is sent; not part of what n8n sees */
	limits?: Limits;
	options?: Array<INodePropertyOptions | Field>;
}

/** One operation of a node: one operation of the contract and how a user fills it. */
export interface Operation {
	/** Title Case, without the resource */
	name: string;
	/** n8n's word for it, such as `getAll` */
	value: string;
	/** Sentence case, with the object */
	action: string;
	description: string;
	/** Where it goes, in n8n's terms: all operations of the contract are POST */
	routing: { request: { method: 'POST'; url: string } };
	/** How it talks to the service there */
	endpoint: Endpoint;
	/** In the order in which the user sees them */
	fields: Field[];
	/** What the contract says about several fields together */
	rules?: Rule[];
	/** Makes the body whole with what the user need not say; `zone` is the workflow's time zone */
	finish?: (body: IDataObject, zone: string) => IDataObject | FailureError;
}

/** A resource of a node with its operations in UI order. */
export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}
