import type { IDataObject } from 'n8n-workflow';

import { TALK_TIME } from '../form/files';
import { isoTimeIn } from '../rows/isoTime';
import { simplify } from '../rows/output';
import { fileFormat } from '../rows/rowFiles';
import { type RowTarget, rowWriter, textForm } from '../rows/rowWriter';
import { textOfRow } from '../rows/text';
import {
	type Completion,
	type Endpoint,
	Final,
	type InputItem,
	isObjectRow,
	type Row,
} from './endpoint';

/** Takes the rows of a list as they are read, and makes the output items of them. */
interface RowSink {
	add(rows: IDataObject[]): Promise<void>;
	/** The output items, when all rows are there. `more` is true if the service may have more rows */
	end(more: boolean): Promise<Row[]>;
}

/** The rows with what the options of the item add. Every row has the added fields, null if there is nothing to add. */
export async function completed(
	rows: IDataObject[],
	item: InputItem,
	completion: Completion | undefined,
): Promise<IDataObject[]> {
	const added = completion?.adds(item) ?? [];
	if (added.length === 0) return rows;
	const none = Object.fromEntries(added.map((name) => [name, null]));
	return (await completion!.complete(rows, item)).map((row) => ({ ...none, ...row }));
}

/** The sink that the user has chosen under Output As. Files take the rows page by page; all others wait for the last page. */
export function sinkOf(item: InputItem, completion?: Completion): RowSink {
	const writer = rowWriter(targetOf(item, completion));
	const write = async (rows: IDataObject[]) =>
		await writer!.add(item.form().of(await completed(rows, item, completion)));
	const written = async (more: boolean) =>
		(await writer!.end(more)).map(({ json, binary }) => new Final(json, binary));
	if (writesFile(item)) return { add: write, end: written };
	const all: IDataObject[] = [];
	return {
		add: async (rows) => {
			for (const row of rows) all.push(row);
		},
		end: async (more) => {
			if (writer) {
				await write(all);
				return await written(more);
			}
			const rows = await completed(all, item, completion);
			return item.settings.outputAs === TALK_TIME ? talkTimes(rows, item, completion!) : rows;
		},
	};
}

/** One output item for each speaker of all rows. */
function talkTimes(rows: IDataObject[], { run }: InputItem, { talkTime }: Completion): Row[] {
	const { of, output } = talkTime!;
	const iso = isoTimeIn(run.functions.getTimezone());
	return simplify(of(rows), output, iso).map((row) => new Final(row));
}

function targetOf(item: InputItem, completion?: Completion): RowTarget {
	const { settings, run } = item;
	const { output, action, columns } = item.form();
	return {
		settings,
		output: output!,
		zone: run.functions.getTimezone(),
		now: Date.now(),
		action,
		columns: () => columns(completion?.adds(item) ?? []),
		prepareFile: async (...file) => await run.prepareBinaryData(...file),
	};
}

/** True if the rows become a text. */
function wantsText({ settings }: InputItem): boolean {
	return settings.outputAs === 'text';
}

/** True if the rows become a text with this field or these headings, so that the rows need it. */
export function textShows(item: InputItem, field: string, heading?: string): boolean {
	if (!wantsText(item)) return false;
	const { textFields = [], groupBy } = item.settings;
	return textFields.includes(field) || (heading !== undefined && groupBy === heading);
}

/** True if the rows go into files. */
export function writesFile({ settings, run }: InputItem): boolean {
	return fileFormat(settings, run.functions.getTimezone()) !== undefined;
}

/** Endpoint of an exact read, whose object becomes a text if the user has chosen that. */
export function withText(read: Endpoint): Endpoint {
	const endpoint: Endpoint = async (items, url) => {
		const results = await read(items, url);
		return results.map((result, i) =>
			'rows' in result && wantsText(items[i])
				? { rows: result.rows.map((row) => written(row, items[i])) }
				: result,
		);
	};
	return Object.assign(endpoint, { givesObject: true as const });
}

/** The object as a text. An outcome without an object stays as it is. */
function written(row: Row, item: InputItem): Row {
	if (!isObjectRow(row)) return row;
	const [simplified] = item.form().of([row]);
	const text = textOfRow(simplified, textForm(targetOf(item)));
	return new Final({ text, ...(row.found === true && { found: true }) });
}
