import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

import { charts } from './charts';
import { withTables } from './tables';

const ROOT = path.join(__dirname, '../..');

/** The charts of docs/charts, and the page whose tables show bench/results.json, by path. */
export async function chartFiles(): Promise<Map<string, string>> {
	const files = new Map<string, string>();
	for (const [name, svg] of charts()) files.set(`docs/charts/${name}`, svg);
	const page = 'docs/performance.md';
	const filepath = path.join(ROOT, page);
	const options = { ...(await resolveConfig(filepath)), filepath };
	return files.set(page, await format(withTables(readFileSync(filepath, 'utf8')), options));
}
