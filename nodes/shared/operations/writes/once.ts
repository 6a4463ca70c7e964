import type { FailureError } from '../../errors/failure';
import { omit, digestOf } from '../../objects';
import { isObjectRow } from '../../rows/row';
import type { InputItem, Result } from '../endpoint';
import type { First, Firsts } from './memory';
import type { Write } from './write';
import { sameValue } from './writeFailures';

/** Items as Write Once Per divides them: those that are written, those with the outcome of one before, and failures. */
interface Once {
	own: Map<InputItem, First>;
	again: Map<InputItem, First>;
	refused: Map<InputItem, FailureError>;
}

/**
 * Tells items with the same value and target apart by their content. The time is no content, since `$now` is another one
 * for each item: that of the first item counts.
 *
 * @param firsts the first items so far, to which those of these items are added
 */
export function onceOf(
	inputs: InputItem[],
	{ target = [], stamp = '', expected }: Pick<Write, 'target' | 'stamp' | 'expected'>,
	firsts: Firsts = new Map(),
): Once {
	const once: Once = { own: new Map(), again: new Map(), refused: new Map() };
	for (const input of inputs) {
		const { body, index, run } = input;
		// A change has a key of the user instead
		if (body.idempotency_key === undefined || expected) continue;
		const key = digestOf([body.idempotency_key, ...target.map((field) => body[field])]);
		const content = digestOf(omit(body, 'idempotency_key', stamp));
		const first = firsts.get(key);
		if (!first) {
			const own = { turn: run.index, index, content };
			firsts.set(key, own);
			once.own.set(input, own);
		} else if (first.content === content) once.again.set(input, first);
		else {
			run.fail();
			once.refused.set(input, sameValue(first, run.index));
		}
	}
	return once;
}

/** The result of an item that is the same write as a first one. With Validate Only, it has no requests of its own. */
export function writtenBefore({ result }: First): Result {
	if ('error' in result!) return result;
	const rows = result!.rows.map((row) => {
		if (!isObjectRow(row)) return row;
		return { ...row, ...(row.validated ? { requests: [] } : { already_written: true }) };
	});
	return { rows };
}
