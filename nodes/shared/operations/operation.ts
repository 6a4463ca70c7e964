import type { IDataObject } from 'n8n-workflow';

import type { FailureError } from '../errors/failure';
import { Field } from '../fields/field';
import type { Output } from '../outputs/output';
import type { Rule } from '../parameters/rules';
import type { Endpoint } from './endpoint';

/** One operation of a node: one operation of the contract and how a user fills it. */
export interface Operation {
	/** Title Case, without the resource */
	name: string;
	/** n8n's word for it, such as `getAll` */
	value: string;
	/** Sentence case, with the object */
	action: string;
	description: string;
	/** Method and path, in n8n's terms: all operations of the contract are POST */
	routing: { request: { method: 'POST'; url: string } };
	/** Way of talking to the service */
	endpoint: Endpoint;
	/** In the order in which the user sees them; those of an operation with `output` hold Simplify */
	fields: Field[];
	/** Simplified form of its output items; without one they are as the service answered */
	output?: Output;
	/** Rules of the contract over several fields */
	rules?: Rule[];
	/** Completes the body with values that users need not enter; `zone` is the workflow's time zone */
	finish?: (body: IDataObject, zone: string) => IDataObject | FailureError;
}

/** A resource of a node with its operations in UI order. */
export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}
