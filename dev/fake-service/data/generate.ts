import { AREAS } from '../../areas';
import type { Account, AccountData, Size } from '../account';
import type { AccountId } from '../auth';
import type { Seed, Seeding } from './seeding';

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
