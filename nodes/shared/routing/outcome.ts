import type { IDataObject } from 'n8n-workflow';

import { FailureError, failureOf } from '../request/failure';
import { rejection } from '../request/reasons';
import { HaltedError, type Answer } from '../request/send';
import { isGiven, objectOf } from './answer';
import type { Memory } from './memory';
import type { Call, Failed, Result } from './shape';
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
		const { entity } = write;
		const lacking = entity !== undefined && !outcome[entity];
		const row = present(entityOf(write, outcome));
		return { rows: [write.echo || lacking ? { ...named, ...row } : row] };
	}
	if (wantsRejections(call)) {
		return { rows: [{ ...named, ...withoutItemId(outcome) }], unwritten: true };
	}
	const { requestId } = answer;
	const failure = { ...rejection(write.thing, reason(outcome)), requestId };
	if (isDoubted(memory, job)) {
		failure.description += ` An earlier try of the same request got no answer and may have worked: look at the ${write.thing} first.`;
	}
	return { error: new FailureError(failure), rejected: true };
}

/** Whether the user wants an item that is rejected as an output (If Rejected). */
function wantsRejections({ context }: Call): boolean {
	return context.getNodeParameter('options.ifRejected', 'fail') === 'output';
}

/**
 * What it means for an item that the node itself has found a reason of the contract against its change,
 * when it read the expected value: the same as a rejection by the service. Undefined for other errors.
 */
export function refusedByReading(write: Write, job: Job, error: Error): Result | undefined {
	const reason = error instanceof FailureError ? error.failure.reason : undefined;
	if (reason === undefined || !wantsRejections(job.call)) return undefined;
	const { outcomeFor = (reason) => ({ status: 'rejected', reason }) } = write;
	const named = Object.fromEntries((write.target ?? []).map((field) => [field, job.item[field]]));
	return { rows: [{ ...named, ...outcomeFor(reason) }], unwritten: true };
}

/** An earlier try of the same item, in this run or before it, may have been carried out. */
export function isDoubted(memory: Memory, job: Job): boolean {
	const trace = memory.trace(job);
	return job.doubted === true || (trace !== undefined && !trace.definite);
}

/** Whether this is an outcome at all: one that the contract knows for the operation. */
export function isOutcome(write: Write, outcome: IDataObject): boolean {
	const { judgedByReading = false, uncertain, reason = ownReason } = write;
	if (judgedByReading || uncertain?.is(outcome) || hasSucceeded(write, outcome)) return true;
	return outcome.status === 'rejected' || reason(outcome) !== undefined;
}

/** Whether an outcome says that the item was written. */
export function hasSucceeded({ succeeded }: Write, outcome: IDataObject): boolean {
	return succeeded ? succeeded(outcome) : outcome.status === 'succeeded';
}

function ownReason({ reason }: IDataObject): string | undefined {
	return typeof reason === 'string' ? reason : undefined;
}

function itself(entity: IDataObject): IDataObject {
	return entity;
}

function entityOf({ entity }: Write, outcome: IDataObject): IDataObject {
	const inner = entity !== undefined && isGiven(outcome[entity]) && objectOf(outcome, entity);
	return inner || withoutItemId(outcome);
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
	if ('error' in result) return concludeFailure(write, memory, job, result);
	const { steps, recall } = write;
	const [row] = result.rows;
	if (result.unwritten) {
		memory.forget(job);
	} else if (steps && !steps.fulfilled(job.item, row)) {
		job.reached = row;
		job.steps = (job.steps ?? 0) + 1;
		if (job.steps === MAX_STEPS) concludeFailure(write, memory, job, { error: neverThere() });
		return;
	} else {
		const kept = recall ? { [recall.id]: row[recall.id] } : row;
		memory.remember(job, { digest: job.digest, row: kept });
	}
	job.result = result;
}

function concludeFailure(
	write: Write,
	memory: Memory,
	job: Job,
	{ error, rejected }: Failed,
): void {
	const { steps, keepExpected, repeat } = write;
	const { digest, known: expected, at } = job;
	const halted = error instanceof HaltedError;
	if (isUnsure(error)) memory.remember(job, { digest, expected, at });
	else if (keepExpected && expected) memory.remember(job, { digest, expected, definite: true });
	// The key stands for what was rejected: another try is another write, and later
	else if (rejected && repeat === 'keyed')
		memory.remember(job, { digest, definite: true, at: Math.max(Date.now(), at + 1) });
	else if (!halted && !memory.trace(job)?.definite) memory.forget(job);
	if (!halted) job.call.run.fail();
	job.result = {
		error: steps && job.reached ? halfway(steps.standing(job.reached), error) : error,
	};
}

/** Most steps of an item, with room for somebody else who moves it too. */
const MAX_STEPS = 6;

function neverThere(): FailureError {
	return new FailureError({
		message: `it was not where it shall be after ${MAX_STEPS} steps`,
		description: 'Somebody or something else may be changing it at the same time. Get it again.',
	});
}

/** Ends a job that has no outcome. That says nothing of earlier tries: what was in doubt stays so. */
export function concludeThrown(write: Write, memory: Memory, job: Job, error: Error): void {
	const thrown = isDoubted(memory, job) ? unsure(error) : error;
	conclude(write, memory, job, { error: inDoubt(write, thrown) });
}

/** The same error of an item that may have been written. */
export function unsure(error: Error): Error {
	if (error instanceof HaltedError) return new HaltedError(true);
	return new FailureError({ ...failureOf(error), unsure: true });
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
	// With Batching some were written before these
	const traces = memory.traces();
	const written = traces.filter(({ row }) => row).length;
	const unknown = traces.filter(({ row, definite }) => !row && !definite).length;
	if (!write.before && run.ended(jobs.length)) memory.clear();
	const perhaps = unknown > 0 ? `, ${unknown} more may have been` : '';
	const stands = `${written} of ${run.size} items were written${perhaps}; retrying sends only the rest`;
	return jobs.map(({ result }) => {
		if (!('error' in result!) || !(result.error instanceof FailureError)) return result!;
		if (!run.halted || run.size === 1 || write.before) return result;
		const { failure } = result.error;
		return { error: new FailureError({ ...failure, message: `${failure.message} (${stands})` }) };
	});
}
