/** Nightly runs set HEAVY=1: the same tests with many more cases. */
export const HEAVY = process.env.HEAVY === '1';

/** Number of random histories of each trigger event. `.ci/run` plays 300; SIMULATIONS sets any number. */
export const SIMULATIONS = Number(process.env.SIMULATIONS ?? (HEAVY ? 20_000 : 60));

// More of them take more time than the general timeout, in every test file that has them
jest.setTimeout(600_000 + SIMULATIONS * 10_000);
