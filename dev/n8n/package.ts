import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { CACHE, REPOSITORY } from './paths';

const run = promisify(execFile);

export interface PackedPackage {
	/** Name of the package, the first part of its node types' names. */
	name: string;
	version: string;
	/** Path of the `npm pack` archive. */
	file: string;
}

/**
 * Builds the package and packs it as for publishing. It always builds, since a reliable check for changes takes
 * about as long, unless the environment variable PACKED names an archive.
 * @throws Error with the output of the build if it fails
 */
export async function packPackage(): Promise<PackedPackage> {
	const manifest = readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8');
	const { name, version } = JSON.parse(manifest) as PackedPackage;
	const { PACKED } = process.env;
	if (PACKED) return { name, version, file: PACKED };
	mkdirSync(CACHE, { recursive: true });
	await npm('run', 'build');
	await npm('pack', '--pack-destination', CACHE);
	return { name, version, file: path.join(CACHE, `${name}-${version}.tgz`) };
}

/**
 * Unpacks the package to n8n's folder of installed community packages, in place of an earlier one, so that node
 * types have the same names as for users.
 * @param home n8n's user folder; n8n must not be running
 */
export async function installPackage(packed: PackedPackage, home: string): Promise<void> {
	const folder = path.join(home, '.n8n/nodes/node_modules', packed.name);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	await run('tar', ['-xzf', packed.file, '-C', folder, '--strip-components=1']);
}

async function npm(...npmArguments: string[]): Promise<void> {
	try {
		await run('npm', npmArguments, { cwd: REPOSITORY });
	} catch (error) {
		const { stdout, stderr } = error as { stdout: string; stderr: string };
		throw new Error(`"npm ${npmArguments.join(' ')}" failed:\n${stdout}${stderr}`);
	}
}
