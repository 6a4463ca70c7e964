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
import { hasSucceeded, interpret, refuse, targetOf, type Verdict } from './interpret';
import { digestOf, Journal, type Entry } from './journal';
import type { Expected, Write, WriteItem } from './write';

/**
 * Write operations with `items`: the input items of a run go out together, ten a request, several
 * requests at a time; outcomes go back to their own items by `item_id`.
 *
 * An item that the service rejects is a failure of that item, or with the option If Rejected an
 * output. What was written, and what may have been, is remembered until the run ends well.
 */
export function batchWrite(write: Write): Endpoint {
	const endpoint: Endpoint = async (inputs, url) => {
		const journal = await Journal.of(inputs[0].run);
		return await new BatchWrite({ write, url }, journal, inputs).perform();
	};
	return Object.assign(endpoint, { repeat: write.repeat });
}

/** Plan, read expected values, send, interpret, settle, report: for all items of a run. */
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

	// Plan

	/** The items with their order, time and what is remembered of them. */
	private plan(inputs: InputItem[]): WriteItem[] {
		const { target, expected, inOrder = () => true } = this.write;
		const { journal, url: path } = this;
		const startedAt = journal.startedAt();
		return inputs.map((input): WriteItem => {
			const { index, body: item, run } = input;
			const changed = target && digestOf(target.map((field) => item[field]));
			const position = changed !== undefined && inOrder(input) ? run.positionOf(changed) : 0;
			// Never ahead of the clock: a later change of the same object must not get an earlier time
			const at = expected ? startedAt + position : startedAt - journal.size + 1 + index;
			const digest = digestOf(item);
			const content = expected ? digestOf(withoutFields(item, expected)) : digest;
			// Tool calls carry no sign of a retry: calls with the same content are taken for tries
			// of each other while the outcome of one is unknown
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
				undecided: 0,
				// The user's expected value is about the object as it was before the steps of an earlier try
				steps: earlier?.begun && earlier.digest === digest ? 1 : 0,
			};
		});
	}

	// What earlier tries have written

	/** Gives items of earlier tries their results; the others are still to be written. */
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

	/** Failure of an item of an earlier try that can neither be repeated nor given again. */
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

	/** Within one execution what was written counts as written; in another, other content is another change. */
	private isStillWritten({ content }: WriteItem, earlier: Entry): boolean {
		return !earlier.foreign || earlier.digest === content;
	}

	/** The outputs of items that were written: read again, remembered, or had by the same key once more. */
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
			// The item was written: an object that cannot be read again gives the output from the journal
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

	/** Output of an item of which the journal knows only that an earlier try has written it. */
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

	/** Reads the expected values that the user did not give, of all items together. */
	private async readExpected(items: WriteItem[]): Promise<void> {
		const { expected = [], steps } = this.write;
		for (const item of items) {
			// After an unknown outcome the same values are sent again; with steps, the object is read again
			const repeats = !steps && item.earlier?.digest === item.digest;
			item.known = repeats ? item.earlier!.expected : undefined;
		}
		for (const each of expected) {
			const lacking = items.filter(
				({ item, known, result, steps }) =>
					!result &&
					// The user's value is about the object as it was before the first step
					(item[each.field] === undefined || steps > 0) &&
					known?.[each.field] === undefined,
			);
			if (lacking.length > 0) await this.readOneExpected(each, lacking);
		}
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

	/** The node itself has found why an item cannot be changed: the same as a rejection by the service. */
	private refuseUnsent(item: WriteItem, error: Error): void {
		const reason = error instanceof FailureError ? error.failure.reason : undefined;
		if (reason === undefined || !wantsRejections(item)) return this.failThrown(item, error);
		this.settle(item, refuse(this.write, item.item, reason), {});
	}

	/** Settles an item whose expected value decides the result without a request. */
	private settleUnsent(item: WriteItem): void {
		if (item.result) return;
		const settled = this.write.settled?.({ ...item.item, ...item.known }, item.entity);
		if (settled instanceof FailureError) this.failWith(item, settled);
		else if (settled) this.settle(item, { kind: 'written', row: settled }, {});
	}

	private async sendItems(items: WriteItem[]): Promise<void> {
		const body = { items: items.map((item) => this.requestItem(item)) };
		const answer = await items[0].input.send(this.url, body).catch((error: Error) => {
			for (const item of items) item.outcomeUnknown ||= isOutcomeUnknown(error);
			throw error;
		});
		for (const item of items) item.outcomeUnknown ||= answer.outcomeUnknown;
		try {
			await this.settleAnswered(items, answer);
		} catch (error) {
			// After a defect of our own, the outcome on the service's side is unknown
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

	/** The item of the request: the same at every try, with the same key and time. */
	private requestItem(item: WriteItem): IDataObject {
		const { repeat, stamp } = this.write;
		const sent: IDataObject = { item_id: String(item.index), ...this.wishOf(item) };
		if (repeat === 'idempotencyKey') sent.idempotency_key ??= this.journal.keyFor(item);
		if (stamp) sent[stamp] ??= item.at;
		return sent;
	}

	/** Fields that an item asks for in this step. */
	private wishOf({ item, known }: WriteItem): IDataObject {
		const wish = { ...item, ...known };
		return this.write.steps?.next(wish) ?? wish;
	}

	/**
	 * Outcomes that the objects themselves show, as they are after the request: of items that were
	 * rejected only because an earlier try without an answer had made their change; of items whose
	 * outcome the service does not know; and where the status of outcomes is not documented.
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
			// With steps an earlier try may have come further than this one's step, to the end
			const outcome =
				entity instanceof Error
					? entity
					: (shown(this.wishOf(item)) ?? (write.steps && shown(item.item)));
			if (outcome) found.set(item, outcome);
		}
		return found;
	}

	// Settle

	/** Gives an item its result, unless it has further steps, and writes its journal entry. */
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
		// After a rejection the item has its own time, otherwise that of the run
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
		if (wantsRejections(item)) {
			this.forget(item);
			item.result = { rows: [outcome] };
			return;
		}
		const { thing, keepExpected, repeat } = this.write;
		const failure = { ...rejection(thing, reason), requestId };
		if (item.outcomeUnknown) {
			failure.description += ` An earlier try of the same request got no answer and may have worked: look at the ${thing} first.`;
		}
		const { digest, known: expected, at } = item;
		if (keepExpected && expected) this.journal.remember(item, { digest, expected, rejected: true });
		// The key belongs to the rejected write: another try is a new write with a new key and a later time
		else if (repeat === 'idempotencyKey')
			this.journal.remember(item, { digest, rejected: true, at: Math.max(Date.now(), at + 1) });
		else if (item.steps > 0) this.rememberSteps(item);
		else this.forget(item);
		this.fail(item, new FailureError(failure));
	}

	/** Leaves an undecided item open, so that the same request is sent again; fails it after the last try. */
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

	/** Ends an item that has no outcome. That says nothing of earlier tries: what was unknown stays so. */
	private failThrown(item: WriteItem, error: Error): void {
		const { thing } = this.write;
		const thrown = item.outcomeUnknown ? withOutcomeUnknown(error) : error;
		const told = tellOutcomeUnknown(
			thrown,
			`the ${thing} may have been written all the same`,
			`Whether the ${thing} was written is not known. Retrying repeats the same request, with the same key and time.`,
		);
		this.failWith(item, told);
	}

	private failWith(item: WriteItem, error: Error): void {
		const { digest, known: expected, at, earlier } = item;
		if (earlier?.written) return this.fail(item, error);
		if (isOutcomeUnknown(error)) {
			// An entry with other values stays as it is
			if (!earlier || earlier.rejected || earlier.digest === digest)
				this.journal.remember(item, { digest, expected, at });
		} else if (this.write.keepExpected && expected) {
			this.journal.remember(item, { digest, expected, rejected: true });
		} else if (item.steps > 0) {
			this.rememberSteps(item);
		} else if (!(error instanceof HaltedError) && !earlier?.rejected) {
			this.forget(item);
		}
		this.fail(item, error);
	}

	/** Remembers that a failed item has come some steps, so that another try goes on from there. */
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

	/** The results of all items. With On Error = stop a failure also says how many items were written. */
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

/** Rounds of items in which no two change the same object: the first item of every target, then the second … */
function roundsOf(items: WriteItem[]): WriteItem[][] {
	const rounds: WriteItem[][] = [];
	for (const item of items) (rounds[item.position] ??= []).push(item);
	return rounds.filter((round) => round !== undefined);
}

/** The outcomes of an answer by `item_id`. The service took the items: a broken answer does not tell their outcomes. */
function outcomesIn(data: IDataObject): (itemId: string) => IDataObject | Error {
	try {
		return itemResults(data);
	} catch (error) {
		return () => error as Error;
	}
}

/** True when If Rejected asks for an output. */
function wantsRejections({ input }: WriteItem): boolean {
	return input.context.getNodeParameter('options.ifRejected', 'fail') === 'output';
}

function standing(words: string, { failure }: FailureError): FailureError {
	return new FailureError({ ...failure, message: `${words}, but then: ${failure.message}` });
}

function neverThere(): FailureError {
	return new FailureError({
		message: `the status was not reached after ${LIMITS.maxSteps} steps`,
		description: 'Somebody or something else may be changing it at the same time. Get it again.',
	});
}

/** The failure of an item that an earlier try sent with other values and without learning the outcome. */
function sentWithOtherValues(thing: string): FailureError {
	return new FailureError({
		message: `The ${thing} was sent with other values in an earlier try, which may have worked`,
		description:
			'Nothing was sent. Look whether it is there, and use values that stay the same from try to try: an expression such as $now does not.',
		outcomeUnknown: true,
	});
}

/** The failure of an item of which too little could be remembered to tell whether its content is the same. */
function notRemembered(thing: string, fact: string): FailureError {
	return new FailureError({
		message: `The ${thing} ${fact} at an earlier try, which had too many items to remember their content`,
		description: `Nothing was sent. Look whether the ${thing} is as it should be, or run the workflow anew with the items that are missing.`,
		reason: 'already_written',
	});
}

/** The failure of an item that an earlier execution has written with other content. */
function alreadyThere(thing: string, row: IDataObject | undefined): FailureError {
	const uid = Object.values(row ?? {}).find((value) => typeof value === 'string');
	const named = uid === undefined ? '' : ` (${String(uid)})`;
	return new FailureError({
		message: `The ${thing} of an earlier try exists with other content${named} and is not written a second time`,
		description: `Nothing was sent. Change or delete the ${thing} that exists, or run the workflow anew instead of retrying this execution.`,
		reason: 'already_written',
	});
}

/** The failure of an item that was written for an account that cannot be compared with the present one. */
function accountNotRead(thing: string): FailureError {
	return new FailureError({
		message: `The ${thing} was written at an earlier try, but whether for this account is not known`,
		description:
			'Nothing was sent: the account of the key could not be read. Try again later, or look whether it is there.',
		reason: 'already_written',
	});
}
