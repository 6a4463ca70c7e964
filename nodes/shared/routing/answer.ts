import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../request/failure';

/** The objects of a list in an answer; fails when the service did not send the list it promises. */
export function listOf(data: IDataObject, field: string): IDataObject[] {
	const list: unknown = data[field];
	if (!Array.isArray(list)) throw brokenAnswer(`has no list '${field}'`);
	if (!list.every(isObject)) throw brokenAnswer(`has something in '${field}' that is no object`);
	return list;
}

/** Whether a value of an answer is a JSON object. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The failure for an answer that breaks the contract. `flaw` continues "The answer of the service …". */
export function brokenAnswer(flaw: string): FailureError {
	return new FailureError({
		message: `The answer of the service ${flaw}`,
		description: 'The service does not keep its contract; report this to its operators.',
	});
}
