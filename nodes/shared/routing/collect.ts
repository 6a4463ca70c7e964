import { FailureError } from '../request/failure';

/** Most output items of one input item: of somewhat more n8n cannot take over all, and breaks off. */
export const OUTPUT = { maxRows: 100_000 };

/** Adds rows to those of an input item, however many; fails when they become too many. */
export function collect<T>(rows: T[], more: T[]): void {
	for (const row of more) rows.push(row);
	if (rows.length > OUTPUT.maxRows) throw tooMany();
}

/** The failure of an input item that has more results than n8n can take over. */
export function tooMany(): FailureError {
	return new FailureError({
		message: `There are more than ${OUTPUT.maxRows} results for one item`,
		description:
			'n8n cannot take over so many at once. Narrow the filters, or split the span of time over several input items.',
	});
}
