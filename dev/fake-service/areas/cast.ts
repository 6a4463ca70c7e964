/**
 * Who is behind the rows of one page, each once, and where each row finds its own among them.
 * The contract shows no order. They are ordered by identifier and shifted by one from page to page,
 * so that an index kept from the page before means somebody else.
 * @param step how many pages were given before this one
 * @param whoOf identifies the person of a row; a display name does not
 */
export function castOf<Row>(rows: Row[], step: number, whoOf: (row: Row) => string) {
	const sorted = [...new Set(rows.map(whoOf))].sort();
	const first = sorted.length > 0 ? step % sorted.length : 0;
	const cast = [...sorted.slice(first), ...sorted.slice(0, first)];
	return { cast, indexOf: (row: Row) => cast.indexOf(whoOf(row)) };
}
