import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { declareLimits, LIMITS } from '../limits';
import { csvHeader, csvLine, FOR_PROGRAMS, forSpreadsheets, type CsvStyle } from './csv';
import { isoTimeIn } from './isoTime';
import type { RowSettings } from './row';

const OWN_LIMITS = declareLimits({
	/** Bytes of rows that become one block of a file */
	fileBlockBytes: 1_000_000,
});

/** Form of a file of rows. */
export interface FileFormat {
	extension: string;
	mimeType: string;
	head: (columns: ReadonlySet<string>) => string;
	line: (row: IDataObject, columns: ReadonlySet<string>) => string;
}

/**
 * The form of a file that the user has chosen; undefined for a value of Output As that is no file. `noteCut` is called for each
 * text that its cell does not hold.
 */
export function fileFormat(
	settings: RowSettings,
	zone: string,
	noteCut?: (column: string) => void,
): FileFormat | undefined {
	const { outputAs } = settings;
	if (outputAs === 'csv') return csvIn(forSpreadsheets(isoTimeIn(zone), settings, noteCut));
	if (outputAs === 'csvPrograms') return csvIn(FOR_PROGRAMS);
	return outputAs === 'jsonLines' ? JSON_LINES : undefined;
}

const JSON_LINES: FileFormat = {
	extension: 'jsonl',
	mimeType: 'application/jsonl',
	head: () => '',
	line: (row) => `${JSON.stringify(row)}\n`,
};

function csvIn(style: CsvStyle): FileFormat {
	return {
		extension: 'csv',
		mimeType: 'text/csv',
		head: (columns) => style.mark + csvHeader(columns, style),
		line: (row, columns) => csvLine(row, columns, style),
	};
}

/** n8n's function that stores a file. */
export type PrepareFile = (content: Buffer, name: string, mimeType: string) => Promise<IBinaryData>;

/** A finished file, and what an item tells of it. */
export interface RowFile {
	json: IDataObject;
	binary: IBinaryData;
}

/** Lines of one file, in blocks: much less memory than the rows themselves. */
interface FilePart {
	blocks: Buffer[];
	/** Lines that are not in a block yet */
	lines: string[];
	lineBytes: number;
	bytes: number;
	rows: number;
}

/**
 * Writes rows into files. Only the lines of one file are in memory; a finished file is in n8n's storage for binary data.
 * A file ends at `maxFileRows` or `maxFileBytes`, and another one begins.
 */
export class RowFiles {
	private part = emptyPart();
	private readonly files: RowFile[] = [];

	constructor(
		private readonly format: FileFormat,
		/** All files have the same columns */
		private readonly columns: ReadonlySet<string>,
		/** Name of the first file, with or without extension */
		private readonly name: string,
		private readonly prepare: PrepareFile,
	) {}

	async add(row: IDataObject): Promise<void> {
		const line = this.format.line(row, this.columns);
		const bytes = Buffer.byteLength(line);
		const { maxFileRows, maxFileBytes } = LIMITS;
		if (this.part.rows >= maxFileRows || this.part.bytes + bytes > maxFileBytes) {
			if (this.part.rows > 0) await this.finishFile();
		}
		const { part } = this;
		part.lines.push(line);
		part.lineBytes += bytes;
		part.bytes += bytes;
		part.rows++;
		if (part.lineBytes >= OWN_LIMITS.fileBlockBytes) closeBlock(part);
	}

	/** All files. Without rows there is none, or with `evenEmpty` one of the header alone. */
	async end(more: boolean, evenEmpty: boolean): Promise<RowFile[]> {
		const isEmpty = this.files.length === 0 && this.part.rows === 0;
		if (isEmpty ? evenEmpty : this.part.rows > 0) await this.finishFile();
		for (const { json } of this.files)
			Object.assign(json, { files: this.files.length, has_more: more });
		return this.files;
	}

	/** Hands the lines of a file over to n8n. */
	private async finishFile(): Promise<void> {
		const { part, format } = this;
		this.part = emptyPart();
		closeBlock(part);
		const number = this.files.length + 1;
		const name = this.nameOf(number);
		const content = Buffer.concat([Buffer.from(format.head(this.columns)), ...part.blocks]);
		const binary = await this.prepare(content, name, format.mimeType);
		const json = { file_name: binary.fileName ?? name, rows: part.rows, file: number };
		this.files.push({ json, binary });
	}

	/** Name of a file, from the second file on with its number before the extension. */
	private nameOf(number: number): string {
		const extension = `.${this.format.extension}`;
		const { name } = this;
		const base = name.toLowerCase().endsWith(extension) ? name.slice(0, -extension.length) : name;
		return fileNameOf(base + (number > 1 ? `-${number}` : '') + extension);
	}
}

function emptyPart(): FilePart {
	return { blocks: [], lines: [], lineBytes: 0, bytes: 0, rows: 0 };
}

function closeBlock(part: FilePart): void {
	if (part.lines.length > 0) part.blocks.push(Buffer.from(part.lines.join('')));
	part.lines = [];
	part.lineBytes = 0;
}

/**
 * A name of a file. It is no path: n8n would drop what is before a slash (n8n 2.41,
 * n8n-core/execution-engine/node-execution-context/utils/binary-helper-functions.ts).
 */
export function fileNameOf(name: string): string {
	return name.replaceAll(/[/\\\p{Cc}]/gu, '-');
}

/** Name of a file with the day, so that those of a schedule differ: `calls-2026-11-23` of `Get many calls`. */
export function datedName(what: string, zone: string, now: number): string {
	const noun = what.toLowerCase().replaceAll(/^(get many|get|search) | \(.*\)$/g, '');
	return `${noun.replaceAll(/\W+/g, '-')}-${String(isoTimeIn(zone)(now)).slice(0, 10)}`;
}
