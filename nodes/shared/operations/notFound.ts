import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
import { notReadable } from '../errors/rejections';
import type { InputItem } from './endpoint';

/** True when If Not Found asks for an output. */
export function wantsOutcome({ context }: InputItem): boolean {
	return context.getNodeParameter('options.ifNotFound', 'fail') === 'output';
}

/**
 * Value for `check` of lists that belong to an object. An object that cannot be read is a failure, or with
 * If Not Found = Output Outcome an item that says so; it is never an empty list.
 */
export function unlessFound(
	thing: string,
	id: string,
): (data: IDataObject, item: InputItem) => IDataObject | undefined {
	return ({ found }, item) => {
		if (found !== false) return undefined;
		if (wantsOutcome(item)) return { [id]: item.body[id], found: false };
		throw new FailureError(notReadable(thing, String(item.body[id])));
	};
}
