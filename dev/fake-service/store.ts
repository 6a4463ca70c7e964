/** Values of a row that determine its position; compared one after the other. */
export type Key = Array<string | number>;

/** An order of rows. `key` must be unique, so that a page can continue after it. */
export interface Order<Row> {
	key(row: Row): Key;
	/** 1 ascending, -1 descending, for each value of the key. */
	directions: Array<1 | -1>;
}

export function compareKeys(a: Key, b: Key, directions: Array<1 | -1>): number {
	for (let i = 0; i < directions.length; i++) {
		if (a[i] !== b[i]) return a[i] < b[i] ? -directions[i] : directions[i];
	}
	return 0;
}

/** The rows in an order, each with its key. */
export interface Ordered<Row> {
	rows: Row[];
	keys: Key[];
	directions: Array<1 | -1>;
}

export function orderRows<Row>(rows: Iterable<Row>, order: Order<Row>): Ordered<Row> {
	const pairs = Array.from(rows, (row) => ({ row, key: order.key(row) }));
	pairs.sort((a, b) => compareKeys(a.key, b.key, order.directions));
	return {
		rows: pairs.map(({ row }) => row),
		keys: pairs.map(({ key }) => key),
		directions: order.directions,
	};
}

/**
 * Rows by identifier. Sorted lists are cached until a row is set or deleted, so that paging through 100,000 rows
 * does not sort them for each page. After a row was changed in place, `set` it again to update its position.
 */
export class Store<Row> extends Map<string, Row> {
	readonly #lists = new Map<Order<Row>, Ordered<Row>>();

	override set(uid: string, row: Row): this {
		if (this.#lists.size > 0) this.#lists.clear();
		return super.set(uid, row);
	}

	override delete(uid: string): boolean {
		this.#lists.clear();
		return super.delete(uid);
	}

	override clear(): void {
		this.#lists.clear();
		super.clear();
	}

	/** All rows in an order (a constant object, since it is the key of the cached list). */
	in(order: Order<Row>): Ordered<Row> {
		let list = this.#lists.get(order);
		if (!list) this.#lists.set(order, (list = orderRows(this.values(), order)));
		return list;
	}
}
