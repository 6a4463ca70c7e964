import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
import { fold } from '../fold';
import type { Setting } from '../form/field';
import { lastsEnough } from '../form/minimumDuration';
import type { FilterValues, Reader, RowFilter } from './event';

/** The filter on words of a text. `texts` says whose text counts. */
export function textContains(texts: string): Setting {
	return {
		displayName: 'Text Contains',
		name: 'textContains',
		type: 'string',
		default: '',
		placeholder: 'e.g. invoice, refund',
		description: `Only ${texts} has one of these words or word parts, separated by commas`,
		limits: { list: { maxItems: 20 } },
	};
}

/** True where the user has entered words to look for. */
export function looksForWords({ own }: FilterValues): boolean {
	return own.textContains !== undefined;
}

/**
 * Fails where the user looks for words in a text that cannot be read: it is no text without them, and is read again by
 * the next polls.
 */
export function refuseUnreadable(values: FilterValues, text: unknown): void {
	if (text !== null || !looksForWords(values)) return;
	throw new FailureError({ message: 'The service has no text of it at the moment' });
}

/** True where one of the texts contains one of the words; always, where the user looks for none. */
export function containsWords({ own }: FilterValues, texts: unknown[]): boolean {
	if (own.textContains === undefined) return true;
	const words = own.textContains;
	const folded = texts.map((text) => fold(String(text ?? '')));
	return words.some((word) => folded.some((text) => text.includes(fold(word))));
}

/** The filter of events by Minimum Duration. `mayGrow` is true for a row whose duration is not final. */
export function ofMinimumDuration(mayGrow: RowFilter['mayBecomeWanted']): RowFilter {
	return { keeps: (row, { own }) => lastsEnough(row, own), mayBecomeWanted: mayGrow };
}

const IGNORE_MY_OWN = 'Ignore My Own';

/** Option to ignore what the account itself wrote. `things` is a plural noun. */
export function ignoreMyOwn(things: string): Setting {
	return {
		displayName: IGNORE_MY_OWN,
		name: 'ignoreMyOwn',
		type: 'boolean',
		default: true,
		description: `Whether to ignore ${things} that you wrote, such as those of this workflow`,
	};
}

/** The rows that the account did not write itself; all of them where the user wants its own too. */
export async function withoutMyOwn(
	rows: IDataObject[],
	{ own, self, leftOutBy }: Reader,
	authorOf: (row: IDataObject) => unknown,
): Promise<IDataObject[]> {
	if (own.ignoreMyOwn === false || rows.length === 0) return rows;
	const me = await self();
	const others = rows.filter((row) => authorOf(row) !== me);
	if (others.length < rows.length) leftOutBy(IGNORE_MY_OWN);
	return others;
}
