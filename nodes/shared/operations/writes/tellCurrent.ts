import { isGiven } from '../../api/answer';
import { readObjects } from '../../api/exactRead';
import { FailureError } from '../../errors/failure';
import { formatValue } from '../../errors/format';
import type { Settlement } from './settlement';

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
export async function tellCurrent({ write, rejections, results }: Settlement): Promise<void> {
	const { expected = [] } = write;
	const conflicts = rejections.flatMap(({ item, key }) => {
		const isSet = key.step === 0 && expected.some(({ field }) => item.body[field] !== undefined);
		const result = results.get(item)!;
		if (!isSet || !('error' in result) || !(result.error instanceof FailureError)) return [];
		const { failure } = result.error;
		return CONFLICTS.includes(failure.reason ?? '') ? [{ item, failure }] : [];
	});
	if (conflicts.length === 0) return;
	const { run } = conflicts[0].item.input;
	const bodies = conflicts.map(({ item }) => item.body);
	const objectOf = await readObjects(expected[0].read, { send: run.ask }, bodies);
	for (const { item, failure } of conflicts) {
		const now = objectOf(item.body);
		if (!now || now instanceof Error) continue;
		const values = expected
			.map(({ field }) => field.replace('expected_', ''))
			.filter((name) => isGiven(now[name]))
			.map((name) => `The ${name} is now ${formatValue(now[name])}.`);
		const description = [...values, failure.description].join(' ');
		results.set(item, { error: new FailureError({ ...failure, description }) });
	}
}
