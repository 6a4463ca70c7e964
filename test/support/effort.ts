import { SEED, seedOf } from './random';

/** Nightly runs set HEAVY=1: the same tests with many more cases. */
export const HEAVY = process.env.HEAVY === '1';

/**
 * `npm test` runs one of so many cases of large tables. `.ci/run` runs all of them, and one of three of those that it repeats
 * with the other engine of expressions. Jest on its own runs all.
 */
const SHARE = HEAVY ? 1 : Number(process.env.SHARE ?? 1);

/** Number of random histories of each trigger event. `.ci/run` plays 50; SIMULATIONS sets any number. */
export const SIMULATIONS = Number(
	process.env.SIMULATIONS ?? (HEAVY ? 20_000 : Math.ceil(20 / SHARE)),
);

/** Numbers of the tables of a test file so far: tables with the same rows run others of them. */
const tables = { share: 0, shareOf: 0 };

/** The cases of a large table that this run has time for, others with each SEED, also in a table within another one. */
export function share<T>(cases: readonly T[]): T[] {
	return partOf(SHARE, cases, seedOf('share', tables.share++));
}

/** One of `every` cases, others for each `turn` and SEED; all of them with 100 simulations and more. */
export function shareOf<T>(every: number, cases: readonly T[], turn = tables.shareOf++): T[] {
	return partOf(SIMULATIONS < 100 ? every : 1, cases, turn + SEED);
}

/** One of `every` cases, but at least one, since jest refuses a table without rows. */
export function partOf<T>(every: number, cases: readonly T[], turn: number): T[] {
	const chosen = cases.filter((_case, i) => (i + turn) % every === 0);
	return chosen.length > 0 ? chosen : cases.slice(0, 1);
}

// More of them take more time than the general timeout, in every test file that has them
jest.setTimeout(600_000 + SIMULATIONS * 10_000);
