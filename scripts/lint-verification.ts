import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { ensureInstalled } from './installed';

/**
 * n8n's strict lint, with n8n's own command and its default configuration, on a copy of what is published.
 * In place it would judge tests and tools too, by rules that are made for published code.
 *
 * Installs n8n's command in `verification` if it is missing or older than the lockfile. Exits 1 on any finding.
 */

const root = path.resolve(__dirname, '..');
const FOLDER = path.join(root, 'verification');
/** Inside the folder, so that the copy finds n8n's command and n8n-workflow. */
const COPY = path.join(FOLDER, 'package');

/** Files that n8n's review reads, and the files that they refer to. */
const PUBLISHED = [
	'package.json',
	'tsconfig.json',
	'README.md',
	'LICENSE.md',
	'credentials',
	'icons',
	'nodes',
];

/** The only configuration that n8n accepts with `n8n.strict`. */
const DEFAULT_CONFIG = `import { config } from '@n8n/node-cli/eslint';

export default config;
`;

function main(): void {
	ensureInstalled(FOLDER);
	rmSync(COPY, { recursive: true, force: true });
	mkdirSync(COPY);
	for (const name of PUBLISHED) {
		cpSync(path.join(root, name), path.join(COPY, name), { recursive: true });
	}
	writeFileSync(path.join(COPY, 'eslint.config.mjs'), DEFAULT_CONFIG);
	run(path.join(FOLDER, 'node_modules/.bin/n8n-node'), ['lint'], COPY);
	console.log("n8n's strict lint passed.");
}

function run(command: string, commandArguments: string[], cwd: string): void {
	execFileSync(command, commandArguments, { cwd, stdio: 'inherit' });
}

try {
	main();
} catch (error) {
	// The command itself has said what is wrong
	console.error((error as Error).message);
	process.exitCode = 1;
}
