/**
 * Writes all generated files: `npm run generate`. With `--check` it writes nothing, and fails if a file is outdated.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const isCheck = process.argv.includes('--check');

/** Folders that hold generated files alone: others are deleted. */
const WHOLE = ['docs/nodes'];

/** Files by path, one step after the other: pages are made from nodes, which are made from the contract. */
const STEPS = [
	async () => (await import('../contract/generate.ts')).contractFiles(),
	async () => (await import('./codex.ts')).codexFiles(),
	async () => (await import('../docs/files.ts')).docsFiles(),
	async () => (await import('../../bench/charts/files.ts')).chartFiles(),
];

async function main(): Promise<void> {
	const outdated: string[] = [];
	for (const step of STEPS) {
		const files = await step();
		for (const [file, text] of files) if (textOf(file) !== text) outdated.push(write(file, text));
		for (const folder of WHOLE.filter((each) => [...files.keys()].some(isIn(each)))) {
			const present = readdirSync(path.join(ROOT, folder)).map((name) => `${folder}/${name}`);
			outdated.push(...present.filter((file) => !files.has(file)).map((file) => write(file)));
		}
	}
	if (!isCheck || outdated.length === 0) return;
	console.error(`Not up to date: ${outdated.join(', ')}. Run npm run generate.`);
	process.exitCode = 1;
}

function isIn(folder: string) {
	return (file: string) => file.startsWith(`${folder}/`);
}

function textOf(file: string): string | undefined {
	const at = path.join(ROOT, file);
	return existsSync(at) ? readFileSync(at, 'utf8') : undefined;
}

/** Writes a file, or deletes it without a text, unless this is a check. Returns its path. */
function write(file: string, text?: string): string {
	if (isCheck) return file;
	if (text === undefined) rmSync(path.join(ROOT, file));
	else writeFileSync(path.join(ROOT, file), text);
	return file;
}

void main();
