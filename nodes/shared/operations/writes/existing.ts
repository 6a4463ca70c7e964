import type { IDataObject } from 'n8n-workflow';

import { batchGet, type ExactRead } from '../../api/batchGet';
import { LIMITS } from '../../limits';
import type { Answer } from '../../transport/send';
import type { Row } from '../endpoint';
import { sentOf, type Write, type WriteItem } from './write';

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
	if (!creates) return;
	const keyed = items.filter(({ ownKey, result }) => ownKey && result && 'rows' in result);
	if (keyed.length === 0) return;
	const objects = contents && (await read(contents, keyed));
	for (const item of keyed) {
		const rows = rowsOf(item);
		if (rows.length === 0) continue;
		const marked = (rows as IDataObject[]).map((row) => {
			const object = objects ? objects.get(String(row[contents!.id])) : row;
			if (!object || object instanceof Error) return row;
			const content = contentOf({ ...sentOf(write, item), ...sentIn(write, row) }, object);
			const isOlder = Number(object.created_at) < serviceTime - LIMITS.maxRequestTime;
			return isOlder || content ? { ...row, ...content, already_written: true } : row;
		});
		item.result = { rows: marked };
	}
}

async function read(contents: ExactRead, items: WriteItem[]) {
	const uids = items.flatMap((item) => rowsOf(item)).map((row) => String(Object(row)[contents.id]));
	return await batchGet(contents, items[0].input, uids);
}

function rowsOf({ result }: WriteItem): Row[] {
	return result && 'rows' in result ? result.rows : [];
}

/** The fields of the request that the row shows: those of its part of a text. */
function sentIn({ echo = [] }: Write, row: IDataObject): IDataObject {
	const shown = echo.filter((field) => row[field] !== undefined);
	return Object.fromEntries(shown.map((field) => [field, row[field]]));
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
