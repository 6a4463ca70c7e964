import type { AccountId } from '../auth';
import { createRandom, type Random } from '../random';

/** How many rows to make, per account. */
export interface Size {
	people: number;
	records: number;
	arrangements: number;
}

export const defaultSizes: Record<AccountId, Size> = {
	a: { people: 60, records: 400, arrangements: 60 },
	b: { people: 12, records: 40, arrangements: 10 },
};

/** What data is made from. The same gives the same data, down to the identifiers. */
export interface Seeding {
	seed: number;
	account: AccountId;
	/** Unix milliseconds: data lies around this moment. */
	now: number;
	size: Size;
}

/** Random numbers of one kind of data; other kinds do not change them. */
export function randomFor(seeding: Seeding, kind: string): Random {
	return createRandom(seeding.seed, seeding.account, kind);
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
