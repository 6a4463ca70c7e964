import type { IDataObject } from 'n8n-workflow';

import { split } from '../values/longTexts';
import type { ToolSettings } from './fields';

/** Fewest rows that are worth a table. */
const FEWEST = 3;

/**
 * Rows as a model gets them, which pays for each name and value: from three rows on one table with a header, without the
 * columns that are the same in all rows, which stand above it. Rows as the service answered stay as they are.
 */
export function shapeOf(rows: IDataObject[], isTable: boolean): IDataObject[] {
	if (!isTable || rows.length < FEWEST) return rows;
	const names = namesIn(rows);
	const texts = (name: string) => new Set(rows.map((row) => JSON.stringify(row[name] ?? null)));
	const columns = names.filter((name) => texts(name).size > 1);
	if (columns.length === 0) return rows;
	const [first] = rows;
	const same = names.filter((name) => !columns.includes(name));
	const above = same.length > 0 && {
		same_in_all_rows: Object.fromEntries(same.map((name) => [name, first[name]])),
	};
	return [{ ...above, columns, rows: rows.map((row) => columns.map((name) => row[name] ?? null)) }];
}

/** The names of all fields in the order of the rows, also of those that the first rows do not have. */
function namesIn(rows: IDataObject[]): string[] {
	const names: string[] = [];
	for (const row of rows) {
		let place = 0;
		for (const name of Object.keys(row)) {
			const known = names.indexOf(name);
			if (known === -1) names.splice(place, 0, name);
			place = (known === -1 ? place : known) + 1;
		}
	}
	return names;
}

/** Number of the first rows that have at most so many characters in their shape; at least one. */
export function countWithin(rows: IDataObject[], most: number, isTable: boolean): number {
	const fits = (count: number) =>
		JSON.stringify(shapeOf(rows.slice(0, count), isTable)).length <= most;
	// A list may have a thousand times as many rows as fit
	let [count, tooMany] = [1, 2];
	while (tooMany <= rows.length && fits(tooMany)) [count, tooMany] = [tooMany, tooMany * 2];
	tooMany = Math.min(tooMany, rows.length + 1);
	while (tooMany - count > 1) {
		const middle = Math.floor((count + tooMany) / 2);
		if (fits(middle)) count = middle;
		else tooMany = middle;
	}
	return Math.min(count, rows.length);
}

/**
 * The wanted part of rows that are no list, in Max Characters. A single row that is too long shows its longest text in
 * parts. Where rows are left out, a last row says so.
 */
export function partOf(
	rows: IDataObject[],
	settings: ToolSettings,
	isTable: boolean,
): IDataObject[] {
	const { maxCharacters: most = Infinity, part: wanted } = settings;
	if (rows.length === 1) return [shorten(rows[0], settings, true)];
	const isFirst = wanted === undefined;
	let [start, part] = [0, 1];
	let count = countWithin(rows, most, isTable);
	while (part < (wanted ?? 1) && start + count < rows.length) {
		[start, part] = [start + count, part + 1];
		count = countWithin(rows.slice(start), most, isTable);
	}
	if (!isFirst && part < wanted) return [noSuchPart(wanted, part)];
	const kept = rows.slice(start, start + count);
	if (kept.length > 0) kept[0] = shorten(kept[0], settings, false);
	const shown = shapeOf(kept, isTable);
	const rest = rows.length - start - count;
	if (rest === 0) return shown;
	const next = isFirst ? 'They are left out.' : `Ask for part ${part + 1} to read on.`;
	const hint = `${rest} more follow, but a result has at most ${most} characters. ${next}`;
	return [...shown, { count, has_more: true, hint }];
}

/** Room for the longest text of a row, however long the rest of the row is, and for the field `part`. */
const LEAST_TEXT = 200;
const NOTE = 120;

/**
 * The row with the wanted part of its longest text, if the row is too long; `part` says which of how many it is. Where no
 * part can be asked for, it is the first one. `isAlone` is true for a row beside which there are no others.
 */
export function shorten(row: IDataObject, settings: ToolSettings, isAlone: boolean): IDataObject {
	const { maxCharacters: most = Infinity } = settings;
	const part = isAlone ? settings.part : undefined;
	const all = JSON.stringify(row).length;
	const [name, text] = longestText(row);
	if (all <= most || name === undefined) return part && part > 1 ? noSuchPart(part, 1) : row;
	const rest = all - JSON.stringify(row[name]).length;
	const parts = partsOf(text, Math.max(LEAST_TEXT, most - rest - NOTE));
	if (part && part > parts.length) return noSuchPart(part, parts.length);
	if (parts.length === 1) return row;
	const shown = part ?? 1;
	const next =
		part === undefined
			? ` The rest was left out${isAlone ? '' : ': get this result alone to read on'}.`
			: shown < parts.length
				? ` Ask for part ${shown + 1} to read on.`
				: '';
	return {
		...row,
		[name]: parts[shown - 1],
		part: `${shown} of ${parts.length} of ${name}.${next}`,
	};
}

function noSuchPart(part: number, parts: number): IDataObject {
	const has = parts === 1 ? 'is whole in part 1' : `has ${parts} parts`;
	return { hint: `There is no part ${part}: the result ${has}.` };
}

/**
 * The text in parts, each at most as long as JSON as `room` says. They end at the ends of paragraphs, lines, sentences or
 * words, and are the whole text together.
 */
function partsOf(text: string, room: number): string[] {
	for (let max = room; ; max = Math.floor(max * 0.8)) {
		const starts = split(text, max).map(({ start }) => start);
		const parts = starts.map((start, i) => text.slice(i === 0 ? 0 : start, starts[i + 1]));
		// A quote or a control character is longer in JSON than by itself
		const fits = (part: string) => JSON.stringify(part).length - 2 <= room;
		if (max < room / 8 || parts.every(fits)) return parts;
	}
}

/** The longest field of a row; a list or an object counts as its JSON. */
function longestText(row: IDataObject): [string | undefined, string] {
	let longest: [string | undefined, string] = [undefined, ''];
	for (const [name, value] of Object.entries(row)) {
		const text = typeof value === 'object' ? JSON.stringify(value) : value;
		if (typeof text === 'string' && text.length > longest[1].length) longest = [name, text];
	}
	return longest;
}
