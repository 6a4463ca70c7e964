import type { IDataObject } from 'n8n-workflow';

import type { Settings } from '../api/reading';
import type { InputItem } from '../operations/endpoint';
import { restOf } from './listEnds';

/**
 * The rows of one call of a tool, and the `end` of a list, in about as many characters as the user allows: rows are left out
 * from the end, and a last row says how many and what to do. A single row that is too long shows its longest text in parts.
 */
export function withinCharacters(
	rows: IDataObject[],
	end: IDataObject[] | undefined,
	item: InputItem,
	isTable: boolean,
): IDataObject[] {
	const { settings } = item;
	const { maxCharacters: most = Infinity } = settings;
	// The parts of a list are those of its Limit
	const { kept, part, more } = partOfRows(rows, most, end ? 1 : (settings.part ?? 1));
	if (kept.length > 0) kept[0] = shortened(kept[0], settings, rows.length === 1 && !end);
	const shown = isTable && kept.length >= FEWEST ? tableOf(kept) : kept;
	if (more === 0) return [...shown, ...(end ?? [])];
	const cut = end?.filter(({ hint }) => hint) ?? [];
	const another = settings.part ? `Ask for part ${part + 1} to read on. ` : '';
	const next = end ? restOf(kept.length, item) : another;
	const hint = `${cut.length > 0 ? 'At least ' : ''}${more} more were found and left out, since a result has at most ${most} characters. ${next}Ask for less: narrower filters or times, or single results by their identifiers.`;
	// The part behind this one begins with what follows these rows
	return [...shown, { more, hint }, ...(next ? [] : cut)];
}

/** The wanted part of rows, or the last one, with the number of rows behind it. A part has at most `most` characters or one row. */
function partOfRows(rows: IDataObject[], most: number, wanted: number) {
	let [kept, part, left]: [IDataObject[], number, number] = [[], 1, most];
	for (const [i, row] of rows.entries()) {
		const { length } = JSON.stringify(row);
		if (i > 0 && length > left) {
			if (part === wanted) return { kept, part, more: rows.length - i };
			[kept, part, left] = [[], part + 1, most];
		}
		kept.push(row);
		left -= length;
	}
	return { kept, part, more: 0 };
}

/** Fewest rows that are worth a table. */
const FEWEST = 3;

/** The rows as one table with a header, since a model pays for the names of each row. */
function tableOf(rows: IDataObject[]): IDataObject[] {
	const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	return [{ columns, rows: rows.map((row) => columns.map((name) => row[name] ?? null)) }];
}

/** Room for the longest text of a row, however long the rest of the row is, and for the field `part`. */
const LEAST_TEXT = 200;
const NOTE = 120;

/**
 * The row with the wanted part of its longest text, if the row is too long; `part` says which of how many it is. Where no
 * part can be asked for, it is the first one.
 */
function shortened(row: IDataObject, settings: Settings, isAlone: boolean): IDataObject {
	const most = settings.maxCharacters!;
	const part = (isAlone && settings.part) || undefined;
	const all = JSON.stringify(row).length;
	const [name, text] = longestText(row);
	if (all <= most || name === undefined) return row;
	const rest = all - JSON.stringify(row[name]).length;
	const parts = partsOf(text, Math.max(LEAST_TEXT, most - rest - NOTE));
	if (parts.length === 1) return row;
	const shown = Math.min(part ?? 1, parts.length);
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

/** The text in parts of whole characters, each at most as long as JSON as `room` says. */
function partsOf(text: string, room: number): string[] {
	const parts = [''];
	let left = room;
	for (const character of text) {
		// A quote or a control character is longer in JSON than by itself
		const length = JSON.stringify(character).length - 2;
		if (length > left) {
			parts.push('');
			left = room;
		}
		parts[parts.length - 1] += character;
		left -= length;
	}
	return parts;
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
