import { IDataObject } from 'n8n-workflow';

import { type Bounds, CONTRACT, type Path, type RequestField } from '../contract';
import { type Failure, FailureError, HaltedError } from '../errors/failure';
import { formatValue } from '../errors/format';
import { brokenAnswer, listOf, tryTo, objectOf } from './answer';
import { LIMITS } from '../limits';
import { chunksOf, inOneRequest, inParallel, itemResults } from './batchItems';
import { ReadContext } from './reading';

/** Read of objects by what identifies them, as the contract defines it for one kind of object. */
export interface ExactRead {
	path: Path;
	/** Noun for messages */
	thing: string;
	/** Fields that identify an object: its UID, or several, such as conversation and sequence */
	keys: string[];
	/** Request field with a list of UIDs. Without it, the request has an item for each object */
	uids?: RequestField;
	/** The object in a result; undefined if it cannot be read */
	entity: (result: IDataObject) => IDataObject | undefined;
	/** The failure of a result without an object, where the contract gives a reason */
	refusal?: (result: IDataObject) => Failure;
}

/** Result for an object, or the error of its request or of a result that breaks the contract. */
type ReadResult = IDataObject | Error;

/** Key of an object among those of a read: its identifying fields as JSON. */
export function objectKey({ keys }: ExactRead, object: IDataObject): string {
	return JSON.stringify(keys.map((name) => object[name]));
}

/** The fields of an object that identify it. */
export function namedBy({ keys }: ExactRead, object: IDataObject): IDataObject {
	return Object.fromEntries(keys.map((name) => [name, object[name]]));
}

/**
 * Reads objects by their keys, each once, as many in a request as the contract allows, several requests at a time. Returns
 * a function that gives the result for an object.
 */
export async function readResults(
	read: ExactRead,
	reading: Pick<ReadContext, 'send'>,
	objects: IDataObject[],
): Promise<(object: IDataObject) => ReadResult> {
	const found = new Map<string, ReadResult>();
	const asked = [...new Map(objects.map((object) => [objectKey(read, object), object]))];
	const ask = async (part: typeof asked) => {
		const resultOf = await resultsOf(read, reading, part).catch((error: Error) => {
			throw withoutDoubt(error);
		});
		for (const [key, object] of part)
			found.set(
				key,
				tryTo(() => resultOf(key, object)),
			);
	};
	const fail = ([key]: [string, IDataObject], error: Error) => found.set(key, error);
	const fields: Record<string, Bounds> = CONTRACT[read.path].fields;
	const most = read.uids ? fields[read.uids].maxItems! : LIMITS.itemsPerRequest;
	await inParallel(chunksOf(asked, most), async (part) => await inOneRequest(part, ask, fail));
	return (object) => found.get(objectKey(read, object))!;
}

/** Sends one request. Returns a function that gives the result for an object, and throws if there is none, or several. */
async function resultsOf(
	read: ExactRead,
	{ send }: Pick<ReadContext, 'send'>,
	objects: Array<[key: string, object: IDataObject]>,
): Promise<(key: string, object: IDataObject) => IDataObject> {
	const { path, uids } = read;
	if (uids) {
		const [uid] = read.keys;
		const { data } = await send(path, { [uids]: objects.map(([, object]) => object[uid]) });
		const results = listOf(data, 'items');
		return (_key, object) => onlyOne(results, uid, object[uid]);
	}
	const items = objects.map(([, object], i) => ({
		item_id: String(i),
		...namedBy(read, object),
	}));
	const results = itemResults((await send(path, { items })).data);
	return (key) => {
		const result = results(String(objects.findIndex(([each]) => each === key)));
		if (result instanceof Error) throw result;
		return result;
	};
}

/** Reads objects by their keys. Returns a function that gives an object, or undefined for one that cannot be read. */
export async function readObjects(
	read: ExactRead,
	reading: Pick<ReadContext, 'send'>,
	objects: IDataObject[],
): Promise<(object: IDataObject) => ReadResult | undefined> {
	const resultOf = await readResults(read, reading, objects);
	return (object) => {
		const result = resultOf(object);
		return result instanceof Error ? result : tryTo(() => read.entity(result));
	};
}

/** The objects with these UIDs that can be read. Throws if a request failed. */
export async function readRows(
	read: ExactRead,
	reading: Pick<ReadContext, 'send'>,
	uids: string[],
): Promise<Array<IDataObject | undefined>> {
	const wanted = uids.map((uid) => ({ [read.keys[0]]: uid }));
	const objectOfUid = await readObjects(read, reading, wanted);
	return wanted.map((each) => {
		const object = objectOfUid(each);
		if (object instanceof Error) throw object;
		return object;
	});
}

/** The result for a UID. Fails if there is none, or more than one. */
function onlyOne(results: IDataObject[], name: string, uid: unknown): IDataObject {
	const own = results.filter((each) => each[name] === uid);
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
function withoutDoubt(error: Error): Error {
	if (error instanceof HaltedError) return new HaltedError(false);
	return error instanceof FailureError
		? new FailureError({ ...error.failure, outcomeUnknown: false })
		: error;
}

/** batchGetRecords: a record with state `missing` cannot be read. Used by Records and World. */
export const exactRecord = {
	path: '/api/v1/record/records/batch-get',
	thing: 'record',
	keys: ['record_uid'],
	uids: 'record_uids',
	entity: (row) => (row.state === 'missing' ? undefined : row),
} satisfies ExactRead;
