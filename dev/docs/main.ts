/**
 * Writes docs/nodes, the pages about the nodes, the MCP servers in examples, and the parts of other pages that say what the
 * code says: `npm run docs`. With `--check` it writes nothing, and fails if a file is outdated.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { pages } from './pages';
import { Runs } from './runs';
import { servers } from './servers';
import { pagesWithParts } from './tables';

const ROOT = path.join(__dirname, '../..');
const PAGES = 'docs/nodes';

async function main(): Promise<void> {
	const runs = await Runs.start();
	const ofPages = await pages(runs).finally(async () => await runs.close());
	const texts = new Map([
		...inFolder(PAGES, ofPages),
		...inFolder('examples', await servers()),
		...(await pagesWithParts()),
	]);
	const present = readdirSync(path.join(ROOT, PAGES)).map((name) => `${PAGES}/${name}`);
	const gone = present.filter((file) => !texts.has(file));
	const changed = [...texts].filter(([file, text]) => {
		const at = path.join(ROOT, file);
		return !existsSync(at) || readFileSync(at, 'utf8') !== text;
	});
	if (!process.argv.includes('--check')) {
		for (const [file, text] of changed) writeFileSync(path.join(ROOT, file), text);
		for (const file of gone) rmSync(path.join(ROOT, file));
		return;
	}
	const names = [...changed.map(([file]) => file), ...gone];
	if (names.length === 0) return;
	console.error(`Not up to date: ${names.join(', ')}. Run npm run docs.`);
	process.exitCode = 1;
}

/** The files with the path of their folder. */
function inFolder(folder: string, files: Map<string, string>): Array<[string, string]> {
	return [...files].map(([name, text]) => [`${folder}/${name}`, text]);
}

void main();
