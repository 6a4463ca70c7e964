/** The values by their key, in the order of their first one. */
export function grouped<Value, Key>(
	values: Value[],
	keyOf: (value: Value) => Key,
): Map<Key, Value[]> {
	const groups = new Map<Key, Value[]>();
	for (const value of values) {
		const key = keyOf(value);
		groups.set(key, [...(groups.get(key) ?? []), value]);
	}
	return groups;
}

/** The value that occurs most often. */
export function commonest<Value>(values: Value[]): Value {
	const counts = [...grouped(values, (value) => value)];
	return counts.reduce((best, each) => (each[1].length > best[1].length ? each : best))[0];
}
