import type { IDataObject } from 'n8n-workflow';

import { namedBy } from '../../api/exactRead';

import {
	FailureError,
	HaltedError,
	isOutcomeUnknown,
	tellOutcomeUnknown,
	withOutcomeUnknown,
} from '../../errors/failure';
import { rejection } from '../../errors/rejections';
import { LIMITS } from '../../limits';
import { outcomeOf } from '../notFound';
import { targetOf, type Verdict } from './verdicts';
import type { Entry } from './entry';
import type { Journal } from './journal';
import type { Order } from './plan';
import { shownOf, type Write, type WriteItem } from './write';
import { withOtherContent } from './writeFailures';

/** Turns the verdicts on items of a write into their results and journal entries. */
export class Settlement {
	constructor(
		readonly write: Write,
		readonly journal: Journal,
		private readonly order: Order,
	) {}

	/** Sets the result of an item, unless it has further requests, and writes its journal entry. */
	settle(item: WriteItem, verdict: Verdict, requestId?: string): void {
		switch (verdict.kind) {
			case 'written':
				return this.settleWritten(item, verdict.row);
			case 'rejected':
				return this.settleRejected(item, verdict, requestId);
			case 'undecided':
				return this.askAgain(item, requestId);
			case 'unknown':
				return this.failUnknown(item, withOutcomeUnknown(verdict.error));
		}
	}

	private settleWritten(item: WriteItem, row: IDataObject): void {
		const { recall } = this.write;
		const more = item.course.continues(row);
		item.doubt &&= !more;
		if (more === true) return;
		if (more) return this.fail(item, more);
		const whole = item.course.kept(row);
		const kept = recall ? namedBy(recall, row) : whole;
		this.remember(item, { state: 'written', digest: item.content, row: kept });
		item.result = { rows: shownOf(this.write, item, whole) };
	}

	private settleRejected(
		item: WriteItem,
		{ outcome, reason }: Extract<Verdict, { kind: 'rejected' }>,
		requestId: string | undefined,
	): void {
		const { thing } = this.write;
		const { doubt } = item;
		if (item.earlier?.state === 'written') return this.giveWritten(item);
		if (item.course.retries(reason)) return this.journal.forget(item);
		if (wantsRejections(item)) {
			const row = doubt ? { ...outcome, outcome_unknown: true, hint: mayBeMade(thing) } : outcome;
			// A repeated call asks again
			if (!doubt || !item.input.run.scope.single)
				this.remember(item, { state: doubt ? 'doubt' : 'told', digest: item.digest, row });
			item.result = { rows: [outcomeOf(item.input, row)] };
			return;
		}
		const failure = { ...rejection(thing, reason), requestId };
		if (doubt)
			return this.failUnknown(item, new FailureError({ ...failure, outcomeUnknown: true }));
		const expected = this.write.keepExpected && item.known;
		// The key belongs to the rejected write, so another try needs a new key and a later time
		const isKeyed = this.write.repeat === 'idempotencyKey' && item.ownKey === undefined;
		if (expected) this.remember(item, { state: 'rejected', digest: item.digest, expected });
		else if (isKeyed) {
			item.at = Math.max(Date.now(), item.at + 1);
			const { parts } = item.course.memory();
			this.remember(item, { state: 'rejected', digest: item.digest, parts });
		} else this.restore(item);
		this.setFailure(item, new FailureError(failure));
	}

	/** Leaves an undecided item open, so that it is sent again. Fails it after the last try. */
	private askAgain(item: WriteItem, requestId: string | undefined): void {
		const { thing, uncertain } = this.write;
		item.undecided++;
		item.doubt = true;
		if (uncertain!.then === 'repeat' && item.undecided < LIMITS.maxUndecided) return;
		const message = `The service does not know whether the ${thing} was written`;
		const error = new FailureError({ message, requestId, reason: 'unknown', outcomeUnknown: true });
		this.failUnknown(item, error);
	}

	/** Fails an item after a request, or before it. An unknown outcome of an earlier try stays unknown. */
	fail(item: WriteItem, thrown: Error): void {
		const isOnce = item.ownKey !== undefined && !this.write.expected;
		const error = isOnce ? withOtherContent(thrown) : thrown;
		if (item.doubt || isOutcomeUnknown(error))
			return this.failUnknown(item, withOutcomeUnknown(error));
		const { keepExpected } = this.write;
		if (keepExpected && item.known)
			this.remember(item, { state: 'rejected', digest: item.digest, expected: item.known });
		else this.restore(item);
		this.setFailure(item, error);
	}

	/** Fails an item whose outcome is unknown. Its journal entry says so since before the request. */
	private failUnknown(item: WriteItem, error: Error): void {
		const { thing } = this.write;
		const advice = `${mayBeMade(thing)} ${item.input.run.scope.single ? CALL_AGAIN : RETRY}`;
		this.setFailure(item, tellOutcomeUnknown(error, `the ${thing} may have been written`, advice));
	}

	/** Fails an item of which nothing was sent in this run; what earlier tries left stays. */
	refuse(item: WriteItem, failure: FailureError): void {
		this.setFailure(item, item.doubt ? withOutcomeUnknown(failure) : failure);
	}

	/** Notes in the journal that an item is sent, before it is: from then on its outcome is unknown. */
	noteSent(item: WriteItem): void {
		const { digest, known: expected, course } = item;
		this.remember(item, { state: 'doubt', digest, expected, ...course.memory() });
	}

	/** Sets back the journal entry to what earlier tries left, and the steps that were made. */
	private restore(item: WriteItem): void {
		const { earlier, course, digest } = item;
		const { step, parts } = course.memory();
		if (step ?? parts) this.remember(item, { state: 'begun', digest, step, parts });
		else if (earlier) this.journal.remember(item, earlier);
		else this.journal.forget(item);
	}

	private remember(item: WriteItem, entry: Entry): void {
		const { at, plannedAt, earlier, input } = item;
		// A repeated call is planned for another time
		const isOther = at !== plannedAt || input.run.scope.single;
		const own = { ...(isOther && { at }), ...(earlier?.id && { id: earlier.id }) };
		this.journal.remember(item, { ...entry, ...own });
	}

	private setFailure(item: WriteItem, error: Error): void {
		if (!(error instanceof HaltedError)) item.input.run.fail();
		if (!isFinal(error)) this.order.hold(item);
		item.result = { error: error instanceof FailureError ? item.course.tell(error) : error };
	}

	/** Forgets the journal entry of an item: it is another change. */
	forget(item: WriteItem): void {
		this.journal.forget(item);
		item.earlier = undefined;
		item.doubt = false;
	}

	/** Row of an item of which the journal only knows that it was written. */
	giveWritten(item: WriteItem): void {
		const outcome = { ...targetOf(this.write, item.item), already_written: true };
		item.result = { rows: [outcomeOf(item.input, outcome)] };
	}
}

const RETRY = 'A retry repeats the same request, with the same key and time.';
const CALL_AGAIN =
	'Repeating the call with the same arguments within ten minutes repeats the same request, with the same key and time, unless another worker of n8n gets it.';

function mayBeMade(thing: string): string {
	return `It is not known whether the ${thing} was written: a try got no clear answer.`;
}

/** True for a failure that a retry meets again: the service refused the item, or the node did. */
function isFinal(error: Error): boolean {
	if (!(error instanceof FailureError)) return false;
	const { outcomeUnknown, status = 0, requestId, reason, unsent } = error.failure;
	if (outcomeUnknown) return false;
	// A proxy in front of the service gives no request ID
	const isRefused = status >= 400 && status < 429 && requestId !== undefined;
	return reason !== undefined || unsent !== undefined || isRefused;
}

/** True if If Rejected is Output Outcome. */
export function wantsRejections({ input }: WriteItem): boolean {
	return input.settings.ifRejected === 'output';
}
