/**
 * Writes the generated files and says which have changed: `npm run generate`, or a step of it such as
 * `npm run generate types`. With `--check` it writes nothing, and fails if a file is outdated.
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
const STEPS: Record<string, () => Promise<Map<string, string>>> = {
	types: async () => (await import('../contract/generate.ts')).contractFiles(),
	schemas: async () => (await import('../outputSchemas/outputSchemas.ts')).schemaFiles(),
	docs: async () => (await import('../docs/files.ts')).docsFiles(),
	charts: async () => (await import('../../bench/charts/files.ts')).chartFiles(),
};

async function main(): Promise<void> {
	const names = process.argv.slice(2).filter((each) => each !== '--check');
	const unknown = names.filter((name) => !Object.hasOwn(STEPS, name));
	if (unknown.length > 0)
		throw new Error(
			`There is no step ${unknown.join(', ')}. Steps: ${Object.keys(STEPS).join(', ')}`,
		);

	const outdated: string[] = [];
	for (const name of names.length > 0 ? names : Object.keys(STEPS)) {
		const changed = filesToChange(await STEPS[name]());
		for (const [file, text] of changed) if (!isCheck) write(file, text);
		outdated.push(...changed.keys());
		if (!isCheck) console.log(`${name}: ${[...changed.keys()].join(', ') || 'up to date'}`);
	}
	if (!isCheck || outdated.length === 0) return;
	console.error(`Not up to date: ${outdated.join(', ')}. Run npm run generate.`);
	process.exitCode = 1;
}

/** The files that are not as they should be, with their text; those to delete have none. */
function filesToChange(files: Map<string, string>): Map<string, string | undefined> {
	const made = [...files.keys()];
	const whole = WHOLE.filter((place) => made.some((file) => place.test(file)));
	const stale = present().filter(
		(file) => !files.has(file) && whole.some((place) => place.test(file)),
	);
	const changed = [...files].filter(([file, text]) => textOf(file) !== text);
	return new Map([...changed, ...stale.map((file): [string, undefined] => [file, undefined])]);
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

/** Writes a file, or deletes it without a text. */
function write(file: string, text: string | undefined): void {
	const at = path.join(ROOT, file);
	if (text === undefined) rmSync(at);
	else {
		mkdirSync(path.dirname(at), { recursive: true });
		writeFileSync(at, text);
	}
}

void main();
