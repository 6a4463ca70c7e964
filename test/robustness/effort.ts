import { HEAVY } from '../support/effort';

/** Seed of random tests; `SEED=7 PART=robustness npm run test:heavy` repeats a run. */
export const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** Number of values for each operation, or each parameter. */
export const RUNS = HEAVY
	? { answers: 300, inputs: 40, names: 100 }
	: { answers: 5, inputs: 1, names: 3 };
