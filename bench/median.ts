/** The median of every number in objects of the same kind. */
export function medianOf<T extends object>(list: T[]): T {
	const keys = Object.keys(list[0]) as Array<keyof T>;
	return Object.fromEntries(
		keys.map((key) => [key, median(list.map((each) => Number(each[key])))]),
	) as T;
}

function median(numbers: number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
