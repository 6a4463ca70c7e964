import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { ExpressionEngine } from '../../dev/engine/expressions';
import type { Measure } from '../case';
import type { FileStorage } from '../fileStorage';
import type { Rate } from '../rates';

/** Stored results of the bench, from which charts and tables are made. */

const FILE = path.join(__dirname, '../results.json');

/** One case at each of its sizes. */
interface Stored {
	sizes: number[];
	engine: ExpressionEngine;
	medians: Array<Record<string, Measure>>;
}

interface Results {
	runs: number;
	results: { rates: Rate[]; 'file-storage': FileStorage[] };
}

const { runs, results } = JSON.parse(readFileSync(FILE, 'utf8')) as Results;

/** Runs of each contender at each size. */
export const RUNS = runs;
export const RATES = results.rates;
export const FILE_STORAGE = results['file-storage'];

/** Measurements of a case by size. */
export function sizesOf(name: string): Array<{ size: number; by: Record<string, Measure> }> {
	const { sizes, medians } = (results as unknown as Record<string, Stored>)[name];
	return sizes.map((size, i) => ({ size, by: medians[i] }));
}

/** The engine of n8n that evaluated the expressions of a case. */
export function engineOf(name: string): ExpressionEngine {
	return (results as unknown as Record<string, Stored>)[name].engine;
}

/** Measurement of a contender in a case at a size. */
export function measure(name: string, size: number, contender = 'svc'): Measure {
	return sizesOf(name).find((each) => each.size === size)!.by[contender];
}
