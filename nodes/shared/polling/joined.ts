import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { columnsOf, layoutOf, type Output } from '../outputs/output';
import { datedName, fileFormat, RowFiles } from '../outputs/rowFiles';
import { textOfRows } from '../outputs/text';
import { writtenTimeIn } from '../outputs/writtenTime';
import type { PollSession } from './session';

/** The item with the text of these rows of events, or one item for each file of them. `more` is true if the next poll continues. */
export async function joinedItems(
	context: IPollFunctions,
	rows: IDataObject[],
	{ event: { name, output }, reader: { own, now } }: PollSession,
	more: boolean,
): Promise<INodeExecutionData[]> {
	if (rows.length === 0) return [];
	const zone = context.getTimezone();
	const { textFields, groupBy, language = 'en', binaryPropertyName: field = 'data' } = own;
	const format = fileFormat(own, zone);
	if (!format) {
		const form = { output, fields: textFields, groupBy, time: writtenTimeIn(zone, language, now) };
		return [{ json: { text: textOfRows(rows, form, more), rows: rows.length, has_more: more } }];
	}
	const columns = new Set(columnsIn(rows, output, own));
	const files = new RowFiles(
		format,
		columns,
		datedName(name, zone, now),
		async (...file) => await context.helpers.prepareBinaryData(...file),
	);
	for (const row of rows) await files.add(row);
	const made = await files.end(more, false);
	return made.map(({ json, binary }) => ({ json, binary: { [field]: binary } }));
}

/** The columns of a table of these rows: the fields of all rows, and those that options of the trigger add. */
function columnsIn(rows: IDataObject[], { fields, answered = fields }: Output, own: IDataObject) {
	const known = own.simplify === false ? answered : fields;
	const names = [...layoutOf(known).map(({ name }) => name), 'previous_status'];
	return columnsOf(
		known,
		names.filter((name) => rows.some((row) => Object.hasOwn(row, name))),
	);
}
