/** Nightly runs set HEAVY=1: the same tests with many more cases. */
export const HEAVY = process.env.HEAVY === '1';

/** Number of random histories of each trigger event. `.ci/run` plays 50; SIMULATIONS sets any number. */
export const SIMULATIONS = Number(process.env.SIMULATIONS ?? (HEAVY ? 20_000 : 20));

/** One of `every` cases, others for each `turn`; all of them with 100 simulations and more. */
export function share<T>(cases: readonly T[], every: number, turn: number): T[] {
	return SIMULATIONS < 100 ? cases.filter((_case, i) => (i + turn) % every === 0) : [...cases];
}

// More of them take more time than the general timeout, in every test file that has them
jest.setTimeout(600_000 + SIMULATIONS * 10_000);
