import type { AccountId } from './auth';

/** The data of an account; each area declares its part. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface AccountData {}

/** Number of rows to generate; each area declares its kinds. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Size {}

/** One account. Tests may read and change its data; after a change of a row's times, set the row again (see Store). */
export interface Account extends AccountData {
	readonly id: AccountId;
	/** Outcomes of items with an idempotency key, by operation and key. */
	readonly keyed: Map<string, { content: string; outcome: unknown }>;
}
