import { orderRows, type Order, type Ordered } from '../store';

/** Normalizes a name for comparison: without case, with composed accents and normal width. */
export function fold(text: string): string {
	return text.normalize('NFKC').toLowerCase().trim();
}

/**
 * Rows with a name that contains the query, best first: full name, beginning, anywhere; then by identifier. An empty
 * query finds nothing. The contract documents neither matching nor order.
 */
export function matchNames<Row>(
	rows: Iterable<Row>,
	query: string,
	namesOf: (row: Row) => Array<string | undefined>,
	uidOf: (row: Row) => string,
): Ordered<Row> {
	const wanted = fold(query);
	const rank = (row: Row) =>
		Math.min(
			...namesOf(row).map((name) => {
				const at = wanted === '' ? -1 : fold(name ?? '').indexOf(wanted);
				if (at < 0) return Infinity;
				return at > 0 ? 2 : fold(name!).length > wanted.length ? 1 : 0;
			}),
		);
	const order: Order<Row> = { key: (row) => [rank(row), uidOf(row)], directions: [1, 1] };
	const matching = [...rows].filter((row) => rank(row) !== Infinity);
	return orderRows(matching, order);
}

/**
 * True if a filter accepts one of the values. A filter that is omitted accepts everything, an empty one nothing: the
 * contract defines only the meaning of omitting it.
 */
export function accepts<Value extends string>(
	wanted: ReadonlyArray<NoInfer<Value>> | undefined,
	...values: Value[]
): boolean {
	return wanted === undefined || values.some((value) => wanted.includes(value));
}
