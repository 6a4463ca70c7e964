import type { IDataObject } from 'n8n-workflow';

import { errorOf } from '../../errors/failure';
import { brokenAnswer, isGiven, objectOf } from '../../api/answer';
import { omit } from '../../omit';
import type { Write } from './write';

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
export function hasSucceeded({ succeeded }: Write, outcome: IDataObject): boolean {
	return succeeded ? succeeded(outcome) : outcome.status === 'succeeded';
}

/** Function for `succeeded` of outcomes without a status: those of written items alone have this field. */
export function hasText(field: string): (outcome: IDataObject) => boolean {
	return (outcome) => typeof outcome[field] === 'string';
}

/** The fields of an item that identify what it changes. */
export function targetOf({ target = [] }: Write, item: IDataObject): IDataObject {
	return Object.fromEntries(target.map((field) => [field, item[field]]));
}

function written(write: Write, item: IDataObject, outcome: IDataObject): Verdict {
	const { entity, rowOf = (object) => object, recall } = write;
	try {
		const inside = entity !== undefined && isGiven(outcome[entity]);
		const object = inside ? objectOf(outcome, entity) : omit(outcome, 'item_id');
		const lacking = entity !== undefined && !inside;
		const row = rowOf(object);
		const whole = lacking ? { ...targetOf(write, item), ...row } : row;
		if (recall && typeof whole[recall.id] !== 'string') {
			throw brokenAnswer(`lacks the '${recall.id}' of what was written`);
		}
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

/** Reason of a rejected outcome: its field `reason`, or a status that stands for one. */
function reasonOf({ refusals = [] }: Write, { reason, status }: IDataObject): string | undefined {
	const why = refusals.includes(String(status)) ? status : reason;
	return typeof why === 'string' ? why : undefined;
}
