/**
 * Makes docs/charts and the tables of pages from bench/results.json: `npm run docs`. With `--check` it writes nothing,
 * and fails if one is outdated.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

import { charts } from './charts';
import { withTables } from './tables';

const DOCS = path.join(__dirname, '../../docs');
const PAGES = ['performance.md', 'scaling.md'].map((name) => path.join(DOCS, name));

async function main(): Promise<void> {
	const texts = new Map<string, string>();
	for (const [name, svg] of charts()) texts.set(path.join(DOCS, 'charts', name), svg);
	for (const page of PAGES) {
		const options = { ...(await resolveConfig(page)), filepath: page };
		texts.set(page, await format(withTables(readFileSync(page, 'utf8')), options));
	}
	const changed = [...texts].filter(
		([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text,
	);
	if (!process.argv.includes('--check')) {
		for (const [file, text] of changed) writeFileSync(file, text);
		return;
	}
	if (changed.length === 0) return;
	const names = changed.map(([file]) => path.relative('', file)).join(', ');
	console.error(`Not made from bench/results.json: ${names}. Run npm run docs.`);
	process.exitCode = 1;
}

void main();
