import type { IDataObject } from 'n8n-workflow';

import { tryTo } from '../../api/answer';
import { type ExactRead, namedBy, readResults } from '../../api/exactRead';
import { FailureError } from '../../errors/failure';
import { notReadable } from '../../errors/rejections';
import { omit } from '../../objects';
import { complete, type Completion } from '../../rows/completion';
import { type Endpoint, type InputItem, type Result, outcomeOf, wantsOutcome } from '../endpoint';

/**
 * Endpoint for exact reads: all input items share requests, each object is read once, and each item gets its own. If Not
 * Found decides whether an unreadable object is a failure or a row with `found: false`. The completion adds what the output
 * shows.
 */
export function getExact(read: ExactRead, completion?: Completion): Endpoint {
	const endpoint: Endpoint = async (items) => {
		const bodies = items.map(({ body }) => body);
		const resultOf = await readResults(read, items[0], bodies);
		return await Promise.all(
			items.map(async (item): Promise<Result> => {
				const result = resultOf(item.body);
				const object = result instanceof Error ? result : tryTo(() => read.entity(result));
				if (object instanceof Error) return { error: object };
				if (!object) return unreadable(read, item, result as IDataObject);
				const [row] = await complete([object], item, completion);
				return { rows: [wantsOutcome(item) ? { ...row, found: true } : row] };
			}),
		);
	};
	return Object.assign(endpoint, { givesObject: true as const });
}

/** The outcome of an item whose object cannot be read. Its row has the keys, and what the result of an item says. */
function unreadable(read: ExactRead, item: InputItem, result: IDataObject): Result {
	const { keys, uids, thing, refusal } = read;
	if (wantsOutcome(item)) {
		const named = namedBy(read, item.body);
		const said = uids ? {} : omit(result, 'item_id');
		return { rows: [outcomeOf(item, { ...named, ...said, found: false })] };
	}
	const uid = uids && String(item.body[keys[0]]);
	return { error: new FailureError(refusal?.(result) ?? notReadable(thing, uid)) };
}
