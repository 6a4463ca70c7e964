import type { IDataObject } from 'n8n-workflow';

import { rowsPerFile } from '../fields/files';
import { LIMITS } from '../limits';
import { BYTE_ORDER_MARK, csvHeader, csvLine } from '../outputs/csv';
import { WithFiles, type InputItem, type Row } from './endpoint';
import { Pace } from './pace';

/** Adds to the rows of a list what its options ask for, such as transcripts. */
export interface Completion {
	/** Fields that the options of the item add to every row */
	adds: (item: InputItem) => string[];
	complete: (rows: IDataObject[], item: InputItem) => Promise<IDataObject[]>;
}

/** Takes the rows of a list as they are read, and makes the output items of them. */
export interface RowSink {
	/** Rows so far */
	readonly count: number;
	add(rows: IDataObject[]): Promise<void>;
	/** The output items, when all rows are there. `more` is true if the service may have more rows */
	end(more: boolean): Promise<Row[]>;
}

function formatOf({ settings }: InputItem): FileFormat | undefined {
	return FORMATS[settings.outputAs!];
}

/** True if the rows go into files. */
export function writesFile(item: InputItem): boolean {
	return formatOf(item) !== undefined;
}

/** The sink that the user has chosen under Output As. */
export function sinkOf(item: InputItem, completion?: Completion): RowSink {
	const format = formatOf(item);
	return format ? new FileSink(item, completion, format) : new ItemSink(item, completion);
}

/** The rows with what the options of the item add. Every row has the added fields, null if there is nothing to add. */
async function completed(
	rows: IDataObject[],
	item: InputItem,
	completion: Completion | undefined,
): Promise<IDataObject[]> {
	const added = completion?.adds(item) ?? [];
	if (added.length === 0) return rows;
	const none = Object.fromEntries(added.map((name) => [name, null]));
	return (await completion!.complete(rows, item)).map((row) => ({ ...none, ...row }));
}

/** One output item for each row. */
class ItemSink implements RowSink {
	private readonly rows: IDataObject[] = [];

	constructor(
		private readonly item: InputItem,
		private readonly completion?: Completion,
	) {}

	get count(): number {
		return this.rows.length;
	}

	async add(rows: IDataObject[]): Promise<void> {
		for (const row of rows) this.rows.push(row);
	}

	async end(): Promise<Row[]> {
		return await completed(this.rows, this.item, this.completion);
	}
}

/** Lines of one file, in blocks: much less memory than the rows themselves. */
interface Part {
	blocks: Buffer[];
	/** Lines that are not in a block yet */
	lines: string[];
	lineBytes: number;
	bytes: number;
	rows: number;
}

/**
 * One output item for each file. Only the lines of one file are in memory; a finished file is in n8n's storage for binary
 * data. Files end after the user's number of rows, or at `maxFileBytes`. A list without rows has no file unless the user
 * wants one, and neither has one that fails half-way: its items are never put out.
 */
class FileSink implements RowSink {
	count = 0;
	private part = emptyPart();
	private readonly files: WithFiles[] = [];
	private readonly maxRows: number;
	/** All files of a list have the same columns */
	private readonly columns: ReadonlySet<string>;
	private readonly pace = new Pace();

	constructor(
		private readonly item: InputItem,
		private readonly completion: Completion | undefined,
		private readonly format: FileFormat,
	) {
		this.maxRows = item.settings.rowsPerFile || Number(rowsPerFile.default);
		this.columns = new Set(item.form().columns(completion?.adds(item) ?? []));
	}

	async add(rows: IDataObject[]): Promise<void> {
		this.count += rows.length;
		const { of } = this.item.form();
		for (const row of await completed(rows, this.item, this.completion)) {
			if (this.pace.isDue) await this.pace.yield();
			await this.write(this.format.line(of(row), this.columns));
		}
	}

	async end(more: boolean): Promise<Row[]> {
		const isEmpty = this.files.length === 0 && this.part.rows === 0;
		if (isEmpty ? this.item.settings.ifEmpty === 'file' : this.part.rows > 0)
			await this.finishFile();
		for (const { json } of this.files)
			Object.assign(json, { files: this.files.length, has_more: more });
		return this.files;
	}

	private async write(line: string): Promise<void> {
		const bytes = Buffer.byteLength(line);
		if (this.part.rows >= this.maxRows || this.part.bytes + bytes > LIMITS.maxFileBytes) {
			if (this.part.rows > 0) await this.finishFile();
		}
		const { part } = this;
		part.lines.push(line);
		part.lineBytes += bytes;
		part.bytes += bytes;
		part.rows++;
		if (part.lineBytes >= LIMITS.fileBlockBytes) closeBlock(part);
	}

	/** Hands the lines of a file over to n8n. */
	private async finishFile(): Promise<void> {
		const { part, item, format } = this;
		this.part = emptyPart();
		closeBlock(part);
		const number = this.files.length + 1;
		const mark = item.settings.byteOrderMark ? BYTE_ORDER_MARK : '';
		const head = Buffer.from(format.head(this.columns, mark));
		const field = item.settings.binaryPropertyName?.trim() || 'data';
		const name = this.nameOf(number);
		const content = Buffer.concat([head, ...part.blocks]);
		const binary = await item.run.prepareBinaryData(content, name, format.mimeType);
		const file_name = binary.fileName ?? name;
		this.files.push(
			new WithFiles({ file_name, rows: part.rows, file: number }, { [field]: binary }, true),
		);
	}

	/** Name of a file: the user's or the operation's, and from the second file on its number before the extension. */
	private nameOf(number: number): string {
		const extension = `.${this.format.extension}`;
		const { settings, form } = this.item;
		const name = settings.fileName?.trim() || nounOf(form().action);
		const base = name.toLowerCase().endsWith(extension) ? name.slice(0, -extension.length) : name;
		return base + (number > 1 ? `-${number}` : '') + extension;
	}
}

function emptyPart(): Part {
	return { blocks: [], lines: [], lineBytes: 0, bytes: 0, rows: 0 };
}

function closeBlock(part: Part): void {
	if (part.lines.length > 0) part.blocks.push(Buffer.from(part.lines.join('')));
	part.lines = [];
	part.lineBytes = 0;
}

/** The noun of an operation, for a file: `records` of `Get many records`. */
function nounOf(action: string): string {
	return action
		.toLowerCase()
		.replace(/^\w+ (many )?/, '')
		.replaceAll(/\W+/g, '-');
}

/** Form of a file. */
interface FileFormat {
	extension: string;
	mimeType: string;
	/** Beginning of a file. `mark` is the byte order mark, if the user wants one */
	head: (columns: ReadonlySet<string>, mark: string) => string;
	line: (row: IDataObject, columns: ReadonlySet<string>) => string;
}

/** By the values of Output As. */
const FORMATS: Record<string, FileFormat | undefined> = {
	jsonLines: {
		extension: 'jsonl',
		mimeType: 'application/jsonl',
		head: () => '',
		line: (row) => `${JSON.stringify(row)}\n`,
	},
	csv: {
		extension: 'csv',
		mimeType: 'text/csv',
		head: (columns, mark) => mark + csvHeader(columns),
		line: csvLine,
	},
};
