import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../limits';
import { Pace } from '../wait';
import type { Output } from './output';
import { Made, type Row, type RowSettings } from './row';
import { datedName, type FileFormat, fileFormat, type PrepareFile, RowFiles } from './rowFiles';
import type { RowForm } from './rowForm';
import { type TextForm, textOfRows } from './text';
import { writtenTimeIn } from './writtenTime';

/** Value of Output As for talk times, which calls and recordings have. Fields of all lists know it, so that they are one field. */
export const TALK_TIME = 'talkTime';

/** The output that many rows become, as the user has chosen under Output As. */
export interface RowTarget {
	settings: RowSettings;
	output: Output;
	/** Form of the rows in texts and files */
	form: RowForm;
	/** Time zone of the workflow */
	zone: string;
	/** Unix milliseconds */
	now: number;
	/** Name of the operation or event in n8n's words, from which files get their names */
	action: string;
	/** Columns of a table, the same for all rows */
	columns: () => string[];
	prepareFile: PrepareFile;
	/** Shows a hint beside the output */
	tell: (hint: string) => void;
	/** Identifier and name of what selects the rows, such as a topic: the lines of a text do not have it. `first` is a row */
	selection?: (first: IDataObject) => IDataObject;
	/** Adds to the rows what options ask for, before they get their form */
	complete?: (rows: IDataObject[]) => Promise<IDataObject[]>;
	/** For Talk Time: a row for each speaker of all rows */
	talkTimes?: (rows: IDataObject[]) => IDataObject[];
}

/** Takes the rows of the service as they are read, and makes the output of them. */
export interface RowWriter {
	add(rows: IDataObject[]): Promise<void>;
	/** The output, when all rows are there. `more` is true if the service may have more rows */
	end(more: boolean): Promise<Row[]>;
}

/** The writer of items, of a text, of talk times or of files. Files take the rows page by page; all others need the last page. */
export function rowWriter(target: RowTarget): RowWriter {
	const { settings, zone, complete = async (rows: IDataObject[]) => rows } = target;
	const cut = new Map<string, number>();
	const noteCut = (column: string) => void cut.set(column, (cut.get(column) ?? 0) + 1);
	const format = fileFormat(settings, zone, noteCut);
	if (format) return new FileWriter(target, { format, complete, cut });
	return new WholeWriter(async (rows, more) => {
		const whole = await complete(rows);
		if (settings.outputAs === 'text') return textOf(whole, target, more);
		const { talkTimes } = target;
		if (talkTimes && settings.outputAs === TALK_TIME)
			return talkTimes(whole).map((row) => new Made(row));
		return whole;
	});
}

/** The style of a text of rows. */
export function textForm({
	settings: { textFields: fields, groupBy, language = 'en' },
	output,
	zone,
	now,
}: Pick<RowTarget, 'settings' | 'output' | 'zone' | 'now'>): TextForm {
	return { output, fields, groupBy, time: writtenTimeIn(zone, language, now) };
}

/** Keeps all rows, and makes the output of them at the end. */
class WholeWriter implements RowWriter {
	private readonly rows: IDataObject[] = [];

	constructor(private readonly outputOf: (rows: IDataObject[], more: boolean) => Promise<Row[]>) {}

	async add(rows: IDataObject[]): Promise<void> {
		for (const row of rows) this.rows.push(row);
	}

	async end(more: boolean): Promise<Row[]> {
		return await this.outputOf(this.rows, more);
	}
}

/** One item with a text of all rows. Without rows, it has the user's words for that, or there is none. */
function textOf(rows: IDataObject[], target: RowTarget, more: boolean): Made[] {
	const simplified = target.form.of(rows);
	const selection = target.selection?.(simplified[0] ?? {});
	if (rows.length === 0) {
		const text = target.settings.textIfEmpty;
		return text ? [new Made({ text, rows: 0, has_more: more, ...selection })] : [];
	}
	const [{ total_count: total }] = simplified;
	const rest = typeof total === 'number' ? total - rows.length : 0;
	const { text, lines } = textOfRows(simplified, textForm(target), more && rest > 0 ? rest : more);
	return [new Made({ text, rows: lines, has_more: more, ...selection })];
}

function cutWords(column: string, count: number): string {
	const most = LIMITS.maxCell.toLocaleString('en');
	return `${count === 1 ? 'A text' : `${count} texts`} of '${column}' ${count === 1 ? 'is' : 'are'} cut at the ${most} characters that a cell of a spreadsheet holds. Output As > CSV for Programs, JSON Lines and Items have them whole.`;
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
		private readonly how: {
			format: FileFormat;
			complete: (rows: IDataObject[]) => Promise<IDataObject[]>;
			/** Number of texts that their cells do not hold, by column */
			cut: Map<string, number>;
		},
	) {
		const { settings, zone, now, action, columns, prepareFile } = target;
		const name = settings.fileName?.trim() || datedName(action, zone, now);
		this.files = new RowFiles(how.format, new Set(columns()), name, prepareFile);
	}

	async add(rows: IDataObject[]): Promise<void> {
		for (const row of this.target.form.of(await this.how.complete(rows))) {
			if (this.pace.isDue) await this.pace.yield();
			await this.files.add(row);
		}
	}

	async end(more: boolean): Promise<Row[]> {
		const { ifEmpty, binaryPropertyName } = this.target.settings;
		const field = binaryPropertyName?.trim() || 'data';
		const files = await this.files.end(more, ifEmpty === 'file');
		for (const [column, count] of this.how.cut) this.target.tell(cutWords(column, count));
		return files.map(({ json, binary }) => new Made(json, { [field]: binary }));
	}
}
