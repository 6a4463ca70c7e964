import type { IDataObject } from 'n8n-workflow';
import { readObjects } from '../../api/exactRead';
import { LIMITS } from '../../limits';
import type { Answer } from '../../transport/send';
import { rowsIn, type InputItem, type Result } from '../endpoint';
import type { Settlement } from './settlement';
import { type Attempt, pickEcho, withStamp, type Write } from './write';
import type { FailureError } from '../../errors/failure';
import { omit, digestOf } from '../../objects';
import { isObjectRow } from '../../rows/row';
import type { First, Firsts } from './memory';
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

/**
 * Marks the rows of items with a value for Write Once Per that existed already, because an earlier execution wrote them:
 * the service repeats the outcome for a known key. Their object shows it by its time of creation, or by other content
 * than was sent, which the row then has instead.
 */
export async function markExisting(
	attempts: Attempt[],
	{ write, memory, results }: Settlement,
	{ serviceTime = Date.now() }: Answer,
): Promise<void> {
	const { contents } = write;
	const rowsOf = ({ item }: Attempt) => rowsIn(results.get(item));
	const keyed = attempts.filter((each) => each.item.userKey && rowsOf(each).length > 0);
	if (keyed.length === 0) return;
	const { input } = keyed[0].item;
	const objectOf = contents && (await readObjects(contents, input, keyed.flatMap(rowsOf)));
	for (const attempt of keyed) {
		const { earlier, item } = attempt;
		// What an earlier try of this execution sent, without an answer, is its own
		const age = earlier?.state === 'sent' ? Date.now() - (earlier.at ?? memory.begunAt) : 0;
		const rows = rowsOf(attempt).map((row) => {
			const object = objectOf ? objectOf(row) : row;
			if (!object || object instanceof Error) return row;
			const content = contentOf({ ...withStamp(write, attempt), ...pickEcho(write, row) }, object);
			const isOlder = Number(object.created_at) < serviceTime - age - LIMITS.maxRequestTime;
			return isOlder || content ? { ...row, ...content, already_written: true } : row;
		});
		results.set(item, { rows });
	}
}

/** The object's own values of the fields that were sent with others; undefined if all are the same. */
function contentOf(sent: IDataObject, object: IDataObject): IDataObject | undefined {
	const others = Object.keys(sent).filter(
		(field) => COMPARED.includes(field) && field in object && object[field] !== sent[field],
	);
	return others.length > 0
		? Object.fromEntries(others.map((field) => [field, object[field]]))
		: undefined;
}

/** Fields that a service answers as they were sent when it created an object. */
const COMPARED = ['title', 'text_content', 'send_at', 'description', 'due_at', 'name', 'svc_id'];
