import type { IDataObject } from 'n8n-workflow';

import type { ReadContext, RunCache } from '../api/reading';
import type { Output } from './output';
import type { RowForm } from './rowForm';
import type { RowSettings } from './row';

/** Context of rows: the input item whose output shows them, or the poll whose events they are. */
export interface RowContext<Own extends object = object> extends ReadContext {
	/** Values of the fields that are not sent, by parameter name */
	settings: RowSettings & Own;
	/** Checked and converted request fields */
	body: IDataObject;
	form: () => Pick<RowForm, 'shows' | 'asksFor'>;
	run: {
		cache: RunCache;
		/** Tells something once for the whole run; of words about one thing the last ones */
		hint(words: string | undefined, about?: string): void;
		/** `wordsOf` is there for a caller that sees no form */
		caller?: { wordsOf?: unknown };
	};
	/** True for events: what cannot be read is missing, since a failure would make the next poll repeat all of them */
	isPoll?: true;
}

/**
 * Adds to rows what options or the output ask for, such as transcripts or the names of topics. The same one serves lists, exact
 * reads and the events of triggers.
 */
export interface Completion {
	/** Fields that every row gets, null if there is nothing to add. Without any, rows stay as they are */
	adds: (context: RowContext) => string[];
	complete: (rows: IDataObject[], context: RowContext) => Promise<IDataObject[]>;
	/** For Output As = Talk Time: makes a row for each speaker of all rows */
	talkTime?: { of: (rows: IDataObject[]) => IDataObject[]; output: Output };
}

/** The rows with what the completion adds. */
export async function complete(
	rows: IDataObject[],
	context: RowContext,
	completion?: Completion,
): Promise<IDataObject[]> {
	const added = completion?.adds(context) ?? [];
	if (added.length === 0) return rows;
	const none = Object.fromEntries(added.map((name) => [name, null]));
	return (await completion!.complete(rows, context)).map((row) => ({ ...none, ...row }));
}

/** True if the rows become a text with this field or these headings, so that the rows need it. */
export function textShows({ settings }: RowContext, field: string, heading?: string): boolean {
	const { outputAs, textFields = [], groupBy } = settings;
	if (outputAs !== 'text') return false;
	return textFields.includes(field) || (heading !== undefined && groupBy === heading);
}
