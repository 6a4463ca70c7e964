import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../request/failure';
import { notReadable } from '../request/reasons';
import { HaltedError } from '../request/send';
import { shown } from '../request/shown';
import { brokenAnswer, listOf, looked, objectOf } from './answer';
import { wantsOutcome } from './found';
import { chunksOf, inOneRequest } from './batches';
import type { Endpoint, InputItem, Reading, Result } from './endpoint';

/** An exact read by UIDs, as the contract has it for one kind of object. */
export interface ExactRead {
	/** Contract path */
	path: string;
	/** What it is, as a noun for messages */
	thing: string;
	/** Request field with the UIDs, for example `record_uids` */
	ids: string;
	/** Field of one UID, for example `record_uid` */
	id: string;
	/** Most UIDs in one request */
	max: number;
	/** The object in a result; undefined when the result says that it cannot be read */
	entity: (result: IDataObject) => IDataObject | undefined;
}

/**
 * Reads objects by their UIDs, each once, `max` a request, several requests at a time. A UID that
 * cannot be read is in the answer with no object; one whose request failed, with the error.
 */
export async function readExactly(
	{ path, ids, id, max, entity }: ExactRead,
	{ send }: Pick<Reading, 'send'>,
	uids: string[],
): Promise<Map<string, IDataObject | Error | undefined>> {
	const found = new Map<string, IDataObject | Error | undefined>();
	const ask = async (part: string[]) => {
		const { data } = await send(path, { [ids]: part });
		const results = listOf(data, 'items');
		for (const uid of part)
			found.set(
				uid,
				looked(() => entity(onlyOne(results, id, uid))),
			);
	};
	const fail = (uid: string, error: Error) => found.set(uid, withoutDoubt(error));
	const parts = chunksOf([...new Set(uids)], max);
	await Promise.all(parts.map(async (part) => await inOneRequest(part, ask, fail)));
	return found;
}

/** The result for a UID; of two that contradict each other nobody knows which is true. */
function onlyOne(results: IDataObject[], id: string, uid: string): IDataObject {
	const own = results.filter((each) => each[id] === uid);
	if (own.length === 1) return own[0];
	throw brokenAnswer(`${own.length === 0 ? 'lacks' : 'has several results for'} ${shown(uid)}`);
}

/** For `entity` of reads whose results say `found` and hold the object in a field. */
export function foundIn(field: string): ExactRead['entity'] {
	return (result) => {
		if (typeof result.found !== 'boolean') throw brokenAnswer("does not say 'found'");
		return result.found ? objectOf(result, field) : undefined;
	};
}

/** A read changes nothing, whatever became of it. */
function withoutDoubt(error: Error): Error {
	if (error instanceof HaltedError) return new HaltedError(false);
	return error instanceof FailureError
		? new FailureError({ ...error.failure, outcomeUnknown: false })
		: error;
}

/**
 * Operations that get one object by its UID: the UIDs of all input items go out together, and each
 * item gets its own object. The option If Not Found decides whether an unreadable one is a failure
 * of its item, or an item with `found: false`.
 *
 * @param row the output item of an object, where it is not the object itself
 */
export function getByUid(
	exact: ExactRead,
	row: (entity: IDataObject, item: InputItem) => IDataObject = (entity) => entity,
): Endpoint {
	const uidOf = ({ body }: InputItem) => body[exact.id] as string;
	return async (items) => {
		const found = await readExactly(exact, items[0], items.map(uidOf));
		return items.map((item) => {
			const entity = found.get(uidOf(item));
			if (entity instanceof Error) return { error: entity };
			return outcome(exact, item, entity && row(entity, item));
		});
	};
}

function outcome(exact: ExactRead, item: InputItem, row: IDataObject | undefined): Result {
	const uid = item.body[exact.id] as string;
	if (wantsOutcome(item))
		return { rows: [row ? { ...row, found: true } : { [exact.id]: uid, found: false }] };
	return row ? { rows: [row] } : { error: new FailureError(notReadable(exact.thing, uid)) };
}
