import type { IDataObject } from 'n8n-workflow';

import { looked } from '../../api/answer';
import { objectsOf } from '../../api/batchGet';
import { FailureError } from '../../errors/failure';
import { formatValue } from '../../errors/format';
import { hasSucceeded } from './interpret';
import { wishOf, type Expected, type Write, type WriteItem } from './write';

/**
 * Outcomes that the node learns by reading the objects after the request: for rejected items whose earlier try
 * got no answer and may have made the change, for items whose outcome the service does not know, and for writes
 * with undocumented statuses.
 */
export async function madeAsRead(
	items: WriteItem[],
	write: Write,
	outcomeOf: (item: WriteItem) => IDataObject | Error,
): Promise<Map<WriteItem, IDataObject | Error | undefined>> {
	const { made, readBack: read = write.expected?.[0].read } = write;
	const found = new Map<WriteItem, IDataObject | Error | undefined>();
	const asked = items.filter((item) => {
		const outcome = outcomeOf(item);
		if (outcome instanceof Error) return false;
		if (write.isRead) return true;
		if (write.uncertain?.is(outcome)) return write.uncertain.then === 'read';
		return !hasSucceeded(write, outcome) && item.doubt;
	});
	if (!made || !read || asked.length === 0) return found;
	const wishes = asked.map(({ item }) => item);
	const entityOf = await objectsOf(read, items[0].input, wishes);
	for (const item of asked) {
		const entity = entityOf(item.item);
		if (!entity) continue;
		const shown = (wish: IDataObject) =>
			entity instanceof Error
				? entity
				: looked(() => made(entity, wish, outcomeOf(item) as IDataObject));
		// An earlier try may have made all of it, or the step of this request
		found.set(item, shown(wishOf(item)) ?? shown(item.item));
	}
	return found;
}

/** Reasons of the contract for an object that is no longer as the change expects it. */
const CONFLICTS = [
	'container_changed',
	'revision_conflict',
	'stale_version',
	'state_changed',
	'version_changed',
];

/**
 * Says how the objects are now, of items that were rejected because their object is not as the user expects it. Nothing
 * is said of an object that cannot be read.
 */
export async function tellConflicts(items: WriteItem[], { expected }: Write): Promise<void> {
	const rejected = items.filter((item) => expected && conflictOf(item, expected));
	if (!expected || rejected.length === 0) return;
	const { run } = rejected[0].input;
	const wishes = rejected.map(({ item }) => item);
	const found = await objectsOf(expected[0].read, { send: run.ask }, wishes);
	for (const item of rejected) {
		const failure = conflictOf(item, expected)!;
		const now = found(item.item);
		if (!now || now instanceof Error) continue;
		const sentence = differencesOf(item, expected, now);
		const description = [sentence, failure.description].filter(Boolean).join(' ');
		item.result = { error: new FailureError({ ...failure, description }) };
	}
}

/** The failure of an item with an expected value of the user's that its object does not have. */
function conflictOf({ item, result, course }: WriteItem, expected: Expected[]) {
	const error = result && 'error' in result ? result.error : undefined;
	if (!(error instanceof FailureError) || course.hasBegun || error.failure.outcomeUnknown)
		return undefined;
	const isSet = expected.some(({ field }) => item[field] !== undefined);
	return isSet && CONFLICTS.includes(error.failure.reason ?? '') ? error.failure : undefined;
}

/** Sentence with the current value beside each expected one, and the current texts of the fields that the item changes. */
function differencesOf({ item }: WriteItem, expected: Expected[], now: IDataObject) {
	const differing = expected.flatMap(({ field }) => {
		const name = field.replace('expected_', '');
		const [current, wanted] = [now[name], item[field]].map(formatValue);
		return item[field] === undefined || current === wanted
			? []
			: [`its ${name} is ${current}, not ${wanted}`];
	});
	if (differing.length === 0) return undefined;
	const texts = Object.keys(item)
		.filter((name) => typeof now[name] === 'string' && !name.endsWith('_uid'))
		.map((name) => ` Its ${name} is ${formatValue(now[name])}.`);
	return `Nothing was changed: ${differing.join(', ')}.${texts.join('')}`;
}
