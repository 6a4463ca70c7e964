/**
 * The people of the rows of one page, each once, and the index of each row among them. The contract has no order:
 * they are sorted by identifier and rotated from page to page, so that an index of the previous page means somebody
 * else.
 * @param step number of pages before this one
 * @param whoOf identifies the person of a row; a display name does not
 */
export function castOf<Row>(rows: Row[], step: number, whoOf: (row: Row) => string) {
	const sorted = [...new Set(rows.map(whoOf))].sort();
	const first = sorted.length > 0 ? step % sorted.length : 0;
	const cast = [...sorted.slice(first), ...sorted.slice(0, first)];
	return { cast, indexOf: (row: Row) => cast.indexOf(whoOf(row)) };
}
