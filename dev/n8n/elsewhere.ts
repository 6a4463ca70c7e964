import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from './client';
import { isReady, READY_TIMEOUT_MS } from './host';
import { installPackage, type PackedPackage } from './package';

/** An n8n that was not installed here, such as a container: the end-to-end tests put the package into its folder. */
export interface Elsewhere {
	/** Address of its editor and REST API (`N8N_URL`) */
	url: string;
	/** The folder that its `.n8n` is in (`N8N_HOME`) */
	home: string;
	/** Shell command that restarts it, and ends when it is about to answer again (`N8N_RESTART`) */
	restart: string;
}

/**
 * The n8n that the environment names; undefined where it names none.
 * @throws Error if it names only a part
 */
export function elsewhere({ N8N_URL, N8N_HOME, N8N_RESTART }: NodeJS.ProcessEnv) {
	if (!N8N_URL && !N8N_HOME && !N8N_RESTART) return undefined;
	if (!N8N_URL || !N8N_HOME || !N8N_RESTART) {
		throw new Error('Set all of N8N_URL, N8N_HOME and N8N_RESTART, or none of them.');
	}
	return { url: N8N_URL.replace(/\/$/, ''), home: path.resolve(N8N_HOME), restart: N8N_RESTART };
}

/** Puts the package into the n8n, restarts it, and waits until it answers. */
export async function installElsewhere(n8n: Elsewhere, packed: PackedPackage): Promise<void> {
	await installPackage(packed, n8n.home);
	// jest sets it to "test", with which n8n does not start
	const { NODE_ENV: _, ...env } = process.env;
	await promisify(execFile)('sh', ['-c', n8n.restart], { env });
	const answers = async () => (await isReady(n8n.url, false)) || undefined;
	await waitFor(`${n8n.url} to answer`, READY_TIMEOUT_MS, answers);
}
