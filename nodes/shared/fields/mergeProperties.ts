/** An entry with the indexes of the lists that contain it. */
export interface Shared<T> {
	entry: T;
	lists: number[];
}

/**
 * Merges lists into one list that keeps the order of each. Entries with equal JSON become one entry if the order of
 * all lists allows it.
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
