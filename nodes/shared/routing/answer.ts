import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../request/failure';

/** The elements of a list in an answer; fails when the service did not send the list it promises. */
export function listOf(data: IDataObject, field: string): IDataObject[] {
	const list = data[field];
	if (!Array.isArray(list)) throw brokenAnswer(`has no list '${field}'`);
	return list as IDataObject[];
}

/** The failure for an answer that breaks the contract. `flaw` continues "The answer of the service …". */
export function brokenAnswer(flaw: string): FailureError {
	return new FailureError({
		message: `The answer of the service ${flaw}`,
		description: 'The service does not keep its contract; report this to its operators.',
	});
}
