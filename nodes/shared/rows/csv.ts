import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../limits';
import type { IsoTime } from './isoTime';
import type { RowSettings } from './row';

/** Lines end as RFC 4180 has it. */
const CSV_LINE_END = '\r\n';

/** Last column of every table: fields of a row that have no column, as JSON. */
const OTHER = 'other';

/** Form of the cells of a table, each without the quotes around it. */
export interface CsvStyle {
	/** Beginning of a file */
	mark: string;
	/** Sign between cells, and that of decimals */
	separator: string;
	decimal: string;
	/** The columns of all that people see */
	shown: (columns: ReadonlySet<string>) => Iterable<string>;
	/** A text in the named column */
	text: (text: string, column: string) => string;
	/** A list */
	list: (values: unknown[]) => string;
}

/** Cells that n8n's Extract From File and other programs read back as they were: exact times, nothing added. */
export const FOR_PROGRAMS: CsvStyle = {
	mark: '',
	separator: ',',
	decimal: '.',
	shown: (columns) => columns,
	text: (text) => text,
	list: (values) => JSON.stringify(values),
};

/**
 * Cells for spreadsheet programs: times of the workflow's zone as `2026-11-21 20:17:10`, lists of plain values with
 * commas, and an apostrophe before a text that would run as a formula. The mark says that the file is UTF-8. Where the
 * language has decimal commas, and in Switzerland, Excel expects semicolons. A line `sep=,` would do for Excel alone, and
 * hide the mark (Belphemur/vue-json-csv#43).
 *
 * @param simplify without the columns that only programs need
 * @param noteCut called for each text that is longer than a cell
 */
export function forSpreadsheets(
	iso: IsoTime,
	{ language = 'en', simplify = true }: RowSettings = {},
	noteCut: (column: string) => void = () => {},
): CsvStyle {
	const [locale = 'en'] = Intl.NumberFormat.supportedLocalesOf([language]);
	const hasComma = new Intl.NumberFormat(locale).format(0.5).includes(',');
	const isSwiss = ['CH', 'LI'].includes(new Intl.Locale(locale).region ?? '');
	return {
		mark: '\uFEFF',
		separator: hasComma || isSwiss ? ';' : ',',
		decimal: hasComma ? ',' : '.',
		shown: (columns) =>
			simplify ? [...columns].filter((column) => !isForPrograms(column, columns)) : columns,
		text: (text, column) => {
			const shown = column.endsWith('_at') ? localTime(iso(text)) : text;
			const cell = FORMULA.test(shown) ? `'${shown}` : shown;
			if (cell.length <= LIMITS.maxCell) return cell;
			noteCut(column);
			// No half of an emoji
			return `${cell.slice(0, LIMITS.maxCell - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
		},
		list: (values) => (values.every(isPlainEntry) ? values.join(', ') : JSON.stringify(values)),
	};
}

/** True for a column of no use to people: milliseconds and references beside their texts, the account's own, versions. */
function isForPrograms(column: string, columns: ReadonlySet<string>): boolean {
	const [, what] = /^(.+)(?:_ms|_user_refs?)$/.exec(column) ?? [];
	const isTwice = columns.has(what) || columns.has(`${what}_name`);
	return isTwice || column === 'self_user_ref' || column === 'version';
}

/** One line of a CSV file: the row's values in the order of the columns, empty where it has none. */
export function csvLine(row: IDataObject, columns: ReadonlySet<string>, style: CsvStyle): string {
	const cells: string[] = [];
	for (const column of style.shown(columns)) {
		cells.push(csvCell(Object.hasOwn(row, column) ? row[column] : '', column, style));
	}
	const others = Object.entries(row).filter(([key]) => !columns.has(key));
	cells.push(others.length > 0 ? csvCell(Object.fromEntries(others), OTHER, style) : '');
	return cells.join(style.separator) + CSV_LINE_END;
}

/** The line with the names of the columns. */
export function csvHeader(columns: ReadonlySet<string>, style: CsvStyle): string {
	const names = [...style.shown(columns), OTHER].map((name) => csvCell(name, '', style));
	return names.join(style.separator) + CSV_LINE_END;
}

/** One cell. Numbers and booleans are written as they are, objects as JSON. */
function csvCell(value: unknown, column: string, { decimal, text, list }: CsvStyle): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'boolean') return String(value);
	if (typeof value === 'number') return String(value).replace('.', decimal);
	if (typeof value === 'string') return quote(text(value, column));
	return quote(text(Array.isArray(value) ? list(value) : JSON.stringify(value), column));
}

/** `2026-11-21T20:17:10.000+01:00` as spreadsheet programs recognize a time. Other values are unchanged. */
function localTime(time: IDataObject[string]): string {
	const [, day, clock] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/.exec(String(time)) ?? [];
	return clock ? `${day} ${clock}` : String(time);
}

/**
 * Beginning of a formula in spreadsheet programs, the wide forms of East Asian scripts included (CWE-1236). Blanks and
 * invisible characters before it may be dropped when the file is read.
 */
const FORMULA = /^(?:[\t\r\n]|[\p{White_Space}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u;

/** True for an entry of a list that can be told from its neighbours when commas separate them. */
function isPlainEntry(entry: unknown): boolean {
	if (typeof entry === 'number' || typeof entry === 'boolean') return true;
	return typeof entry === 'string' && entry !== '' && !entry.includes(',');
}

/** The text in quotes if it has a separator of any spreadsheet program, a quote, or blanks around it. */
function quote(text: string): string {
	return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
