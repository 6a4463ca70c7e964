/**
 * Writes docs/nodes, the pages about the nodes: `npm run docs`. With `--check` it writes nothing, and fails if a
 * page is outdated.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { pages } from './pages';
import { Runs } from './runs';

const FOLDER = path.join(__dirname, '../../docs/nodes');

async function main(): Promise<void> {
	const runs = await Runs.start();
	const texts = await pages(runs).finally(async () => await runs.close());
	const present = readdirSync(FOLDER);
	const gone = present.filter((file) => !texts.has(file));
	const changed = [...texts].filter(
		([file, text]) =>
			!present.includes(file) || readFileSync(path.join(FOLDER, file), 'utf8') !== text,
	);
	if (!process.argv.includes('--check')) {
		for (const [file, text] of changed) writeFileSync(path.join(FOLDER, file), text);
		for (const file of gone) rmSync(path.join(FOLDER, file));
		return;
	}
	const names = [...changed.map(([file]) => file), ...gone];
	if (names.length === 0) return;
	console.error(`docs/nodes is not up to date: ${names.join(', ')}. Run npm run docs.`);
	process.exitCode = 1;
}

void main();
