import type { IDataObject } from 'n8n-workflow';

/** Lines end as RFC 4180 has it. */
const CSV_LINE_END = '\r\n';

/** Mark at the beginning of a file by which spreadsheet programs know that it is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Last column of every table: fields of a row that have no column, as JSON. */
const OTHER = 'other';

/** One line of a CSV file: the row's values in the order of the columns, empty where it has none. */
export function csvLine(row: IDataObject, columns: ReadonlySet<string>): string {
	const cells: string[] = [];
	for (const column of columns) cells.push(csvCell(Object.hasOwn(row, column) ? row[column] : ''));
	const others = Object.entries(row).filter(([key]) => !columns.has(key));
	cells.push(others.length > 0 ? csvCell(Object.fromEntries(others)) : '');
	return cells.join(',') + CSV_LINE_END;
}

/** The line with the names of the columns. */
export function csvHeader(columns: ReadonlySet<string>): string {
	return [...columns, OTHER].map(csvCell).join(',') + CSV_LINE_END;
}

/**
 * One cell. Numbers and booleans are written as they are, lists of plain values with commas, objects and other lists
 * as JSON. A text that a spreadsheet program would run as a formula begins with an apostrophe.
 */
function csvCell(value: unknown): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	const text = typeof value === 'string' ? value : textOf(value);
	return quoted(FORMULA.test(text) ? `'${text}` : text);
}

/**
 * Beginning of a formula in spreadsheet programs, the wide forms of East Asian scripts included. Blanks and invisible
 * characters before it may be dropped when the file is read.
 */
const FORMULA = /^(?:[\t\r\n]|[\p{White_Space}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u;

function textOf(value: unknown): string {
	const isPlain = Array.isArray(value) && value.every(isPlainEntry);
	return isPlain ? value.join(', ') : JSON.stringify(value);
}

/** True for an entry of a list that can be told from its neighbours when commas separate them. */
function isPlainEntry(entry: unknown): boolean {
	if (typeof entry === 'number' || typeof entry === 'boolean') return true;
	return typeof entry === 'string' && entry !== '' && !entry.includes(',');
}

/** The text in quotes if it has a separator of any spreadsheet program, a quote, or blanks around it. */
function quoted(text: string): string {
	return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
