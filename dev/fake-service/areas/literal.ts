import { orderRows, type Ordered } from '../store';

/**
 * Rows of which a name contains the query literally: as written, with its case and blanks, without
 * wildcards. The contract shows no order of candidates: by identifier, which tells a reader nothing.
 */
export function matchLiterally<Row>(
	rows: Iterable<Row>,
	query: string,
	namesOf: (row: Row) => Array<string | undefined>,
	uidOf: (row: Row) => string,
): Ordered<Row> {
	return orderRows(
		[...rows].filter((row) => namesOf(row).some((name) => name?.includes(query))),
		{ key: (row) => [uidOf(row)], directions: [1] },
	);
}
