import type { IDataObject } from 'n8n-workflow';

import { isOn } from '../api/reading';
import { BYTE_ORDER, FILE_NAME, OUTPUT_AS, ROWS_PER_FILE, rowsPerFile } from '../fields/listOutput';
import { LIMITS } from '../limits';
import { BYTE_ORDER_MARK, CSV_LINE_END, csvHeader, csvLine } from '../outputs/csv';
import { WithFiles, type InputItem, type Row } from './endpoint';
import { Pace } from './pace';

/** Adds to the rows of a list what its options ask for, such as transcripts. */
export type Complete = (rows: IDataObject[], item: InputItem) => Promise<IDataObject[]>;

/** Takes the rows of a list as they are read, and makes the output items of them. */
export interface RowSink {
	/** Rows so far */
	readonly count: number;
	add(rows: IDataObject[]): Promise<void>;
	/** The output items, when all rows are there */
	end(): Promise<Row[]>;
}

/** The sink that the user has chosen under Output As. */
export function sinkOf(item: InputItem, complete: Complete): RowSink {
	const format = FORMATS[String(item.context.getNodeParameter(OUTPUT_AS, 'items'))];
	return format ? new FileSink(item, complete, format) : new ItemSink(item, complete);
}

/** One output item for each row. */
class ItemSink implements RowSink {
	private readonly rows: IDataObject[] = [];

	constructor(
		private readonly item: InputItem,
		private readonly complete: Complete,
	) {}

	get count(): number {
		return this.rows.length;
	}

	async add(rows: IDataObject[]): Promise<void> {
		for (const row of rows) this.rows.push(row);
	}

	async end(): Promise<Row[]> {
		return await this.complete(this.rows, this.item);
	}
}

/** Rows of one file as lines of JSON, in blocks: much less memory than the rows themselves. */
interface Part {
	blocks: Buffer[];
	/** Lines that are not in a block yet */
	lines: string[];
	lineBytes: number;
	bytes: number;
	rows: number;
}

/**
 * One output item for each file. Only the rows of one file are in memory, as text; a finished file is in n8n's storage
 * for binary data. Files end after the user's number of rows, or at `maxFileBytes`. A list without rows has no file,
 * and neither has one that fails half-way: its items are never put out.
 */
class FileSink implements RowSink {
	count = 0;
	private part = emptyPart();
	private readonly columns = new Set<string>();
	private readonly files: WithFiles[] = [];
	private readonly maxRows: number;

	constructor(
		private readonly item: InputItem,
		private readonly complete: Complete,
		private readonly format: FileFormat,
	) {
		this.maxRows = Number(this.setting(ROWS_PER_FILE, '')) || Number(rowsPerFile.default);
	}

	async add(rows: IDataObject[]): Promise<void> {
		this.count += rows.length;
		const { of } = this.item.form();
		for (const row of await this.complete(rows, this.item)) await this.write(of(row));
	}

	async end(): Promise<Row[]> {
		if (this.part.rows > 0) await this.finishFile();
		for (const { json } of this.files) json.files = this.files.length;
		return this.files;
	}

	private async write(row: IDataObject): Promise<void> {
		for (const column of Object.keys(row)) this.columns.add(column);
		const line = JSON.stringify(row) + '\n';
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

	/** Hands the rows of a file over to n8n. The columns of a file are those of all rows until its end. */
	private async finishFile(): Promise<void> {
		const { part, item, format } = this;
		this.part = emptyPart();
		closeBlock(part);
		const number = this.files.length + 1;
		const content = await format.write(part.blocks, {
			columns: inReadingOrder(this.columns, item.form().first),
			byteOrderMark: isOn(item.context, BYTE_ORDER, false),
		});
		const field = String(this.setting('binaryPropertyName', '')).trim() || 'data';
		const name = this.nameOf(number);
		const binary = await item.run.prepareBinaryData(content, name, format.mimeType);
		const file_name = binary.fileName ?? name;
		this.files.push(
			new WithFiles({ file_name, rows: part.rows, file: number }, { [field]: binary }, true),
		);
	}

	/** Name of a file: the user's or the operation's, and from the second file on its number before the extension. */
	private nameOf(number: number): string {
		const extension = `.${this.format.extension}`;
		const given = String(this.setting(FILE_NAME, '')).trim();
		const name = given || nounOf(this.item.form().action);
		const base = name.toLowerCase().endsWith(extension) ? name.slice(0, -extension.length) : name;
		return base + (number > 1 ? `-${number}` : '') + extension;
	}

	private setting(path: string, fallback: unknown): unknown {
		return this.item.context.getNodeParameter(path, fallback) ?? fallback;
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

/** The columns that people read first, then the others in the order in which they came. */
function inReadingOrder(columns: Set<string>, first: string[]): Set<string> {
	return new Set([...first.filter((column) => columns.has(column)), ...columns]);
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
	/** The content of a file whose rows are lines of JSON; empties the list of blocks as it goes */
	write(blocks: Buffer[], how: { columns: Set<string>; byteOrderMark: boolean }): Promise<Buffer>;
}

/** By the values of Output As. */
const FORMATS: Record<string, FileFormat | undefined> = {
	jsonLines: {
		extension: 'jsonl',
		mimeType: 'application/jsonl',
		write: async (blocks) => Buffer.concat(blocks),
	},
	csv: {
		extension: 'csv',
		mimeType: 'text/csv',
		write: async (blocks, { columns, byteOrderMark }) => {
			const pace = new Pace();
			const header = (byteOrderMark ? BYTE_ORDER_MARK : '') + csvHeader(columns) + CSV_LINE_END;
			const parts = [Buffer.from(header)];
			for (let block = blocks.shift(); block; block = blocks.shift()) {
				let text = '';
				for (const line of block.toString().split('\n')) {
					if (line === '') continue;
					if (pace.isDue) await pace.yield();
					text += csvLine(JSON.parse(line) as IDataObject, columns) + CSV_LINE_END;
				}
				parts.push(Buffer.from(text));
			}
			return Buffer.concat(parts);
		},
	},
};
