import path from 'node:path';

/** Root of the checkout. */
export const REPOSITORY = path.resolve(__dirname, '../..');

/**
 * Folder with the package.json and lockfile that pin n8n, and with the install in its node_modules. It is separate
 * so that nothing here is resolved from n8n's thousands of packages.
 */
export const N8N_FOLDER = path.join(__dirname, 'pinned');

/** Generated files of builds, installs and runs; ignored by git and safe to delete. */
export const CACHE = path.join(REPOSITORY, '.cache');
