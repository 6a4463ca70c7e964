import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../../errors/failure';
import { codePoints } from '../../values/converters';
import { split, type TextPart } from '../../values/longTexts';
import { isObjectRow } from '../../rows/row';
import type { InputItem, Result } from '../endpoint';
import type { Write } from './write';
import { butThen } from './writeFailures';

/** A text that is sent in parts if it is too long. */
interface Parts {
	/** Request field of the text */
	field: string;
	/** Longest text of one request, in code points */
	maxLength: number;
	/** Texts that are not divided */
	undivided?: (item: IDataObject) => string[];
	/** The item with one part of its text */
	partOf?: (item: IDataObject, part: TextPart) => IDataObject;
}

/**
 * Function that gives the request fields of each part of an item whose text is too long for one request: one part unless If
 * Too Long is `split`, or if white space alone makes the text too long.
 */
export function inParts({ field, maxLength, undivided, partOf }: Parts): Write['partsOf'] {
	return ({ body, settings }: InputItem) => {
		const text = body[field];
		const { ifTooLong = 'split' } = settings;
		const fits = typeof text !== 'string' || codePoints(text) <= maxLength;
		if (fits || ifTooLong !== 'split') return [body];
		const parts = split(text, maxLength, undivided?.(body));
		return parts.map((part) => ({ ...body, [field]: part.text, ...partOf?.(body, part) }));
	};
}

/** The result of an item from those of its parts: all rows with the numbers of their parts, or the first failure. */
export function joinParts({ thing }: Write, results: Result[]): Result {
	const { length } = results;
	const done = results.findIndex((result) => 'error' in result);
	const failed = results[done];
	if (failed && 'error' in failed) {
		const { error } = failed;
		if (done === 0 || !(error instanceof FailureError)) return failed;
		return { error: butThen(`${done} of ${length} ${thing}s were written`, error) };
	}
	const rows = results.flatMap((result, i) => {
		const own = 'rows' in result ? result.rows : [];
		return own.map((row) => (isObjectRow(row) ? { ...row, part: i + 1, parts: length } : row));
	});
	return { rows };
}
