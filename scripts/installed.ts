import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';

/** Installs the packages of a folder's lockfile, unless they are there. */
export function ensureInstalled(folder: string): void {
	const changed = (file: string) =>
		statSync(path.join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
	// npm writes its own lockfile last, when everything is installed
	if (changed('node_modules/.package-lock.json') >= changed('package-lock.json')) return;
	execFileSync('npm', ['ci', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
}
