/** A request body that notes which of its fields a handler reads, so that none of them is ignored in silence. */

/** The values behind their watches */
const plain = new WeakMap<object, unknown>();

/**
 * A copy of the value that notes what is read: `seen` gets the path of each property, those of list elements with `[]`.
 * After the first time a property is read like any other, since handlers compare it with thousands of rows.
 */
export function watched<T>(value: T, seen: Set<string>, path: string[] = []): T {
	if (typeof value !== 'object' || value === null) return value;
	const copy: object = Array.isArray(value) ? [] : {};
	for (const [key, inner] of Object.entries(value)) {
		const to = [...path, Array.isArray(value) ? '[]' : key];
		const set = (now: unknown) =>
			Object.defineProperty(copy, key, { value: now, writable: true, enumerable: true });
		Object.defineProperty(copy, key, {
			configurable: true,
			enumerable: true,
			get() {
				seen.add(to.join('.'));
				const read: unknown = watched(inner, seen, to);
				set(read);
				return read;
			},
			set,
		});
	}
	plain.set(copy, value);
	return copy as T;
}

/** The value without its watch, for what reads all fields whatever they mean, such as the binding of a cursor. */
export function unwatched<T>(value: T): T {
	return (plain.get(Object(value)) ?? value) as T;
}
