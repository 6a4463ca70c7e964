import { IDataObject } from 'n8n-workflow';

import { type Bounds, CONTRACT, type Path, type RequestField } from '../contract';
import { FailureError, HaltedError } from '../errors/failure';
import { formatValue } from '../errors/format';
import { brokenAnswer, listOf, looked, objectOf } from './answer';
import { LIMITS } from '../limits';
import { chunksOf, inOneRequest, inParallel, itemResults } from './batchItems';
import { ReadContext } from './reading';

/** Read of objects by UID, as the contract defines it for one kind of object. */
export interface ExactRead {
	path: Path;
	/** Noun for messages */
	thing: string;
	/** Request field with the UIDs, for example `record_uids` */
	ids: RequestField;
	/** Field of one UID, for example `record_uid` */
	id: string;
	/** The object in a result; undefined if it cannot be read */
	entity: (result: IDataObject) => IDataObject | undefined;
}

/**
 * Reads objects by their UIDs, each once, as many in a request as the contract allows, several requests at a time. The map has undefined for an
 * object that cannot be read, and the error for a failed request.
 */
export async function batchGet(
	{ path, ids, id, entity }: ExactRead,
	{ send }: Pick<ReadContext, 'send'>,
	uids: string[],
): Promise<Map<string, IDataObject | Error | undefined>> {
	const found = new Map<string, IDataObject | Error | undefined>();
	const ask = async (part: string[]) => {
		const { data } = await send(path, { [ids]: part });
		const results = listOf(data, 'items');
		const seek = (uid: string) => looked(() => entity(onlyOne(results, id, uid)));
		for (const uid of part) found.set(uid, seek(uid));
	};
	const fail = (uid: string, error: Error) => found.set(uid, withKnownOutcome(error));
	const fields: Record<string, Bounds> = CONTRACT[path].fields;
	const parts = chunksOf([...new Set(uids)], fields[ids].maxItems!);
	await Promise.all(parts.map(async (part) => await inOneRequest(part, ask, fail)));
	return found;
}

/** Read of objects by several fields, such as conversation and sequence, as the contract defines it. */
export interface KeyedRead {
	path: Path;
	/** Noun for messages */
	thing: string;
	/** Fields that identify an object. The items of a request differ in at least one of them */
	by: string[];
	/** The object in a result; undefined if it cannot be read */
	entity: (result: IDataObject) => IDataObject | undefined;
}

/** The values of some fields of an object as text. */
export function keyIn(by: string[], object: IDataObject): string {
	return JSON.stringify(by.map((field) => object[field]));
}

/**
 * Reads objects by several fields, each once, ten per request, several requests at a time. The map has the result of
 * each key, or the error of its request.
 */
export async function batchGetByKeys(
	{ path, by }: Pick<KeyedRead, 'path' | 'by'>,
	{ send }: Pick<ReadContext, 'send'>,
	objects: IDataObject[],
): Promise<Map<string, IDataObject | Error>> {
	const found = new Map<string, IDataObject | Error>();
	const keys = new Map(objects.map((object) => [keyIn(by, object), object]));
	const asked = [...keys].map(([key, object], i) => ({ key, id: String(i), object }));
	const ask = async (part: typeof asked) => {
		const named = (object: IDataObject) =>
			Object.fromEntries(by.map((name) => [name, object[name]]));
		const items = part.map(({ id, object }) => ({ item_id: id, ...named(object) }));
		const results = itemResults((await send(path, { items })).data);
		for (const { key, id } of part) found.set(key, results(id));
	};
	const fail = ({ key }: { key: string }, error: Error) => found.set(key, withKnownOutcome(error));
	await inParallel(chunksOf(asked, LIMITS.itemsPerRequest), async (part) =>
		inOneRequest(part, ask, fail),
	);
	return found;
}

/** Identifies the object of an item among those of a read. */
export function keyFor(read: ExactRead | KeyedRead, item: IDataObject): string {
	return 'id' in read ? String(item[read.id]) : keyIn(read.by, item);
}

/** Function that returns the object of an item, read by its UID or by several fields; undefined if it cannot be read. */
export async function objectsOf(
	read: ExactRead | KeyedRead,
	reading: Pick<ReadContext, 'send'>,
	items: IDataObject[],
): Promise<(item: IDataObject) => IDataObject | Error | undefined> {
	if ('id' in read) {
		const uids = items.map((item) => keyFor(read, item));
		const found = await batchGet(read, reading, uids);
		return (item) => found.get(keyFor(read, item));
	}
	const found = await batchGetByKeys(read, reading, items);
	return (item) => {
		const result = found.get(keyFor(read, item))!;
		return result instanceof Error ? result : looked(() => read.entity(result));
	};
}

/** The objects that can be read. Throws if a request failed. */
export async function batchRows(
	exact: ExactRead,
	reading: Pick<ReadContext, 'send'>,
	uids: string[],
): Promise<Array<IDataObject | undefined>> {
	const found = await batchGet(exact, reading, uids);
	return uids.map((uid) => {
		const each = found.get(uid);
		if (each instanceof Error) throw each;
		return each;
	});
}

/** The result for a UID. Fails if there is none, or more than one. */
function onlyOne(results: IDataObject[], id: string, uid: string): IDataObject {
	const own = results.filter((each) => each[id] === uid);
	if (own.length === 1) return own[0];
	throw brokenAnswer(
		`${own.length === 0 ? 'lacks' : 'has several results for'} ${formatValue(uid)}`,
	);
}

/** Function for `entity` of reads whose results have `found` and the object in a field. */
export function foundIn(field: string): ExactRead['entity'] {
	return (result) => {
		if (typeof result.found !== 'boolean') throw brokenAnswer("does not say 'found'");
		return result.found ? objectOf(result, field) : undefined;
	};
}

/** Error of a read, without unknown outcome, since a read changes nothing. */
function withKnownOutcome(error: Error): Error {
	if (error instanceof HaltedError) return new HaltedError(false);
	return error instanceof FailureError
		? new FailureError({ ...error.failure, outcomeUnknown: false })
		: error;
}
