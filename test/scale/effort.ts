/** A few minutes in `.ci/run` (`SCALE=short`), everything nightly. */
export const SHORT = process.env.SCALE === 'short';
