import { AREAS } from '../../areas';
import type { Account, AccountData, Size } from '../account';
import type { AccountId } from '../auth';
import type { Seed, Seeding } from './seeding';

/** Generated accounts as they were made, the last ones that were asked for, by what they were made from. */
const generated = new Map<string, Account>();

/** Accounts of two services, which have two each. */
const KEPT = 4;

/**
 * An account whose data is generated on first use.
 * @param told data instead of generated data
 */
export function createAccount(seeding: Seeding, told?: Partial<AccountData>): Account {
	if (told) return generate(seeding, told);
	const source = JSON.stringify(seeding);
	const made = generated.get(source) ?? generate(seeding, {});
	generated.delete(source);
	generated.set(source, made);
	if (generated.size > KEPT) generated.delete(generated.keys().next().value!);

	// A copy is made in a tenth of the time that generating takes, and tests reset a service some ten thousand times
	const copies = new Map<object, object>();
	const copied = new Map<string, unknown>();
	return accountWith(seeding, (name) => {
		if (!copied.has(name)) copied.set(name, copyOf(made[name], copies));
		return copied.get(name);
	});
}

function generate(seeding: Seeding, told: Partial<AccountData>): Account {
	const made = new Map<Seed, Partial<AccountData>>();
	const account: Account = accountWith(seeding, (name, seed) => {
		if (name in told) return told[name];
		if (!made.has(seed)) made.set(seed, seed(seeding, account));
		return made.get(seed)![name];
	});
	return account;
}

function accountWith(
	seeding: Seeding,
	valueOf: (name: keyof AccountData, seed: Seed) => unknown,
): Account {
	const account = { id: seeding.account, keyed: new Map() } as Account;
	for (const [name, seed] of AREAS.flatMap(({ data = {} }) => Object.entries(data))) {
		Object.defineProperty(account, name, { get: () => valueOf(name as keyof AccountData, seed) });
	}
	return account;
}

/** A deep copy of data, with the classes of its parts. What stands in several places of it does so in the copy. */
function copyOf(value: unknown, copies: Map<object, object>): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const known = copies.get(value);
	if (known) return known;
	if (value instanceof Map) {
		const map = new (value.constructor as MapConstructor)();
		copies.set(value, map);
		value.forEach((row, key) => map.set(key, copyOf(row, copies)));
		return map;
	}
	const copy = (
		Array.isArray(value)
			? [...(value as unknown[])]
			: Object.assign(Object.create(Object.getPrototypeOf(value) as object) as object, value)
	) as Record<string, unknown>;
	copies.set(value, copy);
	for (const key of Object.keys(copy)) {
		if (typeof copy[key] === 'object') copy[key] = copyOf(copy[key], copies);
	}
	return copy;
}

/** Numbers of rows of an account, unless told otherwise. */
export function sizesOf(account: AccountId): Size {
	const sizes = AREAS.flatMap(({ sizes: all = {} }) => Object.entries(all));
	return Object.fromEntries(sizes.map(([name, each]) => [name, each[account]])) as unknown as Size;
}
