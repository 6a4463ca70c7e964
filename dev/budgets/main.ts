/**
 * Prints the size of forms, docs and code, and the ways through the code, with the bounds in budgets.json. With
 * `--check` it prints only what is above its bound, and fails then. With `--write` it first lowers each bound to its
 * figure; no option raises one. `--file` names another file of bounds.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { faults, lines, lowered, type Figures } from './budgets';
import { measure } from './figures';

const { check, write, file } = parseArgs({
	options: {
		check: { type: 'boolean' },
		write: { type: 'boolean' },
		file: { type: 'string', default: path.join(__dirname, 'budgets.json') },
	},
}).values;

async function main(): Promise<void> {
	const figures = await measure();
	const stored = JSON.parse(readFileSync(file, 'utf8')) as Figures;
	const bounds = write ? lowered(figures, stored) : stored;
	if (write) writeFileSync(file, `${JSON.stringify(bounds, null, '\t')}\n`);
	const found = check ? faults(figures, bounds) : lines(figures, bounds);
	for (const line of found) console.log(line);
	if (check && found.length > 0) process.exitCode = 1;
}

void main();
