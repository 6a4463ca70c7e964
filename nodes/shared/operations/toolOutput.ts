import type { IDataObject } from 'n8n-workflow';

import type { Parameters } from '../api/reading';
import { MAX_CHARACTERS, maxCharacters, PART } from '../fields/toolFields';

/**
 * The rows of one call of a tool in at most as many characters as the user allows: rows are left out from the end, and
 * a last row says how many and what to do. A single row that is too long shows its longest text in parts.
 */
export function withinCharacters(rows: IDataObject[], context: Parameters): IDataObject[] {
	const most = Number(context.getNodeParameter(MAX_CHARACTERS, maxCharacters.default));
	const first = rows.length === 1 ? inParts(rows[0], most, partOf(context)) : rows[0];
	const kept: IDataObject[] = [];
	let left = most;
	for (const [i, row] of rows.entries()) {
		const shown = i === 0 ? first : row;
		left -= JSON.stringify(shown).length;
		if (left < 0 && kept.length > 0) break;
		kept.push(shown);
	}
	const more = rows.length - kept.length;
	return more === 0 ? kept : [...kept, { more, hint: hintOn(more, most) }];
}

function hintOn(more: number, most: number): string {
	return `${more} more were found and left out, since a result has at most ${most} characters. Ask for less: a smaller limit, narrower filters or times, or single results by their identifiers.`;
}

function partOf(context: Parameters): number {
	return Number(context.getNodeParameter(PART, 1)) || 1;
}

/** Room for everything in a row beside its longest text. */
const LEAST_TEXT = 200;

/** The row with the wanted part of its longest text, if the row is too long; `part` says which of how many it is. */
function inParts(row: IDataObject, most: number, part: number): IDataObject {
	const all = JSON.stringify(row).length;
	const [name, text] = longestText(row);
	if (all <= most || name === undefined) return row;
	const characters = [...text];
	const size = Math.max(LEAST_TEXT, most - (all - JSON.stringify(text).length));
	const parts = Math.ceil(characters.length / size);
	const shown = Math.min(part, parts);
	const cut = characters.slice((shown - 1) * size, shown * size).join('');
	const next = shown < parts ? ` Ask for part ${shown + 1} to read on.` : '';
	return { ...row, [name]: cut, part: `${shown} of ${parts} of ${name}.${next}` };
}

function longestText(row: IDataObject): [string | undefined, string] {
	let longest: [string | undefined, string] = [undefined, ''];
	for (const [name, value] of Object.entries(row)) {
		if (typeof value === 'string' && value.length > longest[1].length) longest = [name, value];
	}
	return longest;
}
