import path from 'node:path';

/** Root of the checkout. */
export const REPOSITORY = path.resolve(__dirname, '../..');

/**
 * Folder with the package.json and lockfile that pin n8n; its node_modules holds the install. It is
 * a folder of its own so that nothing here is resolved from n8n's thousands of packages.
 */
export const N8N_FOLDER = path.join(__dirname, 'pinned');

/** Everything made while building, installing or running; ignored by git and safe to delete. */
export const CACHE = path.join(REPOSITORY, '.cache');
