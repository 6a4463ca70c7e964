import type { IDataObject } from 'n8n-workflow';

import { rowsIn } from '../endpoint';
import { batchGet } from '../../api/batchGet';
import { LIMITS } from '../../limits';
import type { Answer } from '../../transport/send';
import { echoIn, sentOf, type Write, type WriteItem } from './write';

/**
 * Marks the rows of items with a value for Write Once Per that existed already, because an earlier execution wrote them:
 * the service repeats the outcome for a known key. Their object shows it by its time of creation, or by other content
 * than was sent, which the row then has instead.
 */
export async function markExisting(
	write: Write,
	items: WriteItem[],
	{ serviceTime = Date.now() }: Answer,
): Promise<void> {
	const { contents, creates } = write;
	const keyed = items.filter((item) => item.ownKey && rowsIn(item.result).length > 0);
	if (!creates || keyed.length === 0) return;
	const uidOf = (row: IDataObject) => String(row[contents!.id]);
	const uids = () => keyed.flatMap(({ result }) => rowsIn(result).map(uidOf));
	const objects = contents && (await batchGet(contents, items[0].input, uids()));
	for (const item of keyed) {
		const rows = rowsIn(item.result).map((row) => {
			const object = objects ? objects.get(uidOf(row)) : row;
			if (!object || object instanceof Error) return row;
			// A row of a part shows its own text
			const content = contentOf({ ...sentOf(write, item), ...echoIn(write, row) }, object);
			const isOlder = Number(object.created_at) < serviceTime - LIMITS.maxRequestTime;
			return isOlder || content ? { ...row, ...content, already_written: true } : row;
		});
		item.result = { rows };
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
