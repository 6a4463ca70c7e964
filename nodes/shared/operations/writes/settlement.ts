import type { IDataObject } from 'n8n-workflow';

import {
	FailureError,
	HaltedError,
	isOutcomeUnknown,
	tellOutcomeUnknown,
	withOutcomeUnknown,
} from '../../errors/failure';
import { rejection } from '../../errors/rejections';
import { declareLimits, LIMITS } from '../../limits';
import { digestOf } from '../../objects';
import { type Result, outcomeOf } from '../endpoint';
import type { Entry } from './entries';
import type { Memory } from './memory';
import type { Order } from './plan';
import type { Verdict } from './verdicts';
import { type Attempt, completeRow, type Write, type WriteItem } from './write';
import { butThen, changedMeanwhile, neverThere, withOtherContent } from './writeFailures';

const OWN_LIMITS = declareLimits({
	/** Times that an item is sent whose object somebody else changes between reading and writing it */
	maxOutdated: 5,
	/** Most tries of an item whose outcome the service itself does not know */
	maxUndecided: 3,
});

/** Turns the verdicts on attempts into the results of their items, and into what the memory keeps. */
export class Settlement {
	readonly results = new Map<WriteItem, Result>();
	/** Attempts that the service has rejected */
	readonly rejections: Attempt[] = [];

	constructor(
		readonly write: Write,
		readonly memory: Memory,
		private readonly order: Order,
	) {}

	/** Sets the result of an item, unless it needs another attempt, which it returns. */
	settle(attempt: Attempt, verdict: Verdict, requestId?: string): Attempt | undefined {
		switch (verdict.kind) {
			case 'written':
				return this.settleWritten(attempt, verdict.row);
			case 'rejected':
				return this.settleRejected(attempt, verdict, requestId);
			case 'undecided':
				return this.askAgain(attempt, requestId);
			case 'unknown':
				return void this.failUnknown(attempt, withOutcomeUnknown(verdict.error));
		}
	}

	private settleWritten(attempt: Attempt, row: IDataObject): Attempt | undefined {
		const { write } = this;
		const { item, key } = attempt;
		if (!write.steps?.continues?.(item.body, row)) {
			const { contentDigest: digest, continues } = item;
			this.remember(attempt, { state: 'written', digest, row, continues });
			this.results.set(item, { rows: [completeRow(write, attempt, row)] });
			return undefined;
		}
		this.remember(attempt, { state: 'written', digest: item.contentDigest, continues: true });
		const step = key.step + 1;
		const begun = { doubt: false, earlier: undefined, repeats: 0, stepRow: row };
		const { before = attempt.entity } = attempt;
		const next = { ...attempt, ...begun, before, key: { ...key, step } };
		return step < LIMITS.maxSteps ? next : void this.fail(next, neverThere());
	}

	private settleRejected(
		attempt: Attempt,
		{ outcome, reason }: Extract<Verdict, { kind: 'rejected' }>,
		requestId: string | undefined,
	): Attempt | undefined {
		const { thing, steps } = this.write;
		const { key, doubt, at } = attempt;
		const isOutdated = reason !== undefined && reason === steps?.outdated && !doubt;
		const repeats = attempt.repeats + 1;
		if (isOutdated && repeats < OWN_LIMITS.maxOutdated) {
			this.memory.delete(key);
			// Another write, with another key
			return { ...attempt, earlier: undefined, at: at + 1, repeats };
		}
		if (wantsRejections(attempt)) return void this.outputRejection(attempt, outcome);
		const error = new FailureError({ ...rejection(thing, reason), requestId });
		if (doubt) return void this.failUnknown(attempt, withOutcomeUnknown(error));
		this.rejections.push(attempt);
		this.noteRejected(attempt);
		this.setFailure(attempt, isOutdated ? changedMeanwhile(thing, repeats, error) : error);
		return undefined;
	}

	private outputRejection(attempt: Attempt, outcome: IDataObject): void {
		const { item, doubt } = attempt;
		const { input, digest } = item;
		const hint = mayBeMade(this.write.thing);
		const row = doubt ? { ...outcome, outcome_unknown: true, hint } : outcome;
		// A repeated call asks again
		if (!doubt || !input.run.scope.single)
			this.remember(attempt, { state: doubt ? 'sent' : 'rejected', digest, row });
		this.results.set(item, { rows: [outcomeOf(input, row)] });
	}

	/** Notes what the next try of a rejected item needs: its key belongs to this write, so that it gets another time. */
	private noteRejected(attempt: Attempt): void {
		const { item, at } = attempt;
		const { digest, userKey } = item;
		const isKeyed = this.write.repeat === 'idempotencyKey' && userKey === undefined;
		const later = { ...attempt, at: Math.max(Date.now(), at + 1) };
		if (isKeyed) this.remember(later, { state: 'rejected', digest });
		else this.noteUnwritten(attempt);
	}

	/** Sets back the entry to what earlier tries left, unless the next try needs the expected values of this one. */
	private noteUnwritten(attempt: Attempt): void {
		const { item, key, earlier, expected } = attempt;
		if (this.write.keepExpected && expected)
			this.remember(attempt, { state: 'rejected', digest: item.digest, expected });
		else if (earlier) this.memory.set(key, earlier);
		else this.memory.delete(key);
	}

	/** Another attempt at an undecided item. Fails it after the last one. */
	private askAgain(attempt: Attempt, requestId: string | undefined): Attempt | undefined {
		const { thing, uncertain } = this.write;
		const next = { ...attempt, doubt: true, repeats: attempt.repeats + 1 };
		if (uncertain === 'repeat' && next.repeats < OWN_LIMITS.maxUndecided) return next;
		const message = `The service does not know whether the ${thing} was written`;
		const error = new FailureError({ message, requestId, reason: 'unknown', outcomeUnknown: true });
		this.failUnknown(attempt, error);
		return undefined;
	}

	/** Fails an item after a request, or before it. An unknown outcome of an earlier try stays unknown. */
	fail(attempt: Attempt, thrown: Error): void {
		const isOnce = attempt.item.userKey !== undefined && !this.write.expected;
		const error = isOnce ? withOtherContent(thrown) : thrown;
		if (attempt.doubt || isOutcomeUnknown(error))
			return this.failUnknown(attempt, withOutcomeUnknown(error));
		this.noteUnwritten(attempt);
		this.setFailure(attempt, error);
	}

	/** Fails an item whose outcome is unknown. Its entry says so since before the request. */
	private failUnknown(attempt: Attempt, error: Error): void {
		const { thing } = this.write;
		const { single } = attempt.item.input.run.scope;
		const advice = `${mayBeMade(thing)} ${single ? CALL_AGAIN : RETRY}`;
		this.setFailure(
			attempt,
			tellOutcomeUnknown(error, `the ${thing} may have been written`, advice),
		);
	}

	/** Fails an item of which nothing was sent in this run; what earlier tries left stays. */
	refuse(attempt: Attempt, failure: FailureError): void {
		this.setFailure(attempt, attempt.doubt ? withOutcomeUnknown(failure) : failure);
	}

	/** Notes that an item is sent, before it is: from then on its outcome is unknown. */
	noteSent(attempt: Attempt): void {
		const { item, expected, fields } = attempt;
		const request = this.write.steps?.outdated === undefined ? undefined : digestOf(fields);
		this.remember(attempt, { state: 'sent', digest: item.digest, expected, request });
	}

	private remember({ item, key, at, earlier }: Attempt, entry: Entry): void {
		// A repeated call is planned for another time
		const isOther = at !== item.plannedAt || item.input.run.scope.single;
		this.memory.set(key, { ...entry, at: isOther ? at : undefined, id: earlier?.id });
	}

	private setFailure(attempt: Attempt, error: Error): void {
		const { item, stepRow } = attempt;
		if (!(error instanceof HaltedError)) item.input.run.fail();
		if (!isFinal(error)) this.order.hold(item);
		const words = stepRow && this.write.steps?.describe?.(stepRow);
		const isStep = words !== undefined && error instanceof FailureError;
		this.results.set(item, { error: isStep ? butThen(words, error) : error });
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
	const { outcomeUnknown, status = 0, isOwn, reason, unsent } = error.failure;
	if (outcomeUnknown) return false;
	const isRefused = isOwn === true && status >= 400 && status < 429;
	return reason !== undefined || unsent !== undefined || isRefused;
}

/** True if If Rejected is Output Outcome. */
export function wantsRejections({ item }: Attempt): boolean {
	return item.input.settings.ifRejected === 'output';
}
