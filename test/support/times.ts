/** A time as in simplified outputs of a workflow with the time zone UTC. */
export function iso(time: number): string {
	return new Date(time).toISOString();
}

/** A copy of an object of the service with its times (fields that end in `_at`) as text, in UTC. */
export function withIsoTimes(row: object): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(row)
			.filter(([, value]) => value !== undefined)
			.map(([key, value]: [string, unknown]) => [
				key,
				key.endsWith('_at') && typeof value === 'number' ? iso(value) : value,
			]),
	);
}
