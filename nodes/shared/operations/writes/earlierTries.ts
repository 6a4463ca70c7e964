import { readObjects } from '../../api/exactRead';
import { FailureError } from '../../errors/failure';
import { LIMITS } from '../../limits';
import { outcomeOf } from '../notFound';
import { type Entry, isDigestOf } from './entry';
import { targetOf } from './verdicts';
import type { Settlement } from './settlement';
import { rowsKept } from './inParts';
import { shownOf, SINGLE, type WriteItem } from './write';
import {
	accountNotRead,
	alreadyThere,
	notRemembered,
	sentWithOtherValues,
	withoutAccount,
} from './writeFailures';

/** Sets the results of items that earlier tries have settled, and of items that cannot be tried again. */
export async function settleEarlier(items: WriteItem[], settlement: Settlement): Promise<void> {
	const written: WriteItem[] = [];
	const { write, journal } = settlement;
	// The key of a user's value has the account, so that it is the same in all executions
	const lacksAccount = journal.account === null && !write.expected;
	for (const item of items) {
		const found =
			lacksAccount && item.ownKey !== undefined
				? withoutAccount()
				: item.earlier && standing(item, item.earlier, settlement);
		if (found instanceof FailureError) settlement.refuse(item, found);
		else if (found === 'other') settlement.forget(item);
		else if (found === 'told')
			item.result = { rows: [outcomeOf(item.input, rejectionOf(item, settlement))] };
		else if (found === 'written') written.push(item);
	}
	await recall(written, settlement);
}

/**
 * What an entry means for its item: it was written or told and is not sent again, or its request cannot be repeated, or
 * the entry is about another change. Undefined if the item is sent, again or for the first time.
 */
function standing(
	item: WriteItem,
	{ state, digest, row, parts, foreign }: Entry,
	{ write: { thing, creates }, journal }: Settlement,
): 'written' | 'told' | 'other' | FailureError | undefined {
	const isSame = isDigestOf(digest, state === 'written' ? item.content : item.digest);
	// In another execution, other values are another change, unless they would create or append a second time
	const isChange = foreign && !isSame && !creates && item.course === SINGLE;
	switch (state) {
		case 'lost':
			return notRemembered(thing, 'may have been written');
		case 'doubt':
			if (isSame) return row && 'told';
			return isChange ? 'other' : sentWithOtherValues(thing);
		case 'written':
			if (journal.accountUnknown) return accountNotRead(thing);
			if (!foreign || isSame) return 'written';
			if (digest === undefined) return notRemembered(thing, 'was written');
			return creates ? alreadyThere(thing, row) : 'other';
		case 'told':
			return isSame || !foreign ? 'told' : 'other';
		default:
			return parts && !isSame ? alreadyThere(thing, parts[0]) : undefined;
	}
}

function rejectionOf({ earlier, item }: WriteItem, { write }: Settlement) {
	return earlier!.row ?? { ...targetOf(write, item), status: 'rejected' };
}

/** Sets the rows of written items: read again, taken from the journal, or requested again with the same key. */
async function recall(items: WriteItem[], settlement: Settlement): Promise<void> {
	const { write, journal } = settlement;
	const { recall: read, rowOf = (entity) => entity } = write;
	const namedIn = ({ earlier, item }: WriteItem) => earlier!.row ?? item;
	const isNamed = (item: WriteItem) => typeof namedIn(item)[read!.keys[0]] === 'string';
	const readable = read ? items.filter(isNamed) : [];
	const [first] = readable;
	const objectOf = first ? await readObjects(read!, first.input, readable.map(namedIn)) : undefined;
	for (const item of items) {
		const { content, at } = item;
		const earlier = item.earlier!;
		const entity = objectOf && isNamed(item) ? objectOf(namedIn(item)) : undefined;
		journal.remember(item, earlier);
		const isRead = entity && !(entity instanceof Error);
		// If the object cannot be read again, the row comes from the journal
		const row = isRead ? rowOf(entity) : earlier.row;
		// An expression can have given the item another content since
		const isSent = isDigestOf(earlier.digest, content);
		if (row) item.result = { rows: isSent ? shownOf(write, item, row) : rowsKept(row) };
		else {
			const isSame = write.repeat === 'idempotencyKey' && !write.expected;
			const isYoung = Date.now() - at < LIMITS.keyLifetime;
			// The request with the same key is sent again, which gives the row
			if (isSame && isYoung && isSent) continue;
			settlement.giveWritten(item);
		}
	}
}
