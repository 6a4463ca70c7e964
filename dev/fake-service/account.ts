import { AREAS } from '../areas';
import type { AccountId } from './auth';
import type { Seeding } from './data/seeding';

/** The data of an account; each area declares its part. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface AccountData {}

/** Number of rows to generate; each area declares its kinds. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Size {}

/** Generates a part of the data. */
export type Seed<Name extends keyof AccountData = never> = (
	seeding: Seeding,
	account: AccountData,
) => Pick<AccountData, Name>;

/** One account. Tests may read and change its data; after a change of a row's times, set the row again (see Store). */
export interface Account extends AccountData {
	readonly id: AccountId;
	/** Outcomes of items with an idempotency key, by operation and key. */
	readonly keyed: Map<string, { content: string; outcome: unknown }>;
}

/**
 * An account whose data is generated on first use.
 * @param told data instead of generated data
 */
export function createAccount(seeding: Seeding, told: Partial<AccountData> = {}): Account {
	const account = { id: seeding.account, keyed: new Map() } as Account;
	const made = new Map<Seed, Partial<AccountData>>();
	for (const [name, seed] of AREAS.flatMap(({ data = {} }) => Object.entries(data))) {
		const get = () => {
			if (!made.has(seed)) made.set(seed, seed(seeding, account));
			return made.get(seed)![name as keyof AccountData];
		};
		Object.defineProperty(
			account,
			name,
			name in told ? { value: told[name as keyof AccountData] } : { get },
		);
	}
	return account;
}

/** Numbers of rows of an account, unless told otherwise. */
export function sizesOf(account: AccountId): Size {
	const sizes = AREAS.flatMap(({ sizes: all = {} }) => Object.entries(all));
	return Object.fromEntries(sizes.map(([name, each]) => [name, each[account]])) as unknown as Size;
}
