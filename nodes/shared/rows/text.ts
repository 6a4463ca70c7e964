import type { IDataObject } from 'n8n-workflow';

import { layoutOf, type Output } from './output';
import { millisOf, type WrittenTime } from './writtenTime';
import { isObject } from '../objects';

/** Form in which rows become a text. */
export interface TextForm {
	output: Output;
	/** Names of fields in the order of reading; those of the output if there are none */
	fields?: string[];
	/** A key of the output's groups; another value for none */
	groupBy?: string;
	time: WrittenTime;
}

/**
 * The text of simplified rows: a line for each, with headings if they are grouped. It can be sent as it is, and reads as
 * Markdown too. Messages are in reading order, the oldest first. A row that has none of the fields has no line.
 *
 * @param more rows that are left out: their number, or true if it is not known
 */
export function textOfRows(
	rows: IDataObject[],
	form: TextForm,
	more: number | boolean,
): { text: string; lines: number } {
	const group = groupOf(form);
	let count = 0;
	const blocks = grouped(inReadingOrder(rows, form.output), form, group).map(([heading, each]) => {
		const lines = each.map((row) => lineOf(row, form, group)).filter((line) => line !== '');
		count += lines.length;
		const list = lines.map((line) => `- ${line.replaceAll(/(?<!\s)\s*\n\s*/g, '\n  ')}`);
		return [...(heading === undefined ? [] : [heading]), ...list].join('\n');
	});
	if (more) blocks.push(more === true ? '... and more' : `... and ${more} more`);
	return { text: blocks.join('\n\n'), lines: count };
}

/** The text of a single simplified row: a line, and a paragraph for each of its long texts. */
export function textOfRow(row: IDataObject, form: TextForm): string {
	const paragraphs: Piece[][] = [[]];
	for (const piece of piecesOf(row, form)) {
		if (isProse(piece) && piece.name !== 'title') paragraphs.push([piece], []);
		else paragraphs[paragraphs.length - 1].push(piece);
	}
	return paragraphs
		.map(joined)
		.filter((text) => text !== '')
		.join('\n\n');
}

/** A value of a line. */
interface Piece {
	name: string;
	text: string;
}

/** Long texts, which keep their line breaks, and their titles. */
const PROSE = /^(title|snippet|text|text_content|content|description|summary|transcript)$/;

/** Names, behind which what a person has written follows after a colon. */
const PERSON = /^((sender|author|display|speaker)_name|with|from)$/;

/** Names and identifiers, which are written as they are. */
const AS_IS =
	/(^|_)(name|names|uid|uids|ref|refs|id)$|^(title|topic|display_path|with|from|connected|remark|nickname|tags)$/;

/** True for an output whose text has what people have written, and so says more than a line of a list. */
export function hasProse({ text = '' }: Output = { fields: '' }): boolean {
	return layoutOf(text).some(({ name }) => name !== 'title' && PROSE.test(name));
}

function isProse({ name }: Piece): boolean {
	return PROSE.test(name);
}

/** The fields of the headings, of which the first that a row has counts. */
function groupOf({ output: { groups = {} }, groupBy }: TextForm): string[] | undefined {
	const fields = Object.entries(groups).find(([heading]) => heading === groupBy)?.[1];
	return fields === undefined ? undefined : layoutOf(fields).map(({ name }) => name);
}

function inReadingOrder(rows: IDataObject[], { oldestFirst }: Output): IDataObject[] {
	return oldestFirst ? inTimeOrder(rows, oldestFirst) : rows;
}

/** The rows by time, those without one last. At one time, the order of the list counts, or its reverse. */
function inTimeOrder(rows: IDataObject[], field: string): IDataObject[] {
	const time = (row: IDataObject) => millisOf(row[field]) ?? Infinity;
	const known = rows.map(time).filter(Number.isFinite);
	const ordered = known[0] > known[known.length - 1] ? [...rows].reverse() : [...rows];
	return ordered.sort((a, b) => (time(a) === time(b) ? 0 : time(a) - time(b)));
}

/** Rows under a heading. */
interface Block {
	heading: string;
	/** The ID of what the heading names, if it has one */
	id?: string;
	rows: IDataObject[];
}

/** The rows by their headings: days in the order of time, others as their first rows come, those without a heading last. */
function grouped(
	rows: IDataObject[],
	form: TextForm,
	group: string[] | undefined,
): Array<[heading: string | undefined, rows: IDataObject[]]> {
	if (group === undefined) return rows.length > 0 ? [[undefined, rows]] : [];
	const blocks = new Map<string, Block>();
	for (const row of form.groupBy === 'day' ? inTimeOrder(rows, group[0]) : rows) {
		const id = idOf(row, group);
		const heading = headingOf(row, form, group);
		const present = blocks.get(id ?? heading);
		// The name of a person or topic may have changed: in order of time, the last one is the present one
		if (present && ![id, ''].includes(heading) && form.output.oldestFirst)
			present.heading = heading;
		if (present) present.rows.push(row);
		else blocks.set(id ?? heading, { heading, id, rows: [row] });
	}
	const without = blocks.get('');
	blocks.delete('');
	// A topic or a status may have this very name, so it is not a key
	const last: Array<[string, IDataObject[]]> = without
		? [[`No ${form.groupBy}`, without.rows]]
		: [];
	return [...withOwnHeadings([...blocks.values()]), ...last];
}

/** The headings of blocks: two people or groups of one name have their IDs behind it. */
function withOwnHeadings(blocks: Block[]): Array<[heading: string, rows: IDataObject[]]> {
	const counts = new Map<string, number>();
	for (const { heading } of blocks) counts.set(heading, (counts.get(heading) ?? 0) + 1);
	return blocks.map(({ heading, id, rows }) => {
		const isShared = counts.get(heading)! > 1 && id !== undefined;
		return [isShared ? `${heading} (${id})` : heading, rows];
	});
}

/** The ID of what a heading names: the last field of a group of several. */
function idOf(row: IDataObject, group: string[]): string | undefined {
	const id = group.length > 1 ? row[group[group.length - 1]] : undefined;
	return typeof id === 'string' && id !== '' ? id : undefined;
}

function headingOf(row: IDataObject, { groupBy, time }: TextForm, group: string[]): string {
	const field = group.find((name) => (row[name] ?? '') !== '') ?? group[0];
	const value = row[field];
	if (groupBy === 'status') return capitalized(plainText(field, value));
	if (groupBy !== 'day') return plainText(field, value);
	const millis = millisOf(value);
	return millis === undefined ? '' : time.day(millis);
}

function capitalized(text: string): string {
	return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function lineOf(row: IDataObject, form: TextForm, group?: string[]): string {
	return joined(piecesOf(row, form, group));
}

/** The values of a row that say something. Below the heading of its day, a time is the time of day alone. */
function piecesOf(
	row: IDataObject,
	{ output, fields = [], groupBy, time }: TextForm,
	group: string[] = [],
): Piece[] {
	const chosen = fields.length > 0 ? fields : layoutOf(output.text ?? '').map(({ name }) => name);
	const shown = chosen.filter((name) => !group.includes(name) || groupBy === 'day');
	return shown.flatMap((name): Piece[] => {
		const millis = name.endsWith('_at') ? millisOf(row[name]) : undefined;
		const text =
			millis === undefined
				? valueText(name, row, output, time)
				: group.includes(name)
					? time.clock(millis)
					: time.whole(millis);
		return text === '' ? [] : [{ name, text }];
	});
}

/** The pieces of a line with dots between them, and a colon before what somebody has said. */
function joined(pieces: Piece[]): string {
	return pieces.reduce((line, piece, i) => {
		if (i === 0) return piece.text;
		const isSaid = PERSON.test(pieces[i - 1].name) && isProse(piece);
		return `${line}${isSaid ? ':' : ' ·'} ${piece.text}`;
	}, '');
}

function valueText(name: string, row: IDataObject, output: Output, time: WrittenTime): string {
	const value = row[name];
	const reason = row[`${name}_error`];
	if (value === null && reason) return `(${plainText('', reason)})`;
	if (!Array.isArray(value)) return plainText(name, value) + (isCut(name, row) ? ' …' : '');
	const inner = output.lists && Object.hasOwn(output.lists, name) ? output.lists[name] : undefined;
	if (!inner) return plainText(name, value);
	const form: TextForm = { output: inner, time };
	return value
		.filter(isObject)
		.map((each) => lineOf(each, form))
		.join('\n');
}

/** True for a text of which the service gave a part alone. */
function isCut(name: string, row: IDataObject): boolean {
	if (name === 'summary') return row.summary_truncated === true;
	return name === 'text_content' && (row.content_truncated === true || row.text_truncated === true);
}

/** A value as text: a switch that is on by its name, a word such as `not_answered` with blanks. */
function plainText(name: string, value: unknown): string {
	if (value === null || value === undefined || value === false) return '';
	if (value === true) return labelOf(name).toLowerCase();
	if (typeof value === 'number') return String(value);
	if (Array.isArray(value)) return listText(name, value);
	if (typeof value !== 'string') return JSON.stringify(value);
	if (PROSE.test(name) && name !== 'title') return paragraphsIn(value);
	const line = value.replaceAll(/\s+/g, ' ').trim();
	return AS_IS.test(name) || !/^[a-z]+(_[a-z]+)+$/.test(line) ? line : line.replaceAll('_', ' ');
}

function listText(name: string, values: unknown[]): string {
	const texts = values.map((value) => plainText(name, value));
	return texts.filter((text) => text !== '').join(', ');
}

/** The text with its line breaks, each as `\n`. */
function paragraphsIn(text: string): string {
	return text.replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n').trim();
}

/** Words that are not written as in the names of fields. */
const WORDS: Record<string, string> = {
	at: 'At',
	id: 'ID',
	ms: 'Milliseconds',
	ref: 'Reference',
	refs: 'References',
	svc: 'Public',
	uid: 'ID',
	uids: 'IDs',
};

/** The name of a field as people read it: `Due At` of `due_at`. */
export function labelOf(field: string): string {
	return field
		.split('_')
		.filter(Boolean)
		.map((word) => WORDS[word] ?? word[0].toUpperCase() + word.slice(1))
		.join(' ');
}
