/**
 * Writes all generated files: `npm run generate`. With `--check` it writes nothing, and fails if a file is outdated.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// n8n's engine logs every failed node, and some answers of the output schemas are failures
process.env.N8N_LOG_LEVEL = 'silent';

const ROOT = path.join(__dirname, '../..');
const isCheck = process.argv.includes('--check');

/** Places that hold generated files alone: others are deleted. */
const WHOLE = [/^docs\/nodes\//, /^nodes\/\w+\/__schema__\//];

/** Files by path, one step after the other: pages are made from nodes, which are made from the contract. */
const STEPS = [
	async () => (await import('../contract/generate.ts')).contractFiles(),
	async () => (await import('./codex.ts')).codexFiles(),
	async () => (await import('../outputSchemas/outputSchemas.ts')).schemaFiles(),
	async () => (await import('../docs/files.ts')).docsFiles(),
	async () => (await import('../../bench/charts/files.ts')).chartFiles(),
];

async function main(): Promise<void> {
	const outdated: string[] = [];
	for (const step of STEPS) {
		const files = await step();
		for (const [file, text] of files) if (textOf(file) !== text) outdated.push(write(file, text));
		const made = [...files.keys()];
		const whole = WHOLE.filter((place) => made.some((file) => place.test(file)));
		const stale = present().filter(
			(file) => !files.has(file) && whole.some((place) => place.test(file)),
		);
		outdated.push(...stale.map((file) => write(file)));
	}
	if (!isCheck || outdated.length === 0) return;
	console.error(`Not up to date: ${outdated.join(', ')}. Run npm run generate.`);
	process.exitCode = 1;
}

/** All files of the folders that generated files stand in. */
function present(): string[] {
	return ['docs', 'nodes'].flatMap((folder) =>
		readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name))),
	);
}

function textOf(file: string): string | undefined {
	const at = path.join(ROOT, file);
	return existsSync(at) ? readFileSync(at, 'utf8') : undefined;
}

/** Writes a file, or deletes it without a text, unless this is a check. Returns its path. */
function write(file: string, text?: string): string {
	if (isCheck) return file;
	const at = path.join(ROOT, file);
	if (text === undefined) rmSync(at);
	else {
		mkdirSync(path.dirname(at), { recursive: true });
		writeFileSync(at, text);
	}
	return file;
}

void main();
