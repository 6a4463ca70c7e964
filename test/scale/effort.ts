/** A few minutes in `.ci/run` (`SCALE=short`), everything nightly. */
export const SHORT = process.env.SCALE === 'short';

/** Chance, and how to have it again: `SEED=7 npm run test:scale`. */
export const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
