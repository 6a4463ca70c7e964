/** An entry of several lists, with the indices of those that it is in. */
export interface Shared<T> {
	entry: T;
	lists: number[];
}

/**
 * Lists put together into one that has every list's entries in the list's own order. Entries that are
 * the same, as JSON, become one wherever the order allows it.
 */
export function mergeProperties<T>(lists: T[][]): Array<Shared<T>> {
	const merged: Array<Shared<T> & { json: string }> = [];
	for (const [i, list] of lists.entries()) {
		let position = 0;
		for (const entry of list) {
			const json = JSON.stringify(entry);
			const same = merged.findIndex((other, at) => at >= position && other.json === json);
			if (same >= 0) merged[same].lists.push(i);
			else merged.splice(position, 0, { entry, lists: [i], json });
			position = Math.max(position, same) + 1;
		}
	}
	return merged.map(({ entry, lists }) => ({ entry, lists }));
}
