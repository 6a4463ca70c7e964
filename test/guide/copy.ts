import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { copyTo } from '../support/repository';

/** A copy of the repository, in which commands run. */
export class Copy {
	readonly folder = mkdtempSync(path.join(tmpdir(), 'guide-'));

	constructor() {
		copyTo(this.folder);
		// Some checks ask git for the files of the repository
		for (const command of ['init', 'add .'])
			execFileSync('git', command.split(' '), { cwd: this.folder, stdio: 'ignore' });
	}

	read(file: string): string {
		return readFileSync(path.join(this.folder, file), 'utf8');
	}

	/** Runs a command; if it failed, returns the end of what it printed, where jest lists the failed tests. */
	async failureOf([command, ...rest]: string[]): Promise<string> {
		// In the environment of a shell: with NODE_ENV=test, n8n's lint rules look at other files
		const { JEST_WORKER_ID: _id, NODE_ENV: _env, ...env } = process.env;
		try {
			await promisify(execFile)(command, rest, { cwd: this.folder, env, maxBuffer: 1e8 });
			return '';
		} catch (error) {
			const { stdout, stderr } = error as { stdout: string; stderr: string };
			const end = `${stdout}${stderr}`.split('\n').slice(-50).join('\n');
			return `${[command, ...rest].join(' ')} failed:\n${end}`;
		}
	}
}

/** Makes copies that are deleted when the tests of a file have ended. */
export function useCopies(): () => Copy {
	const copies: Copy[] = [];
	afterAll(() => copies.forEach(({ folder }) => rmSync(folder, { recursive: true })));
	return () => {
		const copy = new Copy();
		copies.push(copy);
		return copy;
	};
}
