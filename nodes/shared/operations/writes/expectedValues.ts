import { userOf } from '../../api/user';
import { looked } from '../../api/answer';
import { readObjects } from '../../api/exactRead';
import { FailureError } from '../../errors/failure';
import { notReadable, rejection } from '../../errors/rejections';
import type { IDataObject } from 'n8n-workflow';
import type { Run } from '../run';
import { isDigestOf } from './entry';
import { interpret, refuse as refusal } from './verdicts';
import { wantsRejections, type Settlement } from './settlement';
import type { Expected, WriteItem } from './write';

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
	const { expected } = settlement.write;
	if (!expected) return;
	for (const item of items) item.known = keptFrom(item);
	const lacks = ({ item, known, result, course }: WriteItem, { field }: Expected) =>
		!result && (item[field] === undefined || course.hasBegun) && known?.[field] === undefined;
	for (const read of new Set(expected.map((each) => each.read))) {
		const values = expected.filter((each) => each.read === read);
		const lacking = items.filter((item) => values.some((each) => lacks(item, each)));
		if (lacking.length === 0) continue;
		const wishes = lacking.map(({ item }) => item);
		const found = await readObjects(read, lacking[0].input, wishes);
		for (const each of values) {
			const judged = judges ? await withJudgement(each, lacking[0].input.run) : each;
			for (const item of lacking)
				if (lacks(item, each)) takeValue(judged, item, { found, settlement });
		}
	}
}

/** The values of an earlier try: while its outcome is unknown, and for a write that keeps them. */
function keptFrom({ earlier, doubt, digest, course }: WriteItem): IDataObject | undefined {
	const repeats = earlier?.state === 'rejected' || (doubt && !course.readsAgain);
	return repeats && isDigestOf(earlier?.digest, digest) ? earlier?.expected : undefined;
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
	{ found, settlement }: { found: Awaited<ReturnType<typeof readObjects>>; settlement: Settlement },
): void {
	const uid = read.uids && String(item.item[read.keys[0]]);
	const entity =
		found(item.item) ?? new FailureError({ ...notReadable(read.thing, uid), reason: absent });
	if (entity instanceof Error) return refuse(item, entity, settlement);
	const known = looked(() => value(entity));
	if (known instanceof Error) return refuse(item, known, settlement);
	item.entity = entity;
	item.title ??= entity.title || entity.text_content;
	item.known = { ...item.known, [field]: known as IDataObject };
}

/** Settles an item that the node found unchangeable, like a rejection by the service. */
function refuse(item: WriteItem, error: Error, settlement: Settlement): void {
	const reason = error instanceof FailureError ? error.failure.reason : undefined;
	if (reason === undefined || !wantsRejections(item)) return settlement.fail(item, error);
	settlement.settle(item, refusal(settlement.write, item.item, reason));
}

/** Prepares the next request of an item; settles an item that needs none. */
export function settlePrepared(item: WriteItem, settlement: Settlement): void {
	const settled = item.course.prepare();
	if (!settled) return;
	if ('error' in settled) {
		const { error } = settled;
		settlement[error.failure.outcomeUnknown ? 'refuse' : 'fail'](item, error);
	} else if ('row' in settled) settlement.settle(item, { kind: 'written', row: settled.row });
	else settlement.settle(item, interpret(settlement.write, item.item, settled.outcome));
}
