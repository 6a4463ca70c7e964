import type { IDataObject } from 'n8n-workflow';

import { looked } from '../../api/answer';
import { batchGet } from '../../api/batchGet';
import { chunksOf, inOneRequest, inParallel, itemResults } from '../../api/batchItems';
import { FailureError } from '../../errors/failure';
import { HaltedError } from '../../errors/halted';
import {
	isOutcomeUnknown,
	tellOutcomeUnknown,
	withOutcomeUnknown,
} from '../../errors/outcomeUnknown';
import { notReadable, rejection } from '../../errors/rejections';
import { LIMITS } from '../../limits';
import { type Answer } from '../../transport/send';
import type { Endpoint, InputItem, Result } from '../endpoint';
import { requestTo, validated } from '../preview';
import { hasSucceeded, interpret, refuse, targetOf, type Verdict } from './interpret';
import { digestOf, Journal, type Entry } from './journal';
import type { Expected, Merge, Write, WriteItem } from './write';

/**
 * Endpoint for writes with `items`: ten input items per request, several requests at a time. Outcomes are assigned to
 * their items by `item_id`.
 *
 * A rejected item is a failure, or with If Rejected = Output Outcome a row. The journal keeps what was written, and what
 * may have been written, until the run ends without failures.
 */
export function batchWrite(write: Write): WriteEndpoint {
	const endpoint: Endpoint = async (inputs, url) => {
		const journal = await Journal.of(inputs[0].run);
		return await new BatchWrite({ write, url }, journal, inputs).perform();
	};
	const preview: WriteEndpoint['preview'] = async (inputs, url) => {
		const journal = Journal.unstored(inputs[0].run);
		return await new BatchWrite({ write, url }, journal, inputs).preview();
	};
	return Object.assign(endpoint, { repeat: write.repeat, preview });
}

/** Endpoint of a write. */
export type WriteEndpoint = Endpoint & Required<Pick<Endpoint, 'repeat' | 'preview'>>;

/** One write of all items of a run: plan, read expected values, send, interpret, settle, report. */
class BatchWrite {
	private readonly items: WriteItem[];
	private readonly write: Write;
	private readonly url: string;

	constructor(
		{ write, url }: { write: Write; url: string },
		private readonly journal: Journal,
		inputs: InputItem[],
	) {
		this.write = write;
		this.url = url;
		this.items = this.plan(inputs);
	}

	async perform(): Promise<Result[]> {
		await this.settleEarlier();
		const open = this.items.filter(({ result }) => !result);
		for (const round of roundsOf(open)) {
			await inParallel(
				chunksOf(round, LIMITS.itemsPerRequest),
				async (part) => await this.writePart(part),
			);
		}
		return this.report();
	}

	/** The requests of the items, with the expected values as they are now. Nothing is sent but reads. */
	async preview(): Promise<Result[]> {
		await this.readExpected(this.items);
		for (const item of this.items) {
			if (item.result) continue;
			const settled = this.settledUnsent(item);
			if (settled instanceof FailureError) this.failWith(item, settled);
			else item.result = validated(settled ? [] : this.requestsOf(item));
		}
		return this.items.map(({ result }) => result!);
	}

	// Plan

	/** The items with their order, time and journal entries. */
	private plan(inputs: InputItem[]): WriteItem[] {
		const { target, expected, inOrder = () => true } = this.write;
		const { journal, url: path } = this;
		const startedAt = journal.startedAt();
		return inputs.map((input): WriteItem => {
			const { index, body: item, run } = input;
			const changed = target && digestOf(target.map((field) => item[field]));
			const position = changed !== undefined && inOrder(input) ? run.positionOf(changed) : 0;
			// Never in the future, so that a later change of the same object does not get an earlier time
			const at = expected ? startedAt + position : startedAt - journal.size + 1 + index;
			const digest = digestOf(item);
			const content = expected ? digestOf(withoutFields(item, expected)) : digest;
			// Tool calls do not show whether they are retries: while an outcome is unknown, a call with the
			// same content counts as a retry
			const key = { path, index, target: run.scope.single ? digest : changed };
			const earlier = journal.entry(key, content);
			const repeats = earlier?.at !== undefined && (earlier.rejected || earlier.digest === digest);
			return {
				...key,
				input,
				item,
				digest,
				content,
				position,
				at: repeats ? earlier.at! : at,
				earlier,
				outcomeUnknown: earlier !== undefined && !earlier.rejected && !earlier.written,
				outdated: 0,
				undecided: 0,
				// The user's expected value refers to the object before the steps of an earlier try
				steps: earlier?.begun && earlier.digest === digest ? 1 : 0,
			};
		});
	}

	// Results of earlier tries

	/** Sets the results of items that earlier tries have written, and of items that cannot be tried again. */
	private async settleEarlier(): Promise<void> {
		const known: WriteItem[] = [];
		for (const item of this.items) {
			const { earlier } = item;
			if (!earlier || earlier.rejected) continue;
			const refusal = this.refuseEarlier(item, earlier);
			if (refusal) this.failWith(item, refusal);
			else if (earlier.written && this.isStillWritten(item, earlier)) known.push(item);
			else if (earlier.written) this.forget(item);
		}
		await this.recall(known);
	}

	/** Failure of an item of an earlier try whose request cannot be repeated and whose result is not known. */
	private refuseEarlier(item: WriteItem, earlier: Entry): FailureError | undefined {
		const { thing, creates } = this.write;
		const other = earlier.digest !== (earlier.written ? item.content : item.digest);
		if (earlier.lost) return notRemembered(thing, 'may have been written');
		if (!earlier.written) return other ? sentWithOtherValues(thing) : undefined;
		if (this.journal.accountUnknown) return accountNotRead(thing);
		if (!earlier.foreign || !other) return undefined;
		if (earlier.digest === undefined) return notRemembered(thing, 'was written');
		return creates ? alreadyThere(thing, earlier.row) : undefined;
	}

	/** True if the journal entry is about this change. In another execution, other content is another change. */
	private isStillWritten({ content }: WriteItem, earlier: Entry): boolean {
		return !earlier.foreign || earlier.digest === content;
	}

	/** Sets the rows of written items: read again, taken from the journal, or requested again with the same key. */
	private async recall(items: WriteItem[]): Promise<void> {
		const { recall, present = (entity) => entity, repeat } = this.write;
		if (items.length === 0) return;
		const uidOf = ({ earlier, item }: WriteItem) => {
			const uid = recall && (earlier!.row ?? item)[recall.id];
			return typeof uid === 'string' ? uid : undefined;
		};
		const uids = items.map(uidOf).filter((uid) => uid !== undefined);
		const found = recall && uids.length > 0 && (await batchGet(recall, items[0].input, uids));
		for (const item of items) {
			const { earlier, content, at } = item;
			const uid = uidOf(item);
			const entity = found && uid !== undefined ? found.get(uid) : undefined;
			const young = Date.now() - at < LIMITS.keyLifetime;
			this.journal.remember(item, { ...earlier, foreign: undefined });
			if (entity && !(entity instanceof Error)) item.result = { rows: [present(entity)] };
			// If the object cannot be read again, the row comes from the journal
			else if (earlier!.row) item.result = { rows: [earlier!.row] };
			else if (
				repeat === 'idempotencyKey' &&
				!this.write.expected &&
				earlier!.digest === content &&
				young
			)
				continue;
			else this.giveWritten(item);
		}
	}

	/** Row of an item of which the journal only knows that it was written. */
	private giveWritten(item: WriteItem): void {
		item.result = { rows: [{ ...targetOf(this.write, item.item), already_written: true }] };
	}

	// Write

	/** Writes up to ten items with different targets, in as many steps as they need. */
	private async writePart(items: WriteItem[]): Promise<void> {
		for (let open = items; open.length > 0; open = open.filter(({ result }) => !result)) {
			await this.readExpected(open);
			for (const item of open) this.settleUnsent(item);
			const unsent = open.filter(({ result }) => !result);
			if (unsent.length === 0) return;
			await inOneRequest(
				unsent,
				async (part) => await this.sendItems(part),
				(item, error) => this.failThrown(item, error),
			);
		}
	}

	/** Reads the expected values that the user did not set, for all items together. */
	private async readExpected(items: WriteItem[]): Promise<void> {
		const { expected = [], steps, merge } = this.write;
		for (const item of items) {
			// After an unknown outcome the same values are sent again; with steps or merge, the object is read again
			const repeats = !steps && !merge && item.earlier?.digest === item.digest;
			item.known = repeats ? item.earlier!.expected : undefined;
		}
		for (const each of expected) {
			const lacking = items.filter(
				({ item, known, result, steps }) =>
					!result &&
					// The user's value refers to the object before the first step
					(item[each.field] === undefined || steps > 0) &&
					known?.[each.field] === undefined,
			);
			if (lacking.length > 0) await this.readOneExpected(each, lacking);
		}
		if (merge) for (const item of items) if (!item.result) this.mergeInto(item, merge);
	}

	/** Makes the content of an item from the object, which was read just now. */
	private mergeInto(item: WriteItem, { next }: Merge): void {
		const merged = looked(() => next({ ...item.item, ...item.known }, item.entity!));
		if (merged instanceof Error) return this.failThrown(item, merged);
		item.merged = merged;
		// No earlier than the changes that the content is made from; a repeated request keeps its time
		if (!item.outcomeUnknown) item.at = Math.max(Date.now(), item.at);
	}

	private async readOneExpected(expected: Expected, items: WriteItem[]): Promise<void> {
		const { field, read, value, absent } = expected;
		const uids = items.map(({ item }) => String(item[read.id]));
		const found = await batchGet(read, items[0].input, uids);
		for (const item of items) {
			const uid = String(item.item[read.id]);
			const entity =
				found.get(uid) ?? new FailureError({ ...notReadable(read.thing, uid), reason: absent });
			const known = entity instanceof Error ? entity : looked(() => value(entity));
			if (known instanceof Error) this.refuseUnsent(item, known);
			else {
				item.entity = entity as IDataObject;
				item.known = { ...item.known, [field]: known as IDataObject };
			}
		}
	}

	/** Settles an item that the node found unchangeable, like a rejection by the service. */
	private refuseUnsent(item: WriteItem, error: Error): void {
		const reason = error instanceof FailureError ? error.failure.reason : undefined;
		if (reason === undefined || !wantsRejections(item)) return this.failThrown(item, error);
		this.settle(item, refuse(this.write, item.item, reason), {});
	}

	/** Settles an item that needs no request, according to its expected value. */
	private settleUnsent(item: WriteItem): void {
		const { merge } = this.write;
		if (!item.result && merge && item.outcomeUnknown) this.settleMerged(item, merge);
		if (item.result) return;
		const settled = this.settledUnsent(item);
		if (settled instanceof FailureError) this.failWith(item, settled);
		else if (settled) this.settle(item, { kind: 'written', row: settled }, {});
	}

	/** Settles an item whose earlier try got no answer: the object shows whether it was carried out. */
	private settleMerged(item: WriteItem, { field }: Merge): void {
		const { thing, made } = this.write;
		const { earlier, entity = {}, known = {} } = item;
		// Nobody has changed the object, so nothing was written, and the same request is sent again
		if (digestOf(known) === digestOf(earlier?.expected ?? {})) return;
		const wish = { ...item.item, [field]: entity[field] };
		const isSent = digestOf([entity[field]]) === earlier?.sent;
		const outcome = isSent ? made?.(entity, wish, {}) : undefined;
		if (outcome) this.settle(item, interpret(this.write, wish, outcome), {});
		else this.failWith(item, changedSince(thing));
	}

	private settledUnsent({
		item,
		known,
		entity,
	}: WriteItem): IDataObject | FailureError | undefined {
		return this.write.settled?.({ ...item, ...known }, entity);
	}

	private async sendItems(items: WriteItem[]): Promise<void> {
		const body = { items: items.map((item) => this.requestItem(item)) };
		const { merge } = this.write;
		if (merge) for (const item of items) item.sent = digestOf([item.merged![merge.field]]);
		const answer = await items[0].input.send(this.url, body).catch((error: Error) => {
			for (const item of items) item.outcomeUnknown ||= isOutcomeUnknown(error);
			throw error;
		});
		for (const item of items) item.outcomeUnknown ||= answer.outcomeUnknown;
		try {
			await this.settleAnswered(items, answer);
		} catch (error) {
			// After a defect in the node, the outcome is unknown
			throw withOutcomeUnknown(error as Error);
		}
	}

	private async settleAnswered(items: WriteItem[], answer: Answer): Promise<void> {
		const outcomes = outcomesIn(answer.data);
		const made = await this.madeAsRead(items, outcomes);
		for (const item of items) {
			const outcome = made.get(item) ?? outcomes(String(item.index));
			this.settle(item, interpret(this.write, this.wishOf(item), outcome), answer);
		}
	}

	/** The request item. Every try sends the same key and time. */
	private requestItem(item: WriteItem): IDataObject {
		const { repeat, stamp } = this.write;
		const sent: IDataObject = { item_id: String(item.index), ...this.wishOf(item) };
		if (repeat === 'idempotencyKey') sent.idempotency_key ??= this.journal.keyFor(item);
		if (stamp) sent[stamp] ??= item.at;
		return sent;
	}

	/** The requests of an item if all its steps succeed. */
	private requestsOf(item: WriteItem): IDataObject[] {
		const { steps, expected = [] } = this.write;
		const requests: IDataObject[] = [];
		for (;;) {
			const sent = this.requestItem(item);
			requests.push(requestTo(this.url, { items: [sent] }));
			const reached = steps?.leadsTo(sent);
			if (!reached || steps!.fulfilled(item.item, reached)) return requests;
			item.known = Object.fromEntries(
				expected.map(({ field, value }) => [field, value(reached) as IDataObject]),
			);
		}
	}

	/** Request fields of an item for the current step. */
	private wishOf({ item, known, merged }: WriteItem): IDataObject {
		const wish = { ...item, ...known };
		return merged ?? this.write.steps?.next(wish) ?? wish;
	}

	/**
	 * Outcomes that the node learns by reading the objects after the request: for rejected items whose earlier try
	 * got no answer and may have made the change, for items whose outcome the service does not know, and for writes
	 * with undocumented statuses.
	 */
	private async madeAsRead(
		items: WriteItem[],
		outcomes: (itemId: string) => IDataObject | Error,
	): Promise<Map<WriteItem, IDataObject | Error>> {
		const { write } = this;
		const { made, readBack: read = write.expected?.[0].read } = write;
		const found = new Map<WriteItem, IDataObject | Error>();
		const outcomeOf = ({ index }: WriteItem) => outcomes(String(index));
		const asked = items.filter((item) => {
			const outcome = outcomeOf(item);
			if (outcome instanceof Error) return false;
			if (write.judgedByReading) return true;
			if (write.uncertain?.is(outcome)) return write.uncertain.then === 'read';
			return !hasSucceeded(write, outcome) && item.outcomeUnknown;
		});
		if (!made || !read || asked.length === 0) return found;
		const uids = asked.map(({ item }) => String(item[read.id]));
		const entities = await batchGet(read, items[0].input, uids);
		for (const item of asked) {
			const entity = entities.get(String(item.item[read.id]));
			if (!entity) continue;
			const shown = (wish: IDataObject) =>
				looked(() => made(entity as IDataObject, wish, outcomeOf(item) as IDataObject));
			// With steps, an earlier try may already have reached the last step
			const outcome =
				entity instanceof Error
					? entity
					: (shown(this.wishOf(item)) ?? (write.steps && shown(item.item)));
			if (outcome) found.set(item, outcome);
		}
		return found;
	}

	// Settle

	/** Sets the result of an item, unless it has further steps, and writes its journal entry. */
	private settle(item: WriteItem, verdict: Verdict, answer: Partial<Answer>): void {
		switch (verdict.kind) {
			case 'written':
				return this.settleWritten(item, verdict.row);
			case 'rejected':
				return this.settleRejected(item, verdict, answer.requestId);
			case 'undecided':
				return this.askAgain(item, answer.requestId);
			case 'unknown':
				return this.failThrown(item, withOutcomeUnknown(verdict.error));
		}
	}

	private settleWritten(item: WriteItem, row: IDataObject): void {
		const { steps, recall } = this.write;
		if (steps && !steps.fulfilled(item.item, row)) {
			item.reached = row;
			item.steps++;
			if (item.steps === LIMITS.maxSteps) this.failWith(item, neverThere());
			return;
		}
		const kept = recall ? { [recall.id]: row[recall.id] } : row;
		const { content: digest, at, earlier } = item;
		// After a rejection, the item has its own time instead of that of the run
		const own = earlier?.rejected && { at };
		this.journal.remember(item, { digest, written: true, row: kept, ...own });
		item.result = { rows: [row] };
	}

	private settleRejected(
		item: WriteItem,
		{ outcome, reason }: Extract<Verdict, { kind: 'rejected' }>,
		requestId: string | undefined,
	): void {
		if (item.earlier?.written) return this.giveWritten(item);
		if (reason !== undefined && reason === this.write.merge?.outdated) {
			item.outdated++;
			if (item.outdated < LIMITS.maxOutdated) return this.mergeAgain(item);
		}
		if (wantsRejections(item)) {
			this.forget(item);
			item.result = { rows: [outcome] };
			return;
		}
		const { thing, keepExpected, repeat } = this.write;
		const failure = { ...rejection(thing, reason), requestId };
		if (item.outcomeUnknown) {
			failure.description += ` An earlier try of the same request got no answer and may have succeeded: check the ${thing} first.`;
		}
		if (item.outdated > 0) {
			failure.description += ` The node read the ${thing} and sent the change ${item.outdated} times.`;
		}
		const { digest, known: expected, at } = item;
		if (keepExpected && expected) this.journal.remember(item, { digest, expected, rejected: true });
		// The key belongs to the rejected write, so another try needs a new key and a later time
		else if (repeat === 'idempotencyKey')
			this.journal.remember(item, { digest, rejected: true, at: Math.max(Date.now(), at + 1) });
		else if (item.steps > 0) this.rememberSteps(item);
		else this.forget(item);
		this.fail(item, new FailureError(failure));
	}

	/** Leaves an item open whose object was changed meanwhile: it is read again, for another write with another key. */
	private mergeAgain(item: WriteItem): void {
		this.forget(item);
		item.outcomeUnknown = false;
		item.sent = undefined;
		item.at++;
	}

	/** Leaves an undecided item open, so that it is sent again. Fails it after the last try. */
	private askAgain(item: WriteItem, requestId: string | undefined): void {
		item.undecided++;
		if (this.write.uncertain!.then === 'repeat' && item.undecided < LIMITS.maxUndecided) return;
		const error = new FailureError({
			message: `The service does not know whether the ${this.write.thing} was written`,
			requestId,
			reason: 'unknown',
			outcomeUnknown: true,
		});
		this.failThrown(item, error);
	}

	/** Fails an item without an outcome. An unknown outcome of an earlier try stays unknown. */
	private failThrown(item: WriteItem, error: Error): void {
		const { thing } = this.write;
		const thrown = item.outcomeUnknown ? withOutcomeUnknown(error) : error;
		const told = tellOutcomeUnknown(
			thrown,
			`the ${thing} may have been written`,
			`It is not known whether the ${thing} was written. A retry repeats the same request, with the same key and time.`,
		);
		this.failWith(item, told);
	}

	private failWith(item: WriteItem, error: Error): void {
		const { digest, known: expected, at, earlier } = item;
		if (earlier?.written) return this.fail(item, error);
		if (isOutcomeUnknown(error)) {
			// An entry with other values stays as it is, and so does one of which nothing was sent again
			const isSame = !earlier || earlier.rejected || earlier.digest === digest;
			if (isSame && (!this.write.merge || item.sent))
				this.journal.remember(item, { digest, expected, at, sent: item.sent });
		} else if (this.write.keepExpected && expected) {
			this.journal.remember(item, { digest, expected, rejected: true });
		} else if (item.steps > 0) {
			this.rememberSteps(item);
		} else if (!(error instanceof HaltedError) && !earlier?.rejected) {
			this.forget(item);
		}
		this.fail(item, error);
	}

	/** Notes that a failed item has done some steps, so that another try continues from there. */
	private rememberSteps(item: WriteItem): void {
		this.journal.remember(item, { digest: item.digest, rejected: true, begun: true });
	}

	private fail(item: WriteItem, error: Error): void {
		const { steps } = this.write;
		if (!(error instanceof HaltedError)) item.input.run.fail();
		const halfway = steps && item.reached && error instanceof FailureError;
		item.result = {
			error: halfway ? standing(steps.standing(item.reached!), error) : error,
		};
	}

	private forget(item: WriteItem): void {
		this.journal.forget(item);
		item.earlier = undefined;
	}

	// Report

	/** The results of all items. With On Error = stop, a failure also says how many items were written. */
	private report(): Result[] {
		const { run } = this.items[0].input;
		const { written, unknown } = this.journal.count(this.url);
		const perhaps = unknown > 0 ? `, ${unknown} more may have been` : '';
		const stands = `${written} of ${run.scope.size} items were written${perhaps}; retrying sends only the rest`;
		const tells = run.stopped && run.scope.size > 1 && !this.write.isStep;
		return this.items.map(({ result }) => {
			if (!tells || !('error' in result!) || !(result.error instanceof FailureError))
				return result!;
			const { failure } = result.error;
			return { error: new FailureError({ ...failure, message: `${failure.message} (${stands})` }) };
		});
	}
}

/** Fields that an item changes, without its expected values. */
function withoutFields(item: IDataObject, expected: Expected[]): IDataObject {
	const fields = expected.map(({ field }) => field);
	return Object.fromEntries(Object.entries(item).filter(([field]) => !fields.includes(field)));
}

/** Rounds of items with different targets: the first item of each target, then the second of each, and so on. */
function roundsOf(items: WriteItem[]): WriteItem[][] {
	const rounds: WriteItem[][] = [];
	for (const item of items) (rounds[item.position] ??= []).push(item);
	return rounds.filter((round) => round !== undefined);
}

/** Function that returns the outcome of an `item_id`, or the error of an answer that breaks the contract. */
function outcomesIn(data: IDataObject): (itemId: string) => IDataObject | Error {
	try {
		return itemResults(data);
	} catch (error) {
		return () => error as Error;
	}
}

/** True if If Rejected is Output Outcome. */
function wantsRejections({ input }: WriteItem): boolean {
	return input.context.getNodeParameter('options.ifRejected', 'fail') === 'output';
}

function standing(words: string, { failure }: FailureError): FailureError {
	return new FailureError({ ...failure, message: `${words}, but then: ${failure.message}` });
}

function neverThere(): FailureError {
	return new FailureError({
		message: `the status was not reached after ${LIMITS.maxSteps} steps`,
		description:
			'Something else may be changing the status at the same time. Read the current status before you retry.',
	});
}

/** The failure of an item that an earlier try sent with other values and unknown outcome. */
function sentWithOtherValues(thing: string): FailureError {
	return new FailureError({
		message: `An earlier try sent the ${thing} with other values and may have succeeded`,
		description: `Nothing was sent. Check whether the ${thing} exists, and use values that are the same in every try. An expression such as $now is not.`,
		outcomeUnknown: true,
	});
}

/** The failure of an item that may be merged into an object which was changed again since. */
function changedSince(thing: string): FailureError {
	return new FailureError({
		message: `The ${thing} was changed after an earlier try, which may have worked`,
		description: `Nothing was sent. Look whether the change is in the ${thing}, and run the workflow anew if it is not.`,
		outcomeUnknown: true,
	});
}

/** The failure of an item whose content the journal had no room to keep. */
function notRemembered(thing: string, fact: string): FailureError {
	return new FailureError({
		message: `The ${thing} ${fact} in an earlier try, which had too many items to remember their content`,
		description: `Nothing was sent. Check whether the ${thing} is correct, or run the workflow again with the missing items.`,
		reason: 'already_written',
	});
}

/** The failure of an item that an earlier execution has written with other content. */
function alreadyThere(thing: string, row: IDataObject | undefined): FailureError {
	const uid = Object.values(row ?? {}).find((value) => typeof value === 'string');
	const named = uid === undefined ? '' : ` (${String(uid)})`;
	return new FailureError({
		message: `An earlier try wrote the ${thing} with other content${named}, so it is not written again`,
		description: `Nothing was sent. Change or delete the existing ${thing}, or run the workflow again instead of retrying this execution.`,
		reason: 'already_written',
	});
}

/** The failure of an item that was written for an account that cannot be compared with the current one. */
function accountNotRead(thing: string): FailureError {
	return new FailureError({
		message: `The ${thing} was written in an earlier try, possibly for another account`,
		description: `Nothing was sent: the account of the API key could not be read. Try again later, or check whether the ${thing} exists.`,
		reason: 'already_written',
	});
}
