import path from 'node:path';

/** Root of the checkout. */
export const REPOSITORY = path.resolve(__dirname, '../..');

/** Everything made while building, installing or running; ignored by git and safe to delete. */
export const CACHE = path.join(REPOSITORY, '.cache');
