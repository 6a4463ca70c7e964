import { tryTo } from '../../api/answer';
import { readObjects } from '../../api/exactRead';
import { FailureError } from '../../errors/failure';
import { notReadable, rejection } from '../../errors/rejections';
import type { IDataObject } from 'n8n-workflow';
import { refuse } from './verdicts';
import { wantsRejections, type Settlement } from './settlement';
import type { Attempt, Expected } from './write';

/**
 * The attempts with the expected values that the user did not set, read for all of them together. An item whose object
 * cannot be changed is settled.
 *
 * @param judges true to settle items whose object shows that the service would reject the change
 */
export async function readExpected(
	attempts: Attempt[],
	settlement: Settlement,
	judges = false,
): Promise<Attempt[]> {
	const { expected: values } = settlement.write;
	if (!values) return attempts;
	let open: Attempt[] = attempts.map((attempt) => {
		return { ...attempt, expected: earlierValues(attempt, settlement) };
	});
	for (const read of new Set(values.map((value) => value.read))) {
		const valuesFor = (attempt: Attempt) =>
			values.filter((value) => value.read === read && needsRead(attempt, value));
		const items = open.filter((each) => valuesFor(each).length > 0).map(({ item }) => item);
		if (items.length === 0) continue;
		const [{ input }] = items;
		const bodies = items.map(({ body }) => body);
		const objectOf = await readObjects(read, input, bodies);
		const user = judges ? await input.run.user() : undefined;
		const refusal = ({ refused }: Expected, object: IDataObject) =>
			judges ? refused?.(object, user) : undefined;
		open = open.flatMap((attempt) => {
			const own = valuesFor(attempt);
			if (own.length === 0) return [attempt];
			const result = withValues(attempt, own, objectOf(attempt.item.body), refusal);
			if (!(result instanceof Error)) return [result];
			refuseUnchangeable(attempt, result, settlement);
			return [];
		});
	}
	return open;
}

/** True if an expected value has to be read. That of the user is the one before the first step. */
function needsRead({ item, key, expected }: Attempt, { field }: Expected): boolean {
	const isSet = item.body[field] !== undefined && key.step === 0;
	return !isSet && expected?.[field] === undefined;
}

/** The values of an earlier try: while its outcome is unknown, and for a write that keeps them. */
function earlierValues(
	{ earlier, doubt, item }: Attempt,
	{ write }: Settlement,
): IDataObject | undefined {
	// An object whose content the request contains is read again: it shows the outcome
	const repeats = earlier?.state === 'rejected' || (doubt && !write.steps?.outdated);
	return repeats && earlier?.digest === item.digest ? earlier.expected : undefined;
}

/** An attempt with expected values from its object, or the error of an object that cannot be changed. */
function withValues(
	attempt: Attempt,
	values: Expected[],
	object: IDataObject | Error | undefined,
	refusal: (value: Expected, object: IDataObject) => string | undefined,
): Attempt | Error {
	if (object instanceof Error) return object;
	if (!object) {
		// All of the values are read from this one object
		const [{ read, absent }] = values;
		const uid = read.uids && String(attempt.item.body[read.keys[0]]);
		return new FailureError({ ...notReadable(read.thing, uid), reason: absent });
	}
	const expected = { ...attempt.expected };
	for (const each of values) {
		const reason = refusal(each, object);
		if (reason) return new FailureError(rejection(each.read.thing, reason));
		const value = tryTo(() => each.value(object));
		if (value instanceof Error) return value;
		expected[each.field] = value as IDataObject;
	}
	return { ...attempt, expected, entity: object };
}

/** Settles an item that the node found unchangeable, like a rejection by the service. */
function refuseUnchangeable(attempt: Attempt, error: Error, settlement: Settlement): void {
	const reason = error instanceof FailureError ? error.failure.reason : undefined;
	if (reason === undefined || !wantsRejections(attempt)) return settlement.fail(attempt, error);
	settlement.settle(attempt, refuse(settlement.write, attempt.item.body, reason));
}
