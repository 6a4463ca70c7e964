import type { IDataObject } from 'n8n-workflow';

import { objectsIn } from '../../api/answer';
import { split, type TextPart } from '../../values/longTexts';
import { SINGLE, type Course, type WriteItem } from './write';
import { standing } from './writeFailures';

/** A text that is sent in parts if it is too long. */
interface Parts {
	/** Noun of what is written, in the plural */
	things: string;
	/** Request field of the text */
	field: string;
	/** Longest text of one request, in code points */
	maxLength: number;
	/** Texts that are not divided */
	whole?: (item: IDataObject) => string[];
	/** The item with one part of its text */
	partOf?: (item: IDataObject, part: TextPart) => IDataObject;
}

/**
 * Course of items whose text is too long for one request, unless If Too Long wants something else: one request for each
 * part, one after the other, each with a key of its own. A retry continues with the first part that is not known to be
 * written.
 */
export function inParts(how: Parts) {
	return (item: WriteItem): Course => {
		const parts = partsOf(how, item);
		return parts.length > 1 ? courseOf(how, item, parts) : SINGLE;
	};
}

/** The rows of an item as they are kept: one, or those of its parts. */
export function rowsKept(kept: IDataObject): IDataObject[] {
	return Array.isArray(kept.parts) ? objectsIn(kept.parts) : [kept];
}

function partsOf({ field, maxLength, whole }: Parts, { item, input }: WriteItem): TextPart[] {
	const text = item[field];
	const { ifTooLong = 'split' } = input.settings;
	if (ifTooLong !== 'split' || typeof text !== 'string' || text.length <= maxLength) return [];
	return split(text, maxLength, whole?.(item));
}

function courseOf({ things, field, partOf }: Parts, item: WriteItem, parts: TextPart[]): Course {
	const { earlier } = item;
	const written: IDataObject[] = earlier?.state === 'written' ? [] : [...(earlier?.parts ?? [])];
	/** Number of the part of the next request, from 0; Validate Only counts on without writing */
	let next = Math.min(written.length, parts.length - 1);
	return {
		...SINGLE,
		keyEnd: () => (next > 0 ? `-${next + 1}` : ''),
		fields(wish) {
			const part = { ...wish, [field]: parts[next].text };
			return partOf ? { ...part, ...partOf(wish, parts[next]) } : part;
		},
		continues(row) {
			written.push(row);
			if (written.length === parts.length) return false;
			next++;
			return true;
		},
		memory: () => (written.length > 0 ? { parts: [...written] } : {}),
		kept: () => ({ parts: [...written] }),
		rows: (kept) =>
			rowsKept(kept).map((row, i) => ({
				[field]: parts[i]?.text,
				...row,
				part: i + 1,
				parts: parts.length,
			})),
		tell: (error) =>
			written.length > 0
				? standing(`${written.length} of ${parts.length} ${things} were written`, error)
				: error,
		after() {
			if (next + 1 === parts.length) return false;
			next++;
			return true;
		},
	};
}
