import { Command, InvalidArgumentError } from 'commander';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { ensureN8n, MODULES } from '../dev/n8n/install';
import { CACHE, REPOSITORY } from '../dev/n8n/paths';
import { CASES } from './cases';
import { runFairness } from './fairness';
import { runLoad } from './load';
import { runRates } from './rates';
import { fairnessTableOf, loadTableOf, rateTableOf, ratiosOf, tableOf } from './report';
import { runCase, type Setup } from './run';

/** Compares the nodes with n8n's HTTP Request node and a bare loop: see README.md. */

interface Options {
	only?: string[];
	runs: number;
	latency: number;
	json: string;
	profile?: boolean;
	long?: boolean;
}

const LOAD = 'load';
const RATES = 'rates';
const FAIRNESS = 'fairness';
const NAMES = [...CASES.map(({ name }) => name), LOAD, FAIRNESS, RATES];
const PROFILES = path.join(CACHE, 'bench/profiles');

async function main(): Promise<void> {
	const options = new Command('npm run bench --')
		.description('Compares the nodes with n8n’s HTTP Request node and a bare loop')
		.option('--only <case...>', `run these cases only: ${NAMES.join(', ')}`)
		.option('--runs <number>', 'runs of each contender; the median counts', wholeNumber, 5)
		.option('--latency <ms>', 'latency of the service', wholeNumber, 20)
		.option('--json <file>', 'file for all figures', path.join(CACHE, 'bench/results.json'))
		.option('--profile', `write CPU profiles of all runs to ${path.relative('', PROFILES)}`)
		.option('--long', 'measure the rates over 600 requests each (twelve minutes more)')
		.parse()
		.opts<Options>();
	const wanted = options.only ?? NAMES;
	const unknown = wanted.filter((name) => !NAMES.includes(name));
	if (unknown.length > 0) throw new Error(`Unknown case: ${unknown.join(', ')}`);

	const { node } = await ensureN8n({ onProgress: console.error });
	await compile();
	const setup: Setup = {
		runs: options.runs,
		latency: options.latency,
		node,
		modules: MODULES,
		profiles: options.profile ? PROFILES : undefined,
		onProgress: console.error,
	};
	const results: Record<string, object> = {};
	for (const each of CASES.filter(({ name }) => wanted.includes(name))) {
		const measured = await runCase(each, setup);
		const { sizes } = each;
		results[each.name] = { sizes, ...measured, ratios: ratiosOf(each, measured) };
		console.log(`\n${tableOf(each, measured)}`);
	}
	if (wanted.includes(LOAD)) {
		const loads = await runLoad(setup);
		results[LOAD] = loads;
		console.log(`\n${loadTableOf(loads)}`);
	}
	if (wanted.includes(FAIRNESS)) {
		const fairness = await runFairness(setup);
		results[FAIRNESS] = fairness;
		console.log(`\n${fairnessTableOf(fairness)}`);
	}
	if (wanted.includes(RATES)) {
		const rates = await runRates(setup, options.long === true);
		results[RATES] = rates;
		console.log(`\n${rateTableOf(rates)}`);
	}
	mkdirSync(path.dirname(path.resolve(options.json)), { recursive: true });
	writeFileSync(options.json, `${JSON.stringify({ runs: options.runs, results }, null, '\t')}\n`);
	console.log(`\nAll figures: ${options.json}`);
}

/** Compiles the measured code to plain JavaScript, as it runs in n8n. */
async function compile(): Promise<void> {
	const tsc = require.resolve('typescript/bin/tsc');
	await promisify(execFile)(process.execPath, [tsc, '-p', path.join(REPOSITORY, 'bench')]).catch(
		({ stdout }: { stdout: string }) => {
			throw new Error(`The bench does not compile:\n${stdout}`);
		},
	);
}

function wholeNumber(text: string): number {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError('not a whole number');
	return Number(text);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exit(1);
});
