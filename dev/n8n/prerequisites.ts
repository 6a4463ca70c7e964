import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { VERSION } from './versions';

const NEEDED_BYTES = 3 * 1024 ** 3;

/**
 * The prerequisites for installing and running n8n that this machine lacks, one sentence each, with the way to get
 * them. Empty if nothing is missing.
 */
export function missingPrerequisites(): string[] {
	if (process.platform === 'win32') {
		return ['Windows is not supported directly: run this inside WSL (https://aka.ms/wsl).'];
	}
	const missing: string[] = [];
	const major = Number(process.versions.node.split('.')[0]);
	const { bringsOwnNode, neededNodeMajor } = VERSION;
	if (!bringsOwnNode && major < neededNodeMajor) {
		missing.push(
			`Node ${neededNodeMajor} or later (this is ${process.version}), because n8n needs it: https://nodejs.org or your version manager.`,
		);
	}
	if (!runs('npm')) missing.push('npm, which is part of Node.js: https://nodejs.org.');
	const tools = missingCompilerTools();
	if (tools.length > 0) {
		missing.push(
			`${tools.join(', ')}, to build n8n's database driver: ${howToGetCompilerTools()}.`,
		);
	}
	const free = freeBytes();
	if (free < NEEDED_BYTES) {
		missing.push(
			`3 GB of free disk space for n8n (${(free / 1024 ** 3).toFixed(1)} GB are free in the folder of this checkout).`,
		);
	}
	return missing;
}

function missingCompilerTools(): string[] {
	const compilers = [process.env.CXX, 'g++', 'c++', 'clang++'].filter((name) => name);
	const missing: string[] = [];
	if (!runs(process.env.PYTHON || 'python3')) missing.push('python3');
	if (!runs('make')) missing.push('make');
	if (!compilers.some((compiler) => runs(compiler!))) missing.push('g++');
	return missing;
}

function howToGetCompilerTools(): string {
	return process.platform === 'darwin'
		? 'xcode-select --install'
		: 'sudo apt-get install python3 make g++ (Debian, Ubuntu) or sudo dnf install python3 make gcc-c++ (Fedora)';
}

function runs(command: string): boolean {
	return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}

function freeBytes(): number {
	const { bavail, bsize } = statfsSync(VERSION.folder);
	return bavail * bsize;
}
