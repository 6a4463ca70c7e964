import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

/** The checkout that is tested. */
export const ROOT = path.resolve(__dirname, '../..');

/** The text of a file of the checkout. */
export const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** The cells of all tables of a page under a heading, without the heads of the tables. */
export function rowsOf(page: string, heading: string): string[][] {
	const [, section = ''] = read(page).split(new RegExp(`^#+ ${heading}\\n`, 'm'));
	const tables = section.split(/^#+ /m)[0].match(/(?:^\|.*\n)+/gm) ?? [];
	if (tables.length === 0) throw new Error(`${page} has no table under '${heading}'`);
	return tables.flatMap((table) =>
		table
			.trim()
			.split('\n')
			.slice(2)
			.map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()))
			.map((cells) => cells.slice(1, -1)),
	);
}

/** Directories that git does not track, by name as .gitignore lists them. */
const untracked = new Set([
	'.git',
	...read('.gitignore')
		.split('\n')
		.filter((line) => line.endsWith('/'))
		.map((line) => line.slice(0, -1)),
]);

/** All files below a directory of the checkout, as paths from its root. */
export function filesIn(directory: string): string[] {
	return readdirSync(path.join(ROOT, directory), { withFileTypes: true }).flatMap((entry) => {
		const file = path.posix.join(directory, entry.name);
		if (entry.isDirectory()) return untracked.has(entry.name) ? [] : filesIn(file);
		return entry.isFile() ? [file] : [];
	});
}

/** Copies the checkout to a folder, with its installed packages as a link. */
export function copyTo(folder: string): void {
	for (const file of filesIn('.')) cpSync(path.join(ROOT, file), path.join(folder, file));
	linkModules(folder);
}

/** Gives a folder the installed packages of the checkout. */
export function linkModules(folder: string): void {
	symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
}
