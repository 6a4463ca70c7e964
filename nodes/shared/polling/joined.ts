import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { columnsOf, layoutOf, type Output } from '../outputs/output';
import { fileFormat, RowFiles, type FileFormat } from '../outputs/rowFiles';
import { textOfRows } from '../outputs/text';
import { writtenTimeIn } from '../outputs/writtenTime';
import { digest } from './seenEvents';

/** The events of a poll that become one item. */
export interface JoinedEvents {
	/** The events in the form of items, without `_event` */
	rows: IDataObject[];
	ids: string[];
	/** Value of the event, for the name of a file: `newCall` */
	event: string;
	output: Output;
	/** Values of the trigger's fields */
	own: IDataObject;
	/** True if the next poll continues */
	more: boolean;
	/** Unix milliseconds */
	now: number;
}

/** True if all events of a poll become one item: a text or a file. */
export function isJoined({ outputAs = 'items' }: IDataObject): boolean {
	return outputAs !== 'items';
}

/**
 * The item with the text of the events, or one item for each file of them. `_event.id` is made of the IDs of the events,
 * so that it is the same whenever the same events are put together.
 *
 * @param metadata makes `_event`, if the user wants it
 */
export async function joinedItems(
	context: IPollFunctions,
	events: JoinedEvents,
	metadata: (id: string) => IDataObject | undefined,
): Promise<INodeExecutionData[]> {
	if (events.rows.length === 0) return [];
	const zone = context.getTimezone();
	const format = fileFormat(events.own.outputAs, zone);
	const items = format ? await filesOf(context, events, format) : [textOf(events, zone)];
	let first = 0;
	return items.map(({ json, binary }) => {
		const ids = events.ids.slice(first, (first += json.rows as number));
		const _event = metadata(digest(JSON.stringify(ids)));
		const told = _event ? { ...json, event_ids: ids, _event } : json;
		return { json: told, ...(binary && { binary }) };
	});
}

function textOf({ rows, output, own, more, now }: JoinedEvents, zone: string): INodeExecutionData {
	const { textFields, groupBy, language = 'en' } = own;
	const form = {
		output,
		fields: textFields as string[] | undefined,
		groupBy: groupBy as string | undefined,
		time: writtenTimeIn(zone, language as string, now),
	};
	return { json: { text: textOfRows(rows, form, more), rows: rows.length, has_more: more } };
}

async function filesOf(
	{ helpers }: IPollFunctions,
	{ rows, event, output, own, more }: JoinedEvents,
	format: FileFormat,
): Promise<INodeExecutionData[]> {
	const { binaryPropertyName: field = 'data' } = own as Record<string, string | undefined>;
	const name = event.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
	const columns = new Set(columnsIn(rows, output, own));
	const files = new RowFiles(
		format,
		columns,
		name,
		async (...file) => await helpers.prepareBinaryData(...file),
	);
	for (const row of rows) await files.add(row);
	const made = await files.end(more, false);
	return made.map(({ json, binary }) => ({ json, binary: { [field]: binary } }));
}

/** The columns of a table of these rows: the fields of all rows, and those that options of the trigger add. */
function columnsIn(rows: IDataObject[], { fields, answered = fields }: Output, own: IDataObject) {
	const known = own.simplify === false ? answered : fields;
	const added = layoutOf(known).filter(
		({ name, everywhere }) => !everywhere && rows.some((row) => Object.hasOwn(row, name)),
	);
	const changes = rows.some((row) => Object.hasOwn(row, 'previous_status'));
	return columnsOf(known, [
		...added.map(({ name }) => name),
		...(changes ? ['previous_status'] : []),
	]);
}
