import fc from 'fast-check';

import { createRandom, digest, type Random } from '../../dev/fake-service/random';

/**
 * The only source of random values in tests. Without SEED a run has the same ones as every other run, so that `npm test`
 * gives the same result twice; the nightly workflow sets a new SEED each night, which repeats its run.
 */
export const SEED = Number(process.env.SEED ?? 1);

/** A seed that depends on SEED and on what the values are for, such as the name of a test: others have other values. */
export function seedOf(...parts: unknown[]): number {
	return parseInt(digest(SEED, ...parts).slice(0, 7), 16);
}

/** Random values that depend on SEED and on what they are for. */
export function randomOf(...parts: unknown[]): Random {
	return createRandom(SEED, ...parts);
}

// For all properties that set no seed of their own
fc.configureGlobal({ seed: SEED });

export { fc };
