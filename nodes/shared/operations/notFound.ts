import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
import { notReadable } from '../errors/rejections';
import { Made } from '../rows/row';
import type { InputItem } from './endpoint';

/** True if If Not Found is Output Outcome. */
export function wantsOutcome({ settings }: InputItem): boolean {
	return settings.ifNotFound === 'output';
}

/** An outcome without its object as an output item. */
export function outcomeOf({ form }: InputItem, json: IDataObject): Made {
	return new Made(form().outcome(json));
}

/**
 * Function for `check` of lists that belong to an object. If the object cannot be read, it fails, or with If Not Found =
 * Output Outcome returns a row with `found: false`. The list never looks empty instead.
 */
export function unlessFound(
	thing: string,
	id: string,
): (data: IDataObject, item: InputItem) => Made | undefined {
	return ({ found }, item) => {
		if (found !== false) return undefined;
		if (wantsOutcome(item)) return outcomeOf(item, { [id]: item.body[id], found: false });
		throw new FailureError(notReadable(thing, String(item.body[id])));
	};
}
