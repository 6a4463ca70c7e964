import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer, isGiven, looked, objectOf } from '../../api/answer';
import { readObjects } from '../../api/exactRead';
import { errorOf, FailureError } from '../../errors/failure';
import { formatValue } from '../../errors/format';
import { LIMITS } from '../../limits';
import { omit } from '../../omit';
import type { Answer } from '../../transport/send';
import { rowsIn } from '../endpoint';
import { echoIn, type Expected, sentOf, wishOf, type Write, type WriteItem } from './write';

/** Meaning of an outcome of the service. */
export type Verdict =
	/** The item was written; `row` is its output */
	| { kind: 'written'; row: IDataObject }
	/** The item was not written: the outcome for the user, and the contract's reason */
	| { kind: 'rejected'; outcome: IDataObject; reason?: string }
	/** The service itself does not know the outcome */
	| { kind: 'undecided' }
	/** The answer does not tell the outcome */
	| { kind: 'unknown'; error: Error };

/**
 * Meaning of the service's outcome for an item of a write. Pure function.
 *
 * @param item the item as it was sent
 * @param outcome result of the item in the answer, or the error of an answer that breaks the contract
 */
export function interpret(write: Write, item: IDataObject, outcome: IDataObject | Error): Verdict {
	if (outcome instanceof Error) return { kind: 'unknown', error: outcome };
	if (write.uncertain?.is(outcome)) return { kind: 'undecided' };
	if (hasSucceeded(write, outcome)) return written(write, item, outcome);
	const why = reasonOf(write, outcome);
	if (outcome.status !== 'rejected' && why === undefined) {
		const flaw = 'says neither that this item succeeded nor that it was rejected';
		return { kind: 'unknown', error: brokenAnswer(flaw) };
	}
	return rejected(write, item, omit(outcome, 'item_id'), why);
}

/** Verdict for a reason that the node found while reading the expected value. */
export function refuse(write: Write, item: IDataObject, reason: string): Verdict {
	const outcome = write.refusals ? { status: reason } : { status: 'rejected', reason };
	return rejected(write, item, outcome, reason);
}

/** True for an outcome of a written item. */
function hasSucceeded({ succeeded }: Write, outcome: IDataObject): boolean {
	return succeeded ? succeeded(outcome) : outcome.status === 'succeeded';
}

/** Function for `succeeded` of outcomes without a status: those of written items alone have a text in this field. */
export function hasText(field: string): (outcome: IDataObject) => boolean {
	return ({ status, [field]: text }) => typeof text === 'string' && !!text && status !== 'rejected';
}

/** The fields of an item that identify what it changes. */
export function targetOf({ target = [] }: Write, item: IDataObject): IDataObject {
	return Object.fromEntries(target.map((field) => [field, item[field]]));
}

function written(write: Write, item: IDataObject, outcome: IDataObject): Verdict {
	const { entity, rowOf = (object) => object, recall } = write;
	try {
		const inside = entity !== undefined && isGiven(outcome[entity]);
		const lacking = entity !== undefined && !inside;
		const row = rowOf(inside ? objectOf(outcome, entity) : omit(outcome, 'item_id'));
		const whole = lacking ? { ...targetOf(write, item), ...row } : row;
		const missing = recall?.keys.find((name) => typeof whole[name] !== 'string');
		if (missing) throw brokenAnswer(`lacks the '${missing}' of what was written`);
		return { kind: 'written', row: whole };
	} catch (error) {
		return { kind: 'unknown', error: errorOf(error) };
	}
}

function rejected(
	...[write, item, outcome, reason]: [Write, IDataObject, IDataObject, string?]
): Verdict {
	return { kind: 'rejected', outcome: { ...targetOf(write, item), ...outcome }, reason };
}

/** Reason of a rejected outcome: a status that stands for one, or its field `reason` unless it has another status. */
function reasonOf({ refusals = [], isRead }: Write, { reason, status }: IDataObject) {
	if (refusals.includes(String(status))) return String(status);
	const isOther = isGiven(status) && status !== 'rejected' && !isRead;
	return typeof reason === 'string' && !isOther ? reason : undefined;
}

/**
 * Outcomes that the node learns by reading the objects after the request: for rejected items whose earlier try
 * got no answer and may have made the change, for items whose outcome the service does not know, and for writes
 * with undocumented statuses.
 */
export async function madeAsRead(
	items: WriteItem[],
	write: Write,
	outcomeOf: (item: WriteItem) => IDataObject | Error,
): Promise<Map<WriteItem, IDataObject | Error | undefined>> {
	const { made, readBack: read = write.expected?.[0].read } = write;
	const found = new Map<WriteItem, IDataObject | Error | undefined>();
	const asked = items.filter((item) => {
		const outcome = outcomeOf(item);
		if (outcome instanceof Error) return false;
		if (write.isRead) return true;
		if (write.uncertain?.is(outcome)) return write.uncertain.then === 'read';
		return !hasSucceeded(write, outcome) && item.doubt;
	});
	if (!made || !read || asked.length === 0) return found;
	const wishes = asked.map(({ item }) => item);
	const entityOf = await readObjects(read, items[0].input, wishes);
	for (const item of asked) {
		const entity = entityOf(item.item);
		if (!entity) continue;
		const shown = (wish: IDataObject) =>
			entity instanceof Error
				? entity
				: looked(() => made(entity, wish, outcomeOf(item) as IDataObject));
		// An earlier try may have made all of it, or the step of this request
		found.set(item, shown(wishOf(item)) ?? shown(item.item));
	}
	return found;
}

/** Reasons of the contract for an object that is no longer as the change expects it. */
const CONFLICTS = [
	'container_changed',
	'revision_conflict',
	'stale_version',
	'state_changed',
	'version_changed',
];

/**
 * Says how the objects are now, of items that were rejected because their object is not as the user expects it. Nothing
 * is said of an object that cannot be read.
 */
export async function tellCurrent(items: WriteItem[], { expected = [] }: Write): Promise<void> {
	const conflicts = items.flatMap((item) => {
		const failure = conflictOf(item, expected);
		return failure ? [{ item, failure }] : [];
	});
	if (conflicts.length === 0) return;
	const { run } = conflicts[0].item.input;
	const wishes = conflicts.map(({ item }) => item.item);
	const objectOf = await readObjects(expected[0].read, { send: run.ask }, wishes);
	for (const { item, failure } of conflicts) {
		const now = objectOf(item.item);
		if (!now || now instanceof Error) continue;
		const values = expected
			.map(({ field }) => field.replace('expected_', ''))
			.filter((name) => isGiven(now[name]))
			.map((name) => `The ${name} is now ${formatValue(now[name])}.`);
		const description = [...values, failure.description].join(' ');
		item.result = { error: new FailureError({ ...failure, description }) };
	}
}

/** The failure of an item with an expected value of the user's that its object does not have. */
function conflictOf({ item, result, course }: WriteItem, expected: Expected[]) {
	const error = result && 'error' in result ? result.error : undefined;
	if (!(error instanceof FailureError) || course.hasBegun || error.failure.outcomeUnknown)
		return undefined;
	const isSet = expected.some(({ field }) => item[field] !== undefined);
	return isSet && CONFLICTS.includes(error.failure.reason ?? '') ? error.failure : undefined;
}

/**
 * Marks the rows of items with a value for Write Once Per that existed already, because an earlier execution wrote them:
 * the service repeats the outcome for a known key. Their object shows it by its time of creation, or by other content
 * than was sent, which the row then has instead.
 */
export async function markExisting(
	write: Write,
	items: WriteItem[],
	{ serviceTime = Date.now() }: Answer,
	begunAt: number,
): Promise<void> {
	const { contents, creates } = write;
	const keyed = items.filter((item) => item.ownKey && rowsIn(item.result).length > 0);
	if (!creates || keyed.length === 0) return;
	const written = keyed.flatMap(({ result }) => rowsIn(result));
	const objectOf = contents && (await readObjects(contents, items[0].input, written));
	for (const item of keyed) {
		const { earlier } = item;
		// What an earlier try of this execution sent, without an answer, is its own
		const age = earlier?.state === 'doubt' ? Date.now() - (earlier.at ?? begunAt) : 0;
		const rows = rowsIn(item.result).map((row) => {
			const object = objectOf ? objectOf(row) : row;
			if (!object || object instanceof Error) return row;
			// A row of a part shows its own text
			const content = contentOf({ ...sentOf(write, item), ...echoIn(write, row) }, object);
			const isOlder = Number(object.created_at) < serviceTime - age - LIMITS.maxRequestTime;
			return isOlder || content ? { ...row, ...content, already_written: true } : row;
		});
		item.result = { rows };
	}
}

/** The object's own values of the fields that were sent with others; undefined if all are the same. */
function contentOf(sent: IDataObject, object: IDataObject): IDataObject | undefined {
	const others = Object.keys(sent).filter(
		(field) => COMPARED.includes(field) && field in object && object[field] !== sent[field],
	);
	return others.length > 0
		? Object.fromEntries(others.map((field) => [field, object[field]]))
		: undefined;
}

/** Fields that a service answers as they were sent when it created an object. */
const COMPARED = ['title', 'text_content', 'send_at', 'description', 'due_at', 'name', 'svc_id'];
