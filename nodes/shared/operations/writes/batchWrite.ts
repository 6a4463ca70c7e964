import type { IDataObject } from 'n8n-workflow';

import { chunksOf, inOneRequest, inParallel, itemResults } from '../../api/batchItems';
import { FailureError } from '../../errors/failure';
import { isOutcomeUnknown, withOutcomeUnknown } from '../../errors/outcomeUnknown';
import { LIMITS } from '../../limits';
import { omit } from '../../omit';
import { type Answer } from '../../transport/send';
import type { Endpoint, InputItem, Result } from '../endpoint';
import { requestTo, validated } from '../preview';
import { settleEarlier } from './earlierTries';
import { mergeInTurn, readExpected, settledUnsent, settleUnsent } from './expectedValues';
import { interpret } from './interpret';
import { digestOf, Journal } from './journal';
import { planItems, roundsOf } from './plan';
import { madeAsRead } from './readBack';
import { Settlement } from './settlement';
import { sentOf, wishOf, type Write, type WriteItem } from './write';

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
	private readonly settlement: Settlement;

	constructor(
		{ write, url }: { write: Write; url: string },
		private readonly journal: Journal,
		inputs: InputItem[],
	) {
		this.write = write;
		this.url = url;
		this.settlement = new Settlement(write, journal);
		this.items = planItems(inputs, write, url, journal);
	}

	async perform(): Promise<Result[]> {
		await settleEarlier(this.items, this.settlement);
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
		await readExpected(this.items, this.settlement, true);
		mergeInTurn(this.items, this.settlement);
		for (const item of this.items) {
			if (item.result) continue;
			const settled = settledUnsent(this.write, item);
			if (settled instanceof FailureError) this.settlement.failWith(item, settled);
			else item.result = validated(settled ? [] : this.requestsOf(item));
		}
		return this.items.map(({ result }) => result!);
	}

	/** Writes up to ten items with different targets, in as many steps as they need. */
	private async writePart(items: WriteItem[]): Promise<void> {
		const { settlement } = this;
		for (let open = items; open.length > 0; open = open.filter(({ result }) => !result)) {
			await readExpected(open, settlement);
			for (const item of open) settleUnsent(item, settlement);
			const unsent = open.filter(({ result }) => !result);
			if (unsent.length === 0) return;
			await inOneRequest(
				unsent,
				async (part) => await this.sendItems(part),
				(item, error) => settlement.failThrown(item, error),
			);
		}
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
		const { write, settlement } = this;
		const outcomeOf = ({ index }: WriteItem) => outcomes(String(index));
		const made = await madeAsRead(items, write, outcomeOf);
		for (const item of items) {
			const outcome = made.get(item) ?? outcomeOf(item);
			settlement.settle(item, interpret(write, wishOf(write, item), outcome), answer.requestId);
		}
	}

	/** The request item. Every try sends the same key and time. */
	private requestItem(item: WriteItem): IDataObject {
		const { repeat, unsent } = this.write;
		const whole = sentOf(this.write, item);
		const wish = unsent ? omit(whole, ...unsent) : whole;
		const sent: IDataObject = { item_id: String(item.index), ...wish };
		if (repeat === 'idempotencyKey') sent.idempotency_key ??= this.journal.keyFor(item);
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

/** Function that returns the outcome of an `item_id`, or the error of an answer that breaks the contract. */
function outcomesIn(data: IDataObject): (itemId: string) => IDataObject | Error {
	try {
		return itemResults(data);
	} catch (error) {
		return () => error as Error;
	}
}
