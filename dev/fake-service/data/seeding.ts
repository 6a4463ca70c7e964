import type { AccountData, Size } from '../account';
import type { AccountId } from '../auth';
import { createRandom, type Random } from '../random';

/** Inputs of the generated data. Equal inputs give equal data, including identifiers. */
export interface Seeding {
	seed: number;
	account: AccountId;
	/** Time around which the data lies, in Unix milliseconds. */
	now: number;
	size: Size;
}

/** Generates a part of the data. */
export type Seed<Name extends keyof AccountData = never> = (
	seeding: Seeding,
	account: AccountData,
) => Pick<AccountData, Name>;

/** Random numbers of one kind of data, independent of other kinds. */
export function randomFor(seeding: Seeding, kind: string): Random {
	return createRandom(seeding.seed, seeding.account, kind);
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
