import { HEAVY } from '../support/effort';

/** Chance, and how to have it again: `SEED=7 npm run test:robustness`. */
export const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** Values tried for each operation, or each parameter. */
export const RUNS = HEAVY ? { answers: 300, inputs: 40 } : { answers: 5, inputs: 1 };
