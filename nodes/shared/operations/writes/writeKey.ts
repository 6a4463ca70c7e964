import type { InputItem } from '../endpoint';
import { digestOf } from './digest';
import type { Journal } from './journal';
import type { Write, WriteItem } from './write';

/**
 * The idempotency key of an item (contract: at most 128 characters): the same intent has the same key. It comes from
 * - the user: an Idempotency Key as it is, or the value of Write Once Per (`ownKeyOf`);
 * - the journal, or a call with the same content whose outcome is unknown: the key of that try;
 * - otherwise the run, the item, its content and its time. A try after a rejection has another time.
 * Each further part of a text has a key of its own, which ends in the number of the part.
 */
export function keyOf(item: WriteItem, journal: Journal): string {
	const { ownKey, earlier, index, digest, at, course } = item;
	const key = ownKey ?? `${earlier?.id ?? journal.id}-${index}-${digest}-${at}`;
	return `${key}${course.keyEnd()}`;
}

/** The key of a user's own value, if there is one. */
export function ownKeyOf(
	{ repeat, expected }: Write,
	{ body, run, intent, index }: InputItem,
	{ path, target, journal }: { path: string; target?: string; journal: Journal },
): string | undefined {
	const { idempotency_key: value } = body;
	if (repeat !== 'idempotencyKey' || value === undefined) return undefined;
	// A change needs the first try's version too, so users who give a key give all values
	if (expected) return String(value);
	const { functions, scope } = run;
	const of = digestOf([
		journal.account ?? run.connection.baseUrl,
		functions.getWorkflow().id,
		functions.getNode().id,
		path,
		target,
		value,
		// Single calls each have a run index of their own
		scope.single ? 0 : run.index,
	]);
	return `once-${of}-${run.occurrenceOf(of, { intent, index })}`;
}
