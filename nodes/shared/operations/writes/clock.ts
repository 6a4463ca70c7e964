import { Recent } from '../../transport/recent';

/** Latest business time that the node gave to something of an account, in Unix milliseconds. */
const latest = new Recent<string | null, number>();

/** The latest time that this process gave to something of an account; 0 if there is none. */
export function latestTime(account: string | null): number {
	return latest.get(account) ?? 0;
}

/** Notes that a time was given, so that no later run dates something before it. */
export function noteTime(account: string | null, at: number): void {
	latest.set(account, Math.max(latestTime(account), at));
}
