import type { IDataObject } from 'n8n-workflow';

import { errorOf, isOutcomeUnknown, withOutcomeUnknown } from '../../errors/failure';
import type { Path } from '../../contract';
import { chunksOf, inOneRequest, inParallel, itemResults } from '../../api/batchItems';
import { LIMITS } from '../../limits';
import { omit } from '../../objects';
import { type Answer } from '../../transport/send';
import { wait } from '../../wait';
import {
	type Endpoint,
	type InputItem,
	type Result,
	requestsAfter,
	requestTo,
	validated,
} from '../endpoint';
import { firstAttempt, resume } from './earlierTries';
import { interpret, readOutcomes } from './verdicts';
import { readExpected } from './readExpected';
import { joinParts } from './inParts';
import { markExisting, onceOf, writtenBefore } from './writeOnce';
import { Memory } from './memory';
import { idempotencyKey, Order, planItems, roundsOf } from './plan';
import { Settlement } from './settlement';
import { tellCurrent } from './tellCurrent';
import { type Attempt, type Settled, withStamp, type Write, type WriteItem } from './write';
import { notInTurn } from './writeFailures';

/**
 * Endpoint for writes with `items`: ten input items per request, several requests at a time. Outcomes are assigned to
 * their items by `item_id`.
 *
 * A rejected item is a failure, or with If Rejected = Output Outcome a row. The memory keeps what was written, and what
 * may have been written, until the run ends without failures.
 */
export function batchWrite(write: Write): WriteEndpoint {
	const endpoint: Endpoint = async (inputs, url) => {
		const memory = await Memory.of(inputs[0].run);
		return await new BatchWrite({ write, url }, memory, inputs).perform();
	};
	const preview: WriteEndpoint['preview'] = async (inputs, url) => {
		const memory = Memory.unstored(inputs[0].run);
		return await new BatchWrite({ write, url }, memory, inputs).preview();
	};
	const refused: WriteEndpoint['refused'] = (inputs) => onceOf(inputs, write).refused;
	const { repeat, creates } = write;
	return Object.assign(endpoint, { repeat, creates, preview, refused });
}

/** Endpoint of a write. */
export type WriteEndpoint = Endpoint & Required<Pick<Endpoint, 'repeat' | 'preview' | 'refused'>>;

/** One write of all items of a run: plan, read expected values, send, interpret, settle. */
class BatchWrite {
	private readonly items: WriteItem[];
	/** The items of each input item: its parts */
	private readonly parts = new Map<InputItem, WriteItem[]>();
	private readonly once: ReturnType<typeof onceOf>;
	private readonly write: Write;
	private readonly url: Path;
	private readonly order: Order;
	private readonly settlement: Settlement;

	constructor(
		{ write, url }: { write: Write; url: Path },
		private readonly memory: Memory,
		inputs: InputItem[],
	) {
		this.write = write;
		this.url = url;
		this.order = Order.of(memory, url);
		this.settlement = new Settlement(write, memory, this.order);
		this.once = onceOf(inputs, write, memory.firsts);
		const { again, refused } = this.once;
		const planned = inputs.filter((input) => !again.has(input) && !refused.has(input));
		this.items = planItems(planned, write, url, memory);
		for (const input of inputs) this.parts.set(input, []);
		for (const item of this.items) this.parts.get(item.input)!.push(item);
	}

	async perform(): Promise<Result[]> {
		const { settlement } = this;
		const attempts = this.items.flatMap((item) => resume(item, settlement) ?? []);
		for (const round of roundsOf(attempts)) {
			const open = round.filter((attempt) => this.isInTurn(attempt));
			const chunks = chunksOf(open, LIMITS.itemsPerRequest);
			await inParallel(chunks, async (chunk) => await this.writeTogether(chunk));
		}
		if (settlement.rejections.length > 0) await tellCurrent(settlement);
		return this.results((results) => joinParts(this.write, results));
	}

	/**
	 * False for an item that is not sent: a part of a text behind one that was not written, or a change that would come
	 * before an earlier one of its object, or after a later one.
	 */
	private isInTurn(attempt: Attempt): boolean {
		const { results } = this.settlement;
		const { item } = attempt;
		const previous = results.get(this.parts.get(item.input)![item.key.step - 1]);
		if (previous && 'error' in previous) {
			results.set(item, previous);
			return false;
		}
		const other = this.order.blocks(item);
		if (!other || item.input.run.halted) return true;
		this.settlement.refuse(attempt, notInTurn(this.write.thing, other));
		return false;
	}

	/** The results of the input items. Those of several parts are joined. */
	private results(join: (results: Result[]) => Result): Result[] {
		const { own, again, refused } = this.once;
		const { results } = this.settlement;
		return [...this.parts].map(([input, items]): Result => {
			if (refused.has(input)) return { error: refused.get(input)! };
			if (again.has(input)) return writtenBefore(again.get(input)!);
			const [one, ...others] = items.map((item) => results.get(item)!);
			const result = others.length === 0 ? one : join([one, ...others]);
			const first = own.get(input);
			if (first) first.result = result;
			return result;
		});
	}

	/** The request of each item as far as it is known, with the expected values as they are now. Only reads are sent. */
	async preview(): Promise<Result[]> {
		const { settlement } = this;
		const attempts = this.items.map((item) => firstAttempt(item));
		for (const attempt of await readExpected(attempts, settlement, true)) {
			const next = this.prepare(attempt);
			const items = 'fields' in next ? [this.requestItem(next)] : [];
			const requests = items.map((item) => requestTo(this.url, { items: [item] }));
			if ('error' in next) settlement.refuse(attempt, next.error);
			else settlement.results.set(attempt.item, validated(requests));
		}
		return this.results((results) => results.reduce(requestsAfter));
	}

	/** Writes up to ten items with different targets, in as many requests as they need. */
	private async writeTogether(attempts: Attempt[]): Promise<void> {
		const { settlement } = this;
		const { run } = attempts[0].item.input;
		for (let open = attempts; open.length > 0;) {
			const ready: Attempt[] = [];
			for (const attempt of await readExpected(open, settlement)) {
				const next = this.prepare(attempt);
				if ('fields' in next) ready.push(next);
				else this.settleUnsent(attempt, next);
			}
			if (ready.length === 0) return;
			open = [];
			await inOneRequest(
				ready,
				async (part) => void open.push(...(await this.send(part))),
				(attempt, error) => settlement.fail(attempt, error),
			);
			const pause = Math.max(0, ...open.map((attempt) => this.pauseBefore(attempt)));
			if (pause > 0) await wait(pause, () => run.halted);
		}
	}

	/** The attempt with its request, or the result of an item that needs none. */
	private prepare(attempt: Attempt): Attempt | Settled {
		const { steps } = this.write;
		const fields = { ...attempt.item.body, ...attempt.expected };
		const next = steps?.next(attempt, fields) ?? { fields };
		if (!('fields' in next)) return next;
		// Content that is made from the object is no older than the changes that it contains
		const isMerged = steps?.outdated !== undefined && !attempt.doubt;
		const at = isMerged ? Math.max(Date.now(), attempt.at) : attempt.at;
		return { ...attempt, at, fields: next.fields };
	}

	private settleUnsent(attempt: Attempt, settled: Settled): void {
		const { settlement, write } = this;
		if ('row' in settled) settlement.settle(attempt, { kind: 'written', row: settled.row });
		else if ('outcome' in settled)
			settlement.settle(attempt, interpret(write, settled.sent, settled.outcome));
		else if (settled.error.failure.outcomeUnknown) settlement.refuse(attempt, settled.error);
		else settlement.fail(attempt, settled.error);
	}

	/** Sends attempts in one request. Returns the next attempts of items that need more than these. */
	private async send(attempts: Attempt[]): Promise<Attempt[]> {
		const body = { items: attempts.map((attempt) => this.requestItem(attempt)) };
		for (const attempt of attempts) this.settlement.noteSent(attempt);
		const answer = await attempts[0].item.input.send(this.url, body).catch((error: Error) => {
			for (const attempt of attempts) attempt.doubt ||= isOutcomeUnknown(error);
			throw error;
		});
		for (const attempt of attempts) attempt.doubt ||= answer.outcomeUnknown;
		try {
			return await this.settleAnswered(attempts, answer);
		} catch (error) {
			// After a broken answer, or a defect in the node, the outcome is unknown
			throw withOutcomeUnknown(errorOf(error));
		}
	}

	private async settleAnswered(attempts: Attempt[], answer: Answer): Promise<Attempt[]> {
		const { write, settlement } = this;
		const outcomes = itemResults(answer.data);
		const outcomeOf = ({ key }: Attempt) => outcomes(String(key.index));
		const made = await readOutcomes(attempts, write, outcomeOf);
		const next = attempts.flatMap((attempt) => {
			const outcome = made.get(attempt) ?? outcomeOf(attempt);
			const verdict = interpret(write, attempt.fields, outcome);
			return settlement.settle(attempt, verdict, answer.requestId) ?? [];
		});
		if (write.creates) await markExisting(attempts, settlement, answer);
		return next;
	}

	/** The request item. Every try sends the same key and time. */
	private requestItem(attempt: Attempt): IDataObject {
		const { repeat, unsent } = this.write;
		const whole = withStamp(this.write, attempt);
		const sent: IDataObject = {
			item_id: String(attempt.key.index),
			...(unsent ? omit(whole, ...unsent) : whole),
		};
		if (repeat === 'idempotencyKey') sent.idempotency_key = idempotencyKey(attempt, this.memory);
		return sent;
	}

	/** Milliseconds to wait: at random, since executions that were outdated together would read together again. */
	private pauseBefore({ repeats }: Attempt): number {
		const isOutdated = this.write.steps?.outdated !== undefined && repeats > 0;
		return isOutdated ? Math.random() * LIMITS.firstBackoff * 2 ** repeats : 0;
	}
}
