import type { IDataObject } from 'n8n-workflow';

import { errorOf, isOutcomeUnknown, withOutcomeUnknown } from '../../errors/failure';
import type { Path } from '../../contract';
import { chunksOf, inOneRequest, inParallel, itemResults } from '../../api/batchItems';
import { LIMITS } from '../../limits';
import { omit } from '../../omit';
import { type Answer } from '../../transport/send';
import { wait } from '../../wait';
import type { Endpoint, InputItem, Result } from '../endpoint';
import { requestTo, validated } from '../preview';
import { settleEarlier } from './earlierTries';
import { interpret, madeAsRead, markExisting, tellCurrent } from './verdicts';
import { readExpected, settlePrepared } from './expectedValues';
import { Journal } from './journal';
import { keyOf, Order, planItems, roundsOf } from './plan';
import { Settlement } from './settlement';
import { sentOf, wishOf, type Write, type WriteItem } from './write';
import { notInTurn } from './writeFailures';

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
	const { repeat, creates, target: per } = write;
	return Object.assign(endpoint, { repeat, creates, per, preview });
}

/** Endpoint of a write. */
export type WriteEndpoint = Endpoint & Required<Pick<Endpoint, 'repeat' | 'preview'>>;

/** One write of all items of a run: plan, read expected values, send, interpret, settle. */
class BatchWrite {
	private readonly items: WriteItem[];
	private readonly write: Write;
	private readonly url: Path;
	private readonly order: Order;
	private readonly settlement: Settlement;

	constructor(
		{ write, url }: { write: Write; url: Path },
		private readonly journal: Journal,
		inputs: InputItem[],
	) {
		this.write = write;
		this.url = url;
		this.order = Order.of(journal, url);
		this.settlement = new Settlement(write, journal, this.order);
		this.items = planItems(inputs, write, url, journal);
	}

	async perform(): Promise<Result[]> {
		await settleEarlier(this.items, this.settlement);
		for (const round of roundsOf(this.items.filter(isOpen))) {
			for (const item of round) this.keepInTurn(item);
			const parts = chunksOf(round.filter(isOpen), LIMITS.itemsPerRequest);
			await inParallel(parts, async (part) => await this.writePart(part));
		}
		if (!this.items[0].input.run.isWhole) await tellCurrent(this.items, this.write);
		return this.items.map(({ result }) => result!);
	}

	/** Refuses an item that would change its object before an earlier item, or after a later one, unless the run is halted. */
	private keepInTurn(item: WriteItem): void {
		const other = this.order.blocks(item);
		if (other && !item.input.run.halted)
			this.settlement.refuse(item, notInTurn(this.write.thing, other));
	}

	/** The request of each item as far as it is known, with the expected values as they are now. Only reads are sent. */
	async preview(): Promise<Result[]> {
		await readExpected(this.items, this.settlement, true);
		for (const item of this.items.filter(isOpen)) {
			const settled = item.course.prepare();
			if (settled && 'error' in settled) this.settlement.refuse(item, settled.error);
			else item.result = validated(settled ? [] : this.requestsOf(item));
		}
		return this.items.map(({ result }) => result!);
	}

	/** Writes up to ten items with different targets, in as many requests as they need. */
	private async writePart(items: WriteItem[]): Promise<void> {
		const { settlement } = this;
		await readExpected(items, settlement);
		for (const item of items.filter(isOpen)) settlePrepared(item, settlement);
		const open = items.filter(isOpen);
		if (open.length === 0) return;
		await inOneRequest(
			open,
			async (part) => await this.sendItems(part),
			(item, error) => settlement.fail(item, error),
		);
		const left = open.filter(isOpen);
		if (left.length === 0) return;
		const pauses = left.map(({ course }) => course.pause());
		await wait(Math.max(...pauses), () => left[0].input.run.halted);
		await this.writePart(left);
	}

	private async sendItems(items: WriteItem[]): Promise<void> {
		const body = { items: items.map((item) => this.requestItem(item)) };
		for (const item of items) this.settlement.noteSent(item);
		const answer = await items[0].input.send(this.url, body).catch((error: Error) => {
			for (const item of items) item.doubt ||= isOutcomeUnknown(error);
			throw error;
		});
		for (const item of items) item.doubt ||= answer.outcomeUnknown;
		try {
			await this.settleAnswered(items, answer);
		} catch (error) {
			// After a broken answer, or a defect in the node, the outcome is unknown
			throw withOutcomeUnknown(errorOf(error));
		}
	}

	private async settleAnswered(items: WriteItem[], answer: Answer): Promise<void> {
		const outcomes = itemResults(answer.data);
		const { write, settlement } = this;
		const outcomeOf = ({ index }: WriteItem) => outcomes(String(index));
		const made = await madeAsRead(items, write, outcomeOf);
		for (const item of items) {
			const outcome = made.get(item) ?? outcomeOf(item);
			settlement.settle(item, interpret(write, wishOf(item), outcome), answer.requestId);
		}
		await markExisting(write, items, answer, this.journal.begunAt);
	}

	/** The request item. Every try sends the same key and time. */
	private requestItem(item: WriteItem): IDataObject {
		const { repeat, unsent } = this.write;
		const whole = sentOf(this.write, item);
		const sent: IDataObject = {
			item_id: String(item.index),
			...(unsent ? omit(whole, ...unsent) : whole),
		};
		if (repeat === 'idempotencyKey') sent.idempotency_key = keyOf(item, this.journal);
		return sent;
	}

	/** The requests of an item for Validate Only: all parts of a text, otherwise the next request. */
	private requestsOf(item: WriteItem): IDataObject[] {
		const requests: IDataObject[] = [];
		do requests.push(requestTo(this.url, { items: [this.requestItem(item)] }));
		while (item.course.after());
		return requests;
	}
}

const isOpen = ({ result }: WriteItem) => result === undefined;
