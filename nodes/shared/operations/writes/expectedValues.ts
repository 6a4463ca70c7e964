import type { IDataObject } from 'n8n-workflow';

import { looked } from '../../api/answer';
import { objectsOf } from '../../api/batchGet';
import { FailureError } from '../../errors/failure';
import { notReadable, rejection } from '../../errors/rejections';
import type { Run } from '../run';
import { userOf } from './account';
import { interpret, refuse as refusal } from './interpret';
import { digestOf } from './journal';
import { wantsRejections, type Settlement } from './settlement';
import type { Expected, Merge, Write, WriteItem } from './write';
import { changedSince } from './writeFailures';

/**
 * Reads the expected values that the user did not set, for all items together.
 *
 * @param judges true to settle items whose object shows that the service would reject the change
 */
export async function readExpected(
	items: WriteItem[],
	settlement: Settlement,
	judges = false,
): Promise<void> {
	const { expected = [], steps, merge } = settlement.write;
	for (const item of items) {
		// After an unknown outcome the same values are sent again; with steps or merge, the object is read again
		const repeats = !steps && !merge && item.earlier?.digest === item.digest;
		item.known = repeats ? item.earlier!.expected : undefined;
	}
	const lacks = ({ item, known, result, steps }: WriteItem, { field }: Expected) =>
		!result &&
		// The user's value refers to the object before the first step
		(item[field] === undefined || steps > 0) &&
		known?.[field] === undefined;
	for (const read of new Set(expected.map((each) => each.read))) {
		const values = expected.filter((each) => each.read === read);
		const lacking = items.filter((item) => values.some((each) => lacks(item, each)));
		if (lacking.length === 0) continue;
		const wishes = lacking.map(({ item }) => item);
		const found = await objectsOf(read, lacking[0].input, wishes);
		for (const each of values) {
			const judged = judges ? await withJudgement(each, lacking[0].input.run) : each;
			for (const item of lacking)
				if (lacks(item, each)) takeValue(judged, item, { found, settlement });
		}
	}
	if (merge) for (const item of items) if (!item.result) mergeInto(item, merge, settlement);
}

/** Makes the content of an item from the object, which was read just now. */
function mergeInto(item: WriteItem, { next }: Merge, settlement: Settlement): void {
	const merged = looked(() => next({ ...item.item, ...item.known }, item.entity!));
	if (merged instanceof Error) return settlement.failThrown(item, merged);
	item.merged = merged;
	// No earlier than the changes that the content is made from; a repeated request keeps its time
	if (!item.outcomeUnknown) item.at = Math.max(Date.now(), item.at);
}

/** Gives each item the content that it has after the items before it, which change the same object. */
export function mergeInTurn(items: WriteItem[], settlement: Settlement): void {
	const { merge } = settlement.write;
	if (!merge) return;
	for (const item of items) {
		if (item.result) continue;
		const { previewed } = item.input.run;
		const before = previewed.get(item.target);
		if (before) {
			item.entity = { ...item.entity, [merge.field]: before[merge.field] };
			mergeInto(item, merge, settlement);
		}
		if (item.merged) previewed.set(item.target, item.merged);
	}
}

/** The expected value, of which an object has none if it shows that the service would reject the change. */
async function withJudgement(expected: Expected, run: Run): Promise<Expected> {
	const { read, refused, value } = expected;
	if (!refused) return expected;
	const user = await userOf(run.connection, () => run.halted);
	return {
		...expected,
		value: (entity) => {
			const reason = refused(entity, user);
			return reason ? new FailureError(rejection(read.thing, reason)) : value(entity);
		},
	};
}

/** Gives an item an expected value from its object. An item whose object cannot be changed is settled. */
function takeValue(
	{ field, read, value, absent }: Expected,
	item: WriteItem,
	{ found, settlement }: { found: Awaited<ReturnType<typeof objectsOf>>; settlement: Settlement },
): void {
	const uid = 'id' in read ? String(item.item[read.id]) : undefined;
	const entity =
		found(item.item) ?? new FailureError({ ...notReadable(read.thing, uid), reason: absent });
	const known = entity instanceof Error ? entity : looked(() => value(entity));
	if (known instanceof Error) return refuse(item, known, settlement);
	item.entity = entity as IDataObject;
	item.known = { ...item.known, [field]: known as IDataObject };
}

/** Settles an item that the node found unchangeable, like a rejection by the service. */
function refuse(item: WriteItem, error: Error, settlement: Settlement): void {
	const reason = error instanceof FailureError ? error.failure.reason : undefined;
	if (reason === undefined || !wantsRejections(item)) return settlement.failThrown(item, error);
	settlement.settle(item, refusal(settlement.write, item.item, reason));
}

/** Settles an item that needs no request, according to its expected value. */
export function settleUnsent(item: WriteItem, settlement: Settlement): void {
	const { write } = settlement;
	const { merge } = write;
	if (!item.result && merge && item.outcomeUnknown) settleMerged(item, merge, settlement);
	if (item.result) return;
	const settled = settledUnsent(write, item);
	if (settled instanceof FailureError) settlement.failWith(item, settled);
	else if (settled) settlement.settle(item, { kind: 'written', row: settled });
}

/** Settles an item whose earlier try got no answer: the object shows whether it was carried out. */
function settleMerged(item: WriteItem, { field }: Merge, settlement: Settlement): void {
	const { write } = settlement;
	const { earlier, entity = {}, known = {} } = item;
	// Nobody has changed the object, so nothing was written, and the same request is sent again
	if (digestOf(known) === digestOf(earlier?.expected ?? {})) return;
	const wish = { ...item.item, [field]: entity[field] };
	const isSent = digestOf([entity[field]]) === earlier?.sent;
	const outcome = isSent ? write.made?.(entity, wish, {}) : undefined;
	if (outcome) settlement.settle(item, interpret(write, wish, outcome));
	else settlement.failWith(item, changedSince(write.thing));
}

/** The row or failure of an item that needs no request because of its expected value. */
export function settledUnsent(
	write: Write,
	{ item, known, entity }: WriteItem,
): IDataObject | FailureError | undefined {
	return write.settled?.({ ...item, ...known }, entity);
}
