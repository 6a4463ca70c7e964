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
	const woven: Array<Shared<T> & { json: string }> = [];
	for (const [i, list] of lists.entries()) {
		let place = 0;
		for (const entry of list) {
			const json = JSON.stringify(entry);
			const same = woven.findIndex((other, at) => at >= place && other.json === json);
			if (same >= 0) woven[same].lists.push(i);
			else woven.splice(place, 0, { entry, lists: [i], json });
			place = Math.max(place, same) + 1;
		}
	}
	return woven.map(({ entry, lists }) => ({ entry, lists }));
}
