/** Time in an entry of a list: to the minute, in UTC. */
export function formatTime(time: unknown): string {
	const date = new Date(time as number | string);
	if (Number.isNaN(date.getTime())) return 'unknown time';
	return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
