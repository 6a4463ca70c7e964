import { FailureError } from '../../errors/failure';
import { outcomeOf } from '../endpoint';
import type { Entry } from './entries';
import type { Settlement } from './settlement';
import { type Attempt, completeRow, type WriteItem } from './write';
import { accountNotRead, alreadyThere, sentWithOtherValues, withoutAccount } from './writeFailures';

/** The first attempt of an item in this run. Undefined if earlier tries have settled the item, or if it cannot be tried again. */
export function resume(item: WriteItem, settlement: Settlement): Attempt | undefined {
	const { write, memory } = settlement;
	const attempt = attemptAfter(item, settlement);
	const { earlier } = attempt;
	// The key of a user's value has the account, so that it is the same in all executions
	if (memory.account === null && !write.expected && item.userKey !== undefined)
		return void settlement.refuse(attempt, withoutAccount());
	const meaning = earlier ? meaningOf(item, earlier, settlement) : meaningOfNone(item, settlement);
	if (meaning instanceof FailureError) return void settlement.refuse(attempt, meaning);
	if (meaning === 'send') return attempt;
	if (meaning === 'other') {
		for (let { key } = item; memory.get(key); key = { ...key, step: key.step + 1 })
			memory.delete(key);
		return firstAttempt(item);
	}
	const row = earlier!.row!;
	if (meaning === 'output')
		return void settlement.results.set(item, { rows: [outcomeOf(item.input, row)] });
	memory.set(attempt.key, earlier!);
	// An expression can have given the item another content since
	const isSent = earlier!.digest === item.contentDigest;
	settlement.results.set(item, { rows: [isSent ? completeRow(write, attempt, row) : row] });
	return undefined;
}

/** An attempt at the first step of an item that no earlier try has written. */
function attemptAfter(item: WriteItem, { memory, write }: Settlement): Attempt {
	let { key } = item;
	let earlier = memory.get(key);
	const isDone = ({ continues, isForeign, digest }: Entry) =>
		continues && (!isForeign || digest === item.contentDigest);
	while (write.steps && earlier && isDone(earlier)) {
		key = { ...key, step: key.step + 1 };
		earlier = memory.get(key);
	}
	return firstAttempt(item, key, earlier);
}

/** The first attempt of an item, with what earlier tries left of it. */
export function firstAttempt(item: WriteItem, key = item.key, earlier?: Entry): Attempt {
	const { plannedAt, digest, body: fields } = item;
	const isSame = earlier?.state === 'rejected' || earlier?.digest === digest;
	const at = (isSame && earlier?.at) || plannedAt;
	return { item, key, earlier, doubt: earlier?.state === 'sent', at, repeats: 0, fields };
}

/**
 * The meaning of an entry for its item: it is written, or was the output, and is not sent again; its request cannot be
 * repeated; it is sent; or the entry is about another change.
 */
function meaningOf(
	item: WriteItem,
	{ state, digest, row, isForeign }: Entry,
	{ write: { thing, creates, steps }, memory }: Settlement,
): 'written' | 'output' | 'other' | 'send' | FailureError {
	const isSame = digest === (state === 'written' ? item.contentDigest : item.digest);
	switch (state) {
		case 'sent':
			if (isSame) return row ? 'output' : 'send';
			// In another execution, other values are another change, unless they would create or append a second time
			return isForeign && !creates && !steps ? 'other' : sentWithOtherValues(thing);
		case 'written':
			if (memory.accountUnknown) return accountNotRead(thing);
			if (!isForeign || isSame) return 'written';
			return creates ? alreadyThere(thing, row) : 'other';
		case 'rejected':
			if (!row) return 'send';
			return isSame || !isForeign ? 'output' : 'other';
	}
}

/**
 * The meaning of no entry: the item is sent, unless it is a further part of a text whose first part was written with another
 * text. The two do not belong together.
 */
function meaningOfNone(
	{ key, contentDigest }: WriteItem,
	{ write, memory }: Settlement,
): 'send' | FailureError {
	const first = key.step > 0 ? memory.get({ ...key, step: 0 }) : undefined;
	const isOfOtherText = first?.state === 'written' && first.digest !== contentDigest;
	return isOfOtherText ? alreadyThere(write.thing, first.row) : 'send';
}
