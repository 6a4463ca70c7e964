import type { IDataObject } from 'n8n-workflow';

import { TALK_TIME } from '../fields/files';
import { isoTimeIn } from '../outputs/isoTime';
import { simplify } from '../outputs/output';
import { datedName, type FileFormat, fileFormat, RowFiles } from '../outputs/rowFiles';
import { type TextForm, textOfRow, textOfRows } from '../outputs/text';
import { writtenTimeIn } from '../outputs/writtenTime';
import {
	type Completion,
	type Endpoint,
	Final,
	type InputItem,
	isObjectRow,
	type Row,
} from './endpoint';
import { Pace } from './pace';

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

/** Keeps the rows until all are there. */
abstract class MemorySink implements RowSink {
	private readonly rows: IDataObject[] = [];

	constructor(
		protected readonly item: InputItem,
		protected readonly completion?: Completion,
	) {}

	async add(rows: IDataObject[]): Promise<void> {
		for (const row of rows) this.rows.push(row);
	}

	abstract end(more: boolean): Promise<Row[]>;

	/** All rows with what the options add */
	protected async completed(): Promise<IDataObject[]> {
		return await completed(this.rows, this.item, this.completion);
	}
}

/** One output item for each row. */
class ItemSink extends MemorySink {
	async end(): Promise<Row[]> {
		return await this.completed();
	}
}

/** One output item for each speaker of all rows. */
class TalkTimeSink extends MemorySink {
	async end(): Promise<Row[]> {
		const { of, output } = this.completion!.talkTime!;
		const iso = isoTimeIn(this.item.run.functions.getTimezone());
		return simplify(of(await this.completed()), output, iso).map((row) => new Final(row));
	}
}

/**
 * One output item for each file. A list without rows has no file unless the user wants one, and neither has one that
 * fails half-way: its items are never put out.
 */
class FileSink implements RowSink {
	private readonly files: RowFiles;
	private readonly pace = new Pace();

	constructor(
		private readonly item: InputItem,
		private readonly completion: Completion | undefined,
		format: FileFormat,
	) {
		const { settings, form, run } = item;
		const columns = new Set(form().columns(completion?.adds(item) ?? []));
		const zone = run.functions.getTimezone();
		const name = settings.fileName?.trim() || datedName(form().action, zone, Date.now());
		this.files = new RowFiles(
			format,
			columns,
			name,
			async (...file) => await run.prepareBinaryData(...file),
		);
	}

	async add(rows: IDataObject[]): Promise<void> {
		const whole = await completed(rows, this.item, this.completion);
		for (const row of this.item.form().of(whole)) {
			if (this.pace.isDue) await this.pace.yield();
			await this.files.add(row);
		}
	}

	async end(more: boolean): Promise<Row[]> {
		const { settings } = this.item;
		const field = settings.binaryPropertyName?.trim() || 'data';
		const files = await this.files.end(more, settings.ifEmpty === 'file');
		return files.map(({ json, binary }) => new Final(json, { [field]: binary }));
	}
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

/** One output item with a text of all rows. A list without rows has the user's words for that, or no item. */
class TextSink extends MemorySink {
	async end(more: boolean): Promise<Row[]> {
		const rows = await this.completed();
		const { item } = this;
		if (rows.length === 0) {
			const text = item.settings.textIfEmpty;
			return text ? [new Final({ text, rows: 0, has_more: more })] : [];
		}
		const simplified = item.form().of(rows);
		const [{ total_count: total }] = simplified;
		const rest = typeof total === 'number' ? total - rows.length : 0;
		const text = textOfRows(simplified, formOf(item), more && rest > 0 ? rest : more);
		return [new Final({ text, rows: rows.length, has_more: more })];
	}
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
	const text = textOfRow(simplified, formOf(item));
	return new Final({ text, ...(row.found === true && { found: true }) });
}

function formOf({ settings, form, run }: InputItem): TextForm {
	const { textFields: fields, groupBy, language = 'en' } = settings;
	const time = writtenTimeIn(run.functions.getTimezone(), language, Date.now());
	return { output: form().output!, fields, groupBy, time };
}

/** True if the rows go into files. */
export function writesFile(item: InputItem): boolean {
	return formatOf(item) !== undefined;
}

/** The sink that the user has chosen under Output As. */
export function sinkOf(item: InputItem, completion?: Completion): RowSink {
	if (wantsText(item)) return new TextSink(item, completion);
	if (item.settings.outputAs === TALK_TIME) return new TalkTimeSink(item, completion);
	const format = formatOf(item);
	return format ? new FileSink(item, completion, format) : new ItemSink(item, completion);
}

function formatOf({ settings, run }: InputItem) {
	return fileFormat(settings, run.functions.getTimezone());
}
