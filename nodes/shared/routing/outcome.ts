import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../request/failure';
import { rejection } from '../request/reasons';
import { HaltedError, type Answer } from '../request/send';
import type { Memory } from './memory';
import type { Result } from './shape';
import type { Job, Write } from './write';

/** What the service's outcome means for an item: its output, or a failure with the reason in words. */
export function resultOf(
	write: Write,
	memory: Memory,
	job: Job,
	outcome: IDataObject,
	answer: Answer,
): Result {
	const { call, item } = job;
	const { present = itself, reason = ownReason } = write;
	const named = Object.fromEntries((write.target ?? []).map((field) => [field, item[field]]));
	if (hasSucceeded(write, outcome)) {
		const row = present(entityOf(write, outcome));
		return { rows: [write.echo ? { ...named, ...row } : row] };
	}
	if (call.context.getNodeParameter('options.ifRejected', 'fail') === 'output') {
		return { rows: [{ ...named, ...withoutItemId(outcome) }], unwritten: true };
	}
	const { requestId } = answer;
	const failure = { ...rejection(write.thing, reason(outcome)), requestId };
	if (isDoubted(memory, job, answer)) {
		failure.description += ` An earlier try of the same request got no answer and may have worked: look at the ${write.thing} first.`;
	}
	return { error: new FailureError(failure) };
}

/** An earlier try of the same item, in this run or before it, may have been carried out. */
export function isDoubted(memory: Memory, { call }: Job, { unsure }: Answer): boolean {
	const trace = memory.trace(call.itemIndex);
	return unsure || (trace !== undefined && !trace.definite);
}

/** Whether an outcome says that the item was written. */
export function hasSucceeded({ succeeded }: Write, outcome: IDataObject): boolean {
	return succeeded ? succeeded(outcome) : outcome.status === 'succeeded';
}

function ownReason({ reason }: IDataObject): string | undefined {
	return reason as string | undefined;
}

function itself(entity: IDataObject): IDataObject {
	return entity;
}

function entityOf({ entity }: Write, outcome: IDataObject): IDataObject {
	const inner = entity === undefined ? undefined : (outcome[entity] as IDataObject | null);
	return inner ?? withoutItemId(outcome);
}

function withoutItemId({ item_id: _itemId, ...outcome }: IDataObject): IDataObject {
	return outcome;
}

/** Says of a write that got no good answer that it may have been made. */
export function inDoubt({ thing }: Pick<Write, 'thing'>, error: Error): Error {
	return doubted(
		error,
		`the ${thing} may have been written all the same`,
		`Whether the ${thing} was written is not known. Retrying repeats the same request, with the same key and time.`,
	);
}

/** An error whose request may have been carried out, with words that say so. */
export function doubted(error: Error, doubt: string, advice: string): Error {
	if (!(error instanceof FailureError) || !error.failure.unsure) return error;
	const { failure } = error;
	return new FailureError({
		...failure,
		// In the message, because an agent gets to see nothing else
		message: failure.reason === 'unknown' ? failure.message : `${failure.message}; ${doubt}`,
		description: [advice, failure.description].filter(Boolean).join(' '),
	});
}

/** The failure of an item that an earlier try sent with other values and without learning the outcome. */
export function changedMeanwhile(thing: string): FailureError {
	return new FailureError({
		message: `The ${thing} was to be written with other values at an earlier try, which may have worked`,
		description:
			'Nothing was sent. Look whether it is there, and use values that stay the same from try to try: an expression such as $now does not.',
		unsure: true,
	});
}

/** Gives a job its result, unless more steps are needed, and remembers what a retry has to know. */
export function conclude(write: Write, memory: Memory, job: Job, result: Result): void {
	if ('error' in result) return concludeFailure(write, memory, job, result.error);
	const { steps, recall } = write;
	const { itemIndex } = job.call;
	const [row] = result.rows;
	if (result.unwritten) {
		memory.forget(itemIndex);
	} else if (steps && !steps.fulfilled(job.item, row)) {
		job.reached = row;
		return;
	} else {
		const kept = recall ? { [recall.id]: row[recall.id] } : row;
		memory.remember(itemIndex, { digest: job.digest, row: kept });
	}
	job.result = result;
}

function concludeFailure(write: Write, memory: Memory, job: Job, error: Error): void {
	const { steps, keepExpected } = write;
	const { itemIndex, run } = job.call;
	const trace = { digest: job.digest, expected: job.known };
	const halted = error instanceof HaltedError;
	if (isUnsure(error)) memory.remember(itemIndex, trace);
	else if (keepExpected && job.known) memory.remember(itemIndex, { ...trace, definite: true });
	else if (!halted) memory.forget(itemIndex);
	if (!halted) run.fail();
	job.result = {
		error: steps && job.reached ? halfway(steps.standing(job.reached), error) : error,
	};
}

/** Whether an item that has no outcome may have been written. */
export function isUnsure(error: Error): boolean {
	if (error instanceof HaltedError) return error.unsure;
	return error instanceof FailureError && error.failure.unsure === true;
}

function halfway(standing: string, error: Error): Error {
	if (!(error instanceof FailureError)) return error;
	const { failure } = error;
	return new FailureError({ ...failure, message: `${standing}, but then: ${failure.message}` });
}

/** The results of all jobs. A failed one says what stands where n8n shows no other output. */
export function resultsOf(write: Write, memory: Memory, jobs: Job[]): Result[] {
	const { run } = jobs[0].call;
	if (!write.before && run.ended(jobs.length)) memory.clear();
	const written = jobs.filter(({ result }) => 'rows' in result!).length;
	const unknown = jobs.filter(({ result }) => 'error' in result! && isUnsure(result.error)).length;
	const perhaps = unknown > 0 ? `, ${unknown} more may have been` : '';
	const stands = `${written} of ${run.size} items were written${perhaps}; retrying sends only the rest`;
	return jobs.map(({ result }) => {
		if (!('error' in result!) || !(result.error instanceof FailureError)) return result!;
		if (!run.halted || run.size === 1 || write.before) return result;
		const { failure } = result.error;
		return { error: new FailureError({ ...failure, message: `${failure.message} (${stands})` }) };
	});
}
