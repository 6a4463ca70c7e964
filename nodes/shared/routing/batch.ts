import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../request/failure';
import { notReadable } from '../request/reasons';
import type { Answer } from '../request/send';
import { brokenAnswer, looked } from './answer';
import { inOneRequest, itemResults } from './items';
import { digestOf, Memory } from './memory';
import {
	changedMeanwhile,
	conclude,
	concludeThrown,
	hasSucceeded,
	inDoubt,
	isDoubted,
	isOutcome,
	isUnsure,
	refusedByReading,
	resultOf,
	resultsOf,
	unsure,
} from './outcome';
import { readExactly } from './read';
import { inParallel } from './parallel';
import { chunksOf, together, type Call, type Result, type Shape } from './shape';
import type { Expected, Job, Write } from './write';

/** Most items in one request (contract document 1, limits). */
const MAX_ITEMS = 10;

/**
 * Write operations with `items`: the input items of a run go out together, ten a request, several
 * requests at a time; outcomes go back to their own items by `item_id`.
 *
 * An item that the service rejects is a failure of that item, or with the option If Rejected an
 * output. What was written, and what may have been, is remembered until the run ends well.
 */
export function batch(write: Write): Shape {
	return {
		path: write.path,
		write,
		perform: together(async (calls) => {
			const memory = Memory.of(calls[0], write.path);
			const jobs = jobsOf(write, memory, calls);
			const fresh = await withoutThoseOfEarlierTries(write, memory, jobs);
			for (const round of roundsOf(fresh)) {
				const parts = chunksOf(round, MAX_ITEMS);
				await inParallel(parts, async (part) => await writePart(write, memory, part));
			}
			return resultsOf(write, memory, jobs);
		}),
	};
}

/** The jobs of the calls, with the times of those that an earlier try may have sent. */
function jobsOf(
	{ target, expected, inOrder = () => true }: Write,
	memory: Memory,
	calls: Call[],
): Job[] {
	const startedAt = memory.startedAt();
	return calls.map((call) => {
		const { itemIndex: index, body: item, run } = call;
		const changed = target && digestOf(target.map((field) => item[field]));
		const turn = changed !== undefined && inOrder(call) ? run.turnOf(changed) : 0;
		// Never ahead of the clock: what changes the same later on would be older
		const at = expected ? startedAt + turn : startedAt - run.size + 1 + index;
		const digest = digestOf(item);
		const place = memory.placeOf(call, digest, changed);
		const job: Job = { call, item, ...place, digest, turn, at };
		const trace = memory.trace(job);
		if (trace?.at !== undefined && (trace.definite || trace.digest === digest)) job.at = trace.at;
		return job;
	});
}

/** Rounds of jobs in which no two change the same: the first job of every target, then the second … */
function roundsOf(jobs: Job[]): Job[][] {
	const rounds: Job[][] = [];
	for (const job of jobs) (rounds[job.turn] ??= []).push(job);
	return rounds.filter((round) => round !== undefined);
}

/** Gives the jobs that are still to be written; the others get their results from memory. */
async function withoutThoseOfEarlierTries(
	{ recall, thing, present = (entity) => entity }: Write,
	memory: Memory,
	jobs: Job[],
): Promise<Job[]> {
	const traceOf = (job: Job) => memory.trace(job);
	const written = jobs.filter((job) => traceOf(job)?.row);
	const uids = recall ? written.map((job) => String(traceOf(job)!.row![recall.id])) : [];
	const found = recall && (await readExactly(recall, jobs[0].call, uids));
	for (const job of written) {
		const row = traceOf(job)!.row!;
		const entity = recall && found!.get(String(row[recall.id]));
		// It was written: where it cannot be read again, what is remembered of it has to do
		job.result = { rows: [entity instanceof Error || !entity ? row : present(entity)] };
	}
	for (const job of jobs) {
		const trace = traceOf(job);
		if (job.result || !trace || trace.definite || trace.digest === job.digest) continue;
		job.result = { error: changedMeanwhile(thing) };
		job.call.run.fail();
	}
	return jobs.filter(({ result }) => !result);
}

/** Writes up to ten jobs that do not concern each other, in as many steps as they need. */
async function writePart(write: Write, memory: Memory, jobs: Job[]): Promise<void> {
	for (let open = jobs; open.length > 0; open = open.filter((job) => !job.result)) {
		await readExpected(write, memory, open);
		for (const job of open) {
			if (job.result) continue;
			const settled = write.settled?.({ ...job.item, ...job.known }, job.entity);
			if (settled instanceof FailureError) conclude(write, memory, job, { error: settled });
			else if (settled) conclude(write, memory, job, { rows: [settled] });
		}
		const unsettled = open.filter(({ result }) => !result);
		if (unsettled.length === 0) return;
		await inOneRequest(
			unsettled,
			async (part) => await sendItems(write, memory, part),
			(job, error) => concludeThrown(write, memory, job, error),
		);
	}
}

/** Reads the expected values that the user did not give, of all jobs together. */
async function readExpected(write: Write, memory: Memory, jobs: Job[]): Promise<void> {
	const { expected = [], steps } = write;
	for (const job of jobs) {
		const trace = memory.trace(job);
		// An unknown outcome is repeated as it was; with steps, what is reached is read anew
		job.known = !steps && trace?.digest === job.digest ? trace.expected : undefined;
	}
	for (const each of expected) {
		const lacking = jobs.filter(
			({ item, known, result }) =>
				!result && item[each.field] === undefined && known?.[each.field] === undefined,
		);
		await readOneExpected(write, memory, each, lacking);
	}
}

async function readOneExpected(
	write: Write,
	memory: Memory,
	{ field, read, value, absent }: Expected,
	jobs: Job[],
): Promise<void> {
	if (jobs.length === 0) return;
	const uids = jobs.map(({ item }) => String(item[read.id]));
	const found = await readExactly(read, jobs[0].call, uids);
	for (const job of jobs) {
		const uid = String(job.item[read.id]);
		const entity =
			found.get(uid) ?? new FailureError({ ...notReadable(read.thing, uid), reason: absent });
		const known = entity instanceof Error ? entity : looked(() => value(entity));
		if (known instanceof Error) {
			const refused = refusedByReading(write, job, known);
			if (refused) conclude(write, memory, job, refused);
			else concludeThrown(write, memory, job, known);
		} else {
			job.entity = entity as IDataObject;
			job.known = { ...job.known, [field]: known as IDataObject };
		}
	}
}

async function sendItems(write: Write, memory: Memory, jobs: Job[]): Promise<void> {
	const items = jobs.map((job) => requestItem(write, memory, job));
	const answer = await jobs[0].call.send(write.path, { items }).catch((error: Error) => {
		for (const job of jobs) job.doubted ||= isUnsure(error);
		throw error;
	});
	for (const job of jobs) job.doubted ||= answer.unsure;
	const outcomes = outcomesOf(write, answer.data);
	const made = await madeAsRead(write, memory, jobs, outcomes);
	for (const job of jobs) {
		const outcome = made.get(job) ?? outcomes(String(job.index));
		if (outcome instanceof Error) {
			conclude(write, memory, job, { error: inDoubt(write, unsure(outcome)) });
		} else if (write.uncertain?.is(outcome)) {
			askAgain(write, memory, job, answer);
		} else {
			conclude(write, memory, job, judged(write, memory, job, outcome, answer));
		}
	}
}

/** What an outcome means; in doubt where nobody can tell, since the service did answer. */
function judged(...[write, memory, job, outcome, answer]: Parameters<typeof resultOf>): Result {
	try {
		const result = resultOf(write, memory, job, outcome, answer);
		const { recall } = write;
		const named =
			'error' in result || result.unwritten || typeof result.rows[0][recall?.id ?? ''] === 'string';
		if (!recall || named) return result;
		throw brokenAnswer(`lacks the '${recall.id}' of what was written`);
	} catch (error) {
		return { error: inDoubt(write, unsure(error as Error)) };
	}
}

/** The outcomes of an answer by `item_id`. The service took the items, so that a broken answer leaves them in doubt. */
function outcomesOf(write: Write, data: IDataObject): (itemId: string) => IDataObject | Error {
	try {
		const results = itemResults(data);
		return (itemId) => {
			const outcome = results(itemId);
			if (outcome instanceof Error || isOutcome(write, outcome)) return outcome;
			return brokenAnswer('says neither that this item succeeded nor that it was rejected');
		};
	} catch (error) {
		return () => error as Error;
	}
}

/** How often an item is sent whose outcome the service itself does not know. */
const MAX_UNCERTAIN = 3;

/** Leaves an uncertain item open, so that the same request is sent again; in the end says that nobody knows. */
function askAgain(write: Write, memory: Memory, job: Job, { requestId }: Answer): void {
	job.uncertain = (job.uncertain ?? 0) + 1;
	if (write.uncertain!.then === 'repeat' && job.uncertain < MAX_UNCERTAIN) return;
	const error = new FailureError({
		message: `The service does not know whether the ${write.thing} was written`,
		requestId,
		reason: 'unknown',
		unsure: true,
	});
	conclude(write, memory, job, { error: inDoubt(write, error) });
}

/**
 * Outcomes that the objects themselves show, as they are after the request: of items that were
 * rejected only because an earlier try without an answer had made their change; of items whose
 * outcome the service does not know; and where the status of outcomes is not documented.
 */
async function madeAsRead(
	write: Write,
	memory: Memory,
	jobs: Job[],
	outcomes: (itemId: string) => IDataObject | Error,
): Promise<Map<Job, IDataObject | Error>> {
	const { made, readBack: read = write.expected?.[0].read } = write;
	const found = new Map<Job, IDataObject | Error>();
	const outcomeOf = (job: Job) => outcomes(String(job.index));
	const asked = jobs.filter((job) => {
		const outcome = outcomeOf(job);
		if (outcome instanceof Error) return false;
		if (write.judgedByReading) return true;
		if (write.uncertain?.is(outcome)) return write.uncertain.then === 'read';
		return !hasSucceeded(write, outcome) && isDoubted(memory, job);
	});
	if (!made || !read || asked.length === 0) return found;
	const uids = asked.map(({ item }) => String(item[read.id]));
	const entities = await readExactly(read, jobs[0].call, uids);
	for (const job of asked) {
		const entity = entities.get(String(job.item[read.id]));
		if (!entity) continue;
		// What cannot be looked at stays in doubt
		const outcome =
			entity instanceof Error
				? entity
				: looked(() => made(entity, wishOf(write, job), outcomeOf(job) as IDataObject));
		if (outcome) found.set(job, outcome);
	}
	return found;
}

/** What an item asks for in this step. */
function wishOf({ steps }: Write, job: Job): IDataObject {
	const wish = { ...job.item, ...job.known };
	return steps?.next(wish) ?? wish;
}

/** The item as it is sent: the same at every try, down to key and time. */
function requestItem(write: Write, memory: Memory, job: Job): IDataObject {
	const { repeat, stamp } = write;
	const item: IDataObject = { item_id: String(job.index), ...wishOf(write, job) };
	if (repeat === 'keyed') item.idempotency_key ??= memory.keyFor(job);
	if (stamp) item[stamp] ??= job.at;
	return item;
}
