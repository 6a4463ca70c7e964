/**
 * Runs a program of node_modules/.bin in a version of Node.js that n8n's engine of expressions loads in. The native package of
 * that engine, isolated-vm, has files for Node.js 24 and newer: `tsx dev/scripts/on-n8n-node.ts jest --selectProjects vm`. Where
 * there is no such version, it says so and runs nothing. That is a failure only if CI is set.
 */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

import { ensureN8n, isN8nInstalled } from '../n8n/install';
import { REPOSITORY } from '../n8n/paths';

const PROGRAMS = path.join(REPOSITORY, 'node_modules/.bin');
const SKIPPED = `Skipped: n8n's engine of expressions (isolated-vm) does not load in Node.js ${process.version}, and the Node.js that n8n is
installed with is not there. "npx tsx dev/scripts/install-n8n.ts" installs it (2.4 GB, some minutes). Or use Node.js 24.`;

async function main([program, ...options]: string[]): Promise<void> {
	const candidates = [process.execPath];
	if (isN8nInstalled()) candidates.unshift((await ensureN8n()).node);
	const node = candidates.find(loadsEngine);
	if (node === undefined) {
		console.log(SKIPPED);
		process.exitCode = process.env.CI ? 1 : 0;
		return;
	}
	const child = spawn(node, [path.join(PROGRAMS, program), ...options], { stdio: 'inherit' });
	child.once('exit', (code) => (process.exitCode = code ?? 1));
}

/** Whether a version of Node.js loads isolated-vm. It ends with an error where it has no file for the version. */
function loadsEngine(node: string): boolean {
	const loading = spawnSync(node, ['-e', 'require("isolated-vm")'], { cwd: REPOSITORY });
	return loading.status === 0;
}

void main(process.argv.slice(2));
