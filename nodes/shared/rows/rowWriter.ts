import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { Settings } from '../api/reading';
import { Pace } from '../pace';
import type { Output } from './output';
import { datedName, type FileFormat, fileFormat, type PrepareFile, RowFiles } from './rowFiles';
import { type TextForm, textOfRows } from './text';
import { writtenTimeIn } from './writtenTime';

/** Rows that become one text or some files, as the user has chosen under Output As. */
export interface RowTarget {
	settings: Settings;
	output: Output;
	/** Time zone of the workflow */
	zone: string;
	/** Unix milliseconds */
	now: number;
	/** Name of the operation or event in n8n's words, from which files get their names */
	action: string;
	/** Columns of a table, the same for all rows */
	columns: () => string[];
	prepareFile: PrepareFile;
}

/** An output item that is made of rows. */
export type Written = {
	json: IDataObject;
	binary?: IBinaryKeyData;
};

/** Takes rows in the form of the output, and makes the output items of them. */
export interface RowWriter {
	add(rows: IDataObject[]): Promise<void>;
	/** The output items, when all rows are there. `more` is true if the service may have more rows */
	end(more: boolean): Promise<Written[]>;
}

/** The writer of a text or of files; undefined if each row is an item of its own. */
export function rowWriter(target: RowTarget): RowWriter | undefined {
	const { settings, zone } = target;
	if (settings.outputAs === 'text') return new TextWriter(target);
	const format = fileFormat(settings, zone);
	return format && new FileWriter(target, format);
}

/** The form of rows in a text. */
export function textForm({
	settings: { textFields: fields, groupBy, language = 'en' },
	output,
	zone,
	now,
}: Pick<RowTarget, 'settings' | 'output' | 'zone' | 'now'>): TextForm {
	return { output, fields, groupBy, time: writtenTimeIn(zone, language, now) };
}

/** One item with a text of all rows. Without rows, it has the user's words for that, or there is none. */
class TextWriter implements RowWriter {
	private readonly rows: IDataObject[] = [];

	constructor(private readonly target: RowTarget) {}

	async add(rows: IDataObject[]): Promise<void> {
		for (const row of rows) this.rows.push(row);
	}

	async end(more: boolean): Promise<Written[]> {
		const { rows, target } = this;
		if (rows.length === 0) {
			const text = target.settings.textIfEmpty;
			return text ? [{ json: { text, rows: 0, has_more: more } }] : [];
		}
		const [{ total_count: total }] = rows;
		const rest = typeof total === 'number' ? total - rows.length : 0;
		const text = textOfRows(rows, textForm(target), more && rest > 0 ? rest : more);
		return [{ json: { text, rows: rows.length, has_more: more } }];
	}
}

/**
 * One item for each file. Without rows there is no file unless the user wants one, and neither is there for rows that fail
 * half-way: their items are never put out.
 */
class FileWriter implements RowWriter {
	private readonly files: RowFiles;
	private readonly pace = new Pace();

	constructor(
		private readonly target: RowTarget,
		format: FileFormat,
	) {
		const { settings, zone, now, action, columns, prepareFile } = target;
		const name = settings.fileName?.trim() || datedName(action, zone, now);
		this.files = new RowFiles(format, new Set(columns()), name, prepareFile);
	}

	async add(rows: IDataObject[]): Promise<void> {
		for (const row of rows) {
			if (this.pace.isDue) await this.pace.yield();
			await this.files.add(row);
		}
	}

	async end(more: boolean): Promise<Written[]> {
		const { ifEmpty, binaryPropertyName } = this.target.settings;
		const field = binaryPropertyName?.trim() || 'data';
		const files = await this.files.end(more, ifEmpty === 'file');
		return files.map(({ json, binary }) => ({ json, binary: { [field]: binary } }));
	}
}
