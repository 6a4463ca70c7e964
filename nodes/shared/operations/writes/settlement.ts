import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../../errors/failure';
import { HaltedError } from '../../errors/halted';
import {
	isOutcomeUnknown,
	tellOutcomeUnknown,
	withOutcomeUnknown,
} from '../../errors/outcomeUnknown';
import { rejection } from '../../errors/rejections';
import { LIMITS } from '../../limits';
import { Outcome } from '../endpoint';
import { targetOf, type Verdict } from './interpret';
import type { Journal } from './journal';
import { shownOf, type Write, type WriteItem } from './write';
import { neverThere, standing } from './writeFailures';

/** Turns the verdicts on items of a write into their results and journal entries. */
export class Settlement {
	constructor(
		readonly write: Write,
		readonly journal: Journal,
	) {}

	/** Sets the result of an item, unless it has further steps, and writes its journal entry. */
	settle(item: WriteItem, verdict: Verdict, requestId?: string): void {
		switch (verdict.kind) {
			case 'written':
				return this.settleWritten(item, verdict.row);
			case 'rejected':
				return this.settleRejected(item, verdict, requestId);
			case 'undecided':
				return this.askAgain(item, requestId);
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
		item.result = { rows: [shownOf(this.write, item, row)] };
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
			item.result = { rows: [new Outcome(outcome)] };
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
	failThrown(item: WriteItem, error: Error): void {
		const { thing } = this.write;
		const thrown = item.outcomeUnknown ? withOutcomeUnknown(error) : error;
		const told = tellOutcomeUnknown(
			thrown,
			`the ${thing} may have been written`,
			`It is not known whether the ${thing} was written. A retry repeats the same request, with the same key and time.`,
		);
		this.failWith(item, told);
	}

	/** Fails an item, and keeps in the journal what another try has to know. */
	failWith(item: WriteItem, error: Error): void {
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

	/** Forgets the journal entry of an item. */
	forget(item: WriteItem): void {
		this.journal.forget(item);
		item.earlier = undefined;
	}

	/** Row of an item of which the journal only knows that it was written. */
	giveWritten(item: WriteItem): void {
		const outcome = { ...targetOf(this.write, item.item), already_written: true };
		item.result = { rows: [new Outcome(outcome)] };
	}
}

/** True if If Rejected is Output Outcome. */
export function wantsRejections({ input }: WriteItem): boolean {
	return input.context.getNodeParameter('options.ifRejected', 'fail') === 'output';
}
