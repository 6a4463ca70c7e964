/** A request body that notes which of its fields a handler reads, so that none of them is ignored in silence. */

const WATCHED = Symbol('The body without its watch');

/** The value with a watch: `seen` gets the path of each property that is read, those of list elements with `[]`. */
export function watched<T>(value: T, seen: Set<string>, path: string[] = []): T {
	if (typeof value !== 'object' || value === null) return value;
	const pathTo = (key: string) => [...path, Array.isArray(value) ? '[]' : key];
	return new Proxy(value, {
		get(target, key) {
			if (key === WATCHED) return target;
			const inner: unknown = Reflect.get(target, key);
			if (typeof key === 'symbol' || (Array.isArray(target) && !/^\d+$/.test(key))) return inner;
			const to = pathTo(key);
			seen.add(to.join('.'));
			return watched(inner, seen, to);
		},
	});
}

/** The value without its watch, for what reads all fields whatever they mean, such as the binding of a cursor. */
export function unwatched<T>(value: T): T {
	const plain: unknown = Object(value)[WATCHED];
	return (plain ?? value) as T;
}
