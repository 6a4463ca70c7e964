import type { IDataObject } from 'n8n-workflow';

import { ExactRead, batchGet } from '../../api/batchGet';
import { FailureError } from '../../errors/failure';
import { notReadable } from '../../errors/rejections';
import { type Completion, Outcome, type Endpoint, type InputItem, type Result } from '../endpoint';
import { wantsOutcome } from '../notFound';
import { completed, withText } from '../sinks';

/**
 * Endpoint for reads by UID: the UIDs of all input items share requests, and each item gets its own object. If Not Found
 * decides whether an unreadable object is a failure or a row with `found: false`. The completion adds what the output shows.
 */
export function getByUid(exact: ExactRead, completion?: Completion): Endpoint {
	const uidOf = ({ body }: InputItem) => String(body[exact.id]);
	return withText(async (items) => {
		const found = await batchGet(exact, items[0], items.map(uidOf));
		const results = items.map(async (item): Promise<Result> => {
			const entity = found.get(uidOf(item));
			if (entity instanceof Error) return { error: entity };
			const [whole] = entity ? await completed([entity], item, completion) : [];
			return outcome(exact, item, whole);
		});
		return await Promise.all(results);
	});
}

function outcome(exact: ExactRead, item: InputItem, row: IDataObject | undefined): Result {
	const uid = String(item.body[exact.id]);
	if (wantsOutcome(item)) {
		const notFound = new Outcome({ [exact.id]: uid, found: false });
		return { rows: [row ? { ...row, found: true } : notFound] };
	}
	return row ? { rows: [row] } : { error: new FailureError(notReadable(exact.thing, uid)) };
}
