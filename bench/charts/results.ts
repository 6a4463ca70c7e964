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
	/** Runs of each contender at each size */
	runs: number;
	engine: ExpressionEngine;
	medians: Array<Record<string, Measure>>;
}

/** Results of the cases by name, and of some cases with n8n's older engine of expressions. */
export interface Results {
	results: object;
	older?: object;
}

/** n8n's engine of expressions before `vm`. */
export const OLDER_ENGINE: ExpressionEngine = 'legacy';

const { results, older = {} } = JSON.parse(readFileSync(FILE, 'utf8')) as {
	results: Record<string, Stored> & { rates: Rate[]; 'file-storage': FileStorage[] };
	older?: Record<string, Stored>;
};

export const RATES = results.rates;
export const FILE_STORAGE = results['file-storage'];

/** Stored measurements of all cases. */
export const STORED = Object.values(results).filter((each) => 'medians' in each);

/** Stored measurements of a case, if there are any. */
export function storedOf(name: string): Stored | undefined {
	return results[name];
}

/** Measurements of a case by size. */
export function sizesOf(name: string): Array<{ size: number; by: Record<string, Measure> }> {
	const { sizes, medians } = results[name];
	return sizes.map((size, i) => ({ size, by: medians[i] }));
}

/** Measurement of a contender in a case at a size. */
export function measure(name: string, size: number, contender = 'svc'): Measure {
	return sizesOf(name).find((each) => each.size === size)!.by[contender];
}

/** Measurement of our node with n8n's older engine of expressions, if it is stored. */
export function measureInOlder(name: string, size: number): Measure | undefined {
	const stored = older[name] as Stored | undefined;
	return stored?.medians[stored.sizes.indexOf(size)]?.svc;
}
