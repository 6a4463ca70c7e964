import { orderRows, type Ordered } from '../store';

/**
 * Rows with a name that contains the query literally, with case and blanks, without wildcards. The contract has no
 * order of candidates: by identifier, which is random.
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
