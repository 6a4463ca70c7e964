import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
import { notReadable } from '../errors/rejections';
import { Outcome, type InputItem } from './endpoint';

/** True if If Not Found is Output Outcome. */
export function wantsOutcome({ settings }: InputItem): boolean {
	return settings.ifNotFound === 'output';
}

/**
 * Function for `check` of lists that belong to an object. If the object cannot be read, it fails, or with If Not Found =
 * Output Outcome returns a row with `found: false`. The list never looks empty instead.
 */
export function unlessFound(
	thing: string,
	id: string,
): (data: IDataObject, item: InputItem) => Outcome | undefined {
	return ({ found }, item) => {
		if (found !== false) return undefined;
		if (wantsOutcome(item)) return new Outcome({ [id]: item.body[id], found: false });
		throw new FailureError(notReadable(thing, String(item.body[id])));
	};
}
