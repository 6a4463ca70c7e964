import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer, isGiven, tryTo, objectOf } from '../../api/answer';
import { readObjects } from '../../api/exactRead';
import { errorOf } from '../../errors/failure';
import { omit } from '../../objects';
import type { Attempt, Write } from './write';

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
 * Meaning of the service's outcome for an item of a write. Pure function. The order of its questions counts: `unknown` is
 * no success whatever `succeeded` says of it; a success may have a field `reason`; and an outcome that is neither may
 * have been carried out.
 *
 * @param item the item as it was sent
 * @param outcome result of the item in the answer, or the error of an answer that breaks the contract
 */
export function interpret(write: Write, item: IDataObject, outcome: IDataObject | Error): Verdict {
	if (outcome instanceof Error) return { kind: 'unknown', error: outcome };
	if (isUndecided(write, outcome)) return { kind: 'undecided' };
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

/** True for an outcome that the service itself does not know. */
function isUndecided({ uncertain }: Write, { status }: IDataObject): boolean {
	// With `readAlways`, the contract does not list the statuses, and reading the object decides
	const listsStatuses = uncertain === 'repeat' || uncertain === 'read';
	return listsStatuses && status === 'unknown';
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
function targetOf({ target = [] }: Write, item: IDataObject): IDataObject {
	return Object.fromEntries(target.map((field) => [field, item[field]]));
}

function written(write: Write, item: IDataObject, outcome: IDataObject): Verdict {
	const { entity, rowOf = (object) => object } = write;
	try {
		const inside = entity !== undefined && isGiven(outcome[entity]);
		const lacking = entity !== undefined && !inside;
		const row = rowOf(inside ? objectOf(outcome, entity) : omit(outcome, 'item_id'), item);
		// The status of an outcome is not that of its object
		const known = lacking ? { ...targetOf(write, item), ...omit(row, 'status') } : row;
		return { kind: 'written', row: known };
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
function reasonOf({ refusals = [], uncertain }: Write, { reason, status }: IDataObject) {
	if (refusals.includes(String(status))) return String(status);
	const isOther = isGiven(status) && status !== 'rejected' && uncertain !== 'readAlways';
	return typeof reason === 'string' && !isOther ? reason : undefined;
}

/**
 * Outcomes that the node learns by reading the objects after the request: for rejected items whose earlier try
 * got no answer and may have made the change, for items whose outcome the service does not know, and for writes
 * with undocumented statuses.
 */
export async function readOutcomes(
	attempts: Attempt[],
	write: Write,
	outcomeOf: (attempt: Attempt) => IDataObject | Error,
): Promise<Map<Attempt, IDataObject | Error | undefined>> {
	const { made, expected = [] } = write;
	const read = expected.at(-1)?.read;
	const found = new Map<Attempt, IDataObject | Error | undefined>();
	const asked = attempts.filter((attempt) => {
		const outcome = outcomeOf(attempt);
		if (outcome instanceof Error) return false;
		if (write.uncertain === 'readAlways') return true;
		if (isUndecided(write, outcome)) return write.uncertain === 'read';
		return !hasSucceeded(write, outcome) && attempt.doubt;
	});
	if (!made || !read || asked.length === 0) return found;
	const bodies = asked.map(({ item }) => item.body);
	const objectOf = await readObjects(read, asked[0].item.input, bodies);
	for (const attempt of asked) {
		const { body } = attempt.item;
		const entity = objectOf(body);
		if (!entity) continue;
		const shown = (sent: IDataObject) =>
			entity instanceof Error
				? entity
				: tryTo(() => made(entity, sent, outcomeOf(attempt) as IDataObject));
		// An earlier try may have made all of it, or the step of this request
		found.set(attempt, shown(attempt.fields) ?? shown(body));
	}
	return found;
}
