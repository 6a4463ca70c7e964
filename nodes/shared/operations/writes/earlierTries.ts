import { batchGet } from '../../api/batchGet';
import type { FailureError } from '../../errors/failure';
import { LIMITS } from '../../limits';
import type { Entry } from './journal';
import type { Settlement } from './settlement';
import { shownOf, type WriteItem } from './write';
import { accountNotRead, alreadyThere, notRemembered, sentWithOtherValues } from './writeFailures';

/** Sets the results of items that earlier tries have written, and of items that cannot be tried again. */
export async function settleEarlier(items: WriteItem[], settlement: Settlement): Promise<void> {
	const known: WriteItem[] = [];
	for (const item of items) {
		const { earlier } = item;
		if (!earlier || earlier.rejected) continue;
		const refusal = refuseEarlier(item, earlier, settlement);
		if (refusal) settlement.failWith(item, refusal);
		else if (earlier.written && isStillWritten(item, earlier)) known.push(item);
		else if (earlier.written) settlement.forget(item);
	}
	await recall(known, settlement);
}

/** Failure of an item of an earlier try whose request cannot be repeated and whose result is not known. */
function refuseEarlier(
	item: WriteItem,
	earlier: Entry,
	{ write: { thing, creates }, journal }: Settlement,
): FailureError | undefined {
	const other = earlier.digest !== (earlier.written ? item.content : item.digest);
	if (earlier.lost) return notRemembered(thing, 'may have been written');
	if (!earlier.written) return other ? sentWithOtherValues(thing) : undefined;
	if (journal.accountUnknown) return accountNotRead(thing);
	if (!earlier.foreign || !other) return undefined;
	if (earlier.digest === undefined) return notRemembered(thing, 'was written');
	return creates ? alreadyThere(thing, earlier.row) : undefined;
}

/** True if the journal entry is about this change. In another execution, other content is another change. */
function isStillWritten({ content }: WriteItem, earlier: Entry): boolean {
	return !earlier.foreign || earlier.digest === content;
}

/** Sets the rows of written items: read again, taken from the journal, or requested again with the same key. */
async function recall(items: WriteItem[], settlement: Settlement): Promise<void> {
	const { write, journal } = settlement;
	const { recall: read, present = (entity) => entity } = write;
	if (items.length === 0) return;
	const uidOf = ({ earlier, item }: WriteItem) => {
		const uid = read && (earlier!.row ?? item)[read.id];
		return typeof uid === 'string' ? uid : undefined;
	};
	const uids = items.map(uidOf).filter((uid) => uid !== undefined);
	const found = read && uids.length > 0 && (await batchGet(read, items[0].input, uids));
	for (const item of items) {
		const { earlier, content, at } = item;
		const uid = uidOf(item);
		const entity = found && uid !== undefined ? found.get(uid) : undefined;
		journal.remember(item, { ...earlier, foreign: undefined });
		const isRead = entity && !(entity instanceof Error);
		// If the object cannot be read again, the row comes from the journal
		const row = isRead ? present(entity) : earlier!.row;
		// An expression can have given the item another content since
		const isSent = earlier!.digest === content;
		if (row) item.result = { rows: [isSent ? shownOf(write, item, row) : row] };
		else {
			const isSame = write.repeat === 'idempotencyKey' && !write.expected;
			const isYoung = Date.now() - at < LIMITS.keyLifetime;
			// The request with the same key is sent again, which gives the row
			if (isSame && isYoung && isSent) continue;
			settlement.giveWritten(item);
		}
	}
}
