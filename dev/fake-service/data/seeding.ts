import type { AccountId } from '../auth';
import { createRandom, type Random } from '../random';

/** Number of rows to generate, for each account. */
export interface Size {
	people: number;
	records: number;
	arrangements: number;
	importedConversations: number;
	recordings: number;
	/** Versions of summaries and timelines. */
	summaries: number;
	calls: number;
	/** Without the records in chats. */
	messages: number;
	bots: number;
	/** Teams that the account is in. */
	teams: number;
	/** World records. */
	posts: number;
}

export const defaultSizes: Record<AccountId, Size> = {
	a: {
		people: 60,
		records: 400,
		arrangements: 60,
		importedConversations: 40,
		recordings: 120,
		summaries: 135,
		calls: 400,
		messages: 4000,
		bots: 6,
		teams: 8,
		posts: 120,
	},
	b: {
		people: 12,
		records: 40,
		arrangements: 10,
		importedConversations: 6,
		recordings: 8,
		summaries: 9,
		calls: 20,
		messages: 200,
		bots: 2,
		teams: 2,
		posts: 20,
	},
};

/** Inputs of the generated data. Equal inputs give equal data, including identifiers. */
export interface Seeding {
	seed: number;
	account: AccountId;
	/** Time around which the data lies, in Unix milliseconds. */
	now: number;
	size: Size;
}

/** Random numbers of one kind of data, independent of other kinds. */
export function randomFor(seeding: Seeding, kind: string): Random {
	return createRandom(seeding.seed, seeding.account, kind);
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
