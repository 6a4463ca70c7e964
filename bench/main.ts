import { Command, InvalidArgumentError, Option } from 'commander';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { format } from 'prettier';

import { ensureN8n, MODULES } from '../dev/n8n/install';
import { CACHE, REPOSITORY } from '../dev/n8n/paths';
import type { Case } from './case';
import { CASES } from './cases';
import { runFairness } from './fairness';
import { runTrouble } from './trouble';
import { runFileStorage } from './fileStorage';
import { runLoad } from './load';
import { runRates } from './rates';
import {
	fairnessTableOf,
	troubleTableOf,
	fileStorageTableOf,
	loadTableOf,
	rateTableOf,
	ratiosOf,
	tableOf,
} from './report';
import { runCase, type Setup } from './run';
import { OLDER_ENGINE, type Results } from './charts/results';

/** Compares the nodes with n8n's HTTP Request node and a bare loop: see README.md. */

interface Options {
	only?: string[];
	runs: number;
	engine: string;
	latency: number;
	json: string;
	profile?: boolean;
	long?: boolean;
}

const LOAD = 'load';
const RATES = 'rates';
const FAIRNESS = 'fairness';
/** Runs only if named: it needs Redis and PostgreSQL. */
const TROUBLE = 'trouble';
const FILE_STORAGE = 'file-storage';
const USUAL = [...CASES.map(({ name }) => name), LOAD, FAIRNESS, TROUBLE, RATES];
const NAMES = [...USUAL, FILE_STORAGE];
const PROFILES = path.join(CACHE, 'bench/profiles');

async function main(): Promise<void> {
	const options = new Command('npm run bench --')
		.description('Compares the nodes with n8n’s HTTP Request node and a bare loop')
		.option('--only <case...>', `run these cases only: ${NAMES.join(', ')}`)
		.option('--runs <number>', 'runs of each contender; the median counts', wholeNumber, 3)
		.addOption(
			new Option('--engine <name>', "n8n's engine of expressions: its default, or the older one")
				.choices(['vm', OLDER_ENGINE])
				.default('vm'),
		)
		.option('--latency <ms>', 'latency of the service', wholeNumber, 20)
		.option('--json <file>', 'file for all figures', path.join(CACHE, 'bench/results.json'))
		.option('--profile', `write CPU profiles of all runs to ${path.relative('', PROFILES)}`)
		.option('--long', 'measure the rates over 600 requests each (half an hour more)')
		.parse()
		.opts<Options>();
	const wanted = options.only ?? USUAL;
	const unknown = wanted.filter((name) => !NAMES.includes(name));
	if (unknown.length > 0) throw new Error(`Unknown case: ${unknown.join(', ')}`);

	// All processes of the bench inherit it
	process.env.N8N_EXPRESSION_ENGINE = options.engine;
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
	/** Prints what was measured, and keeps it even if a later case fails. */
	const done = async (name: string, result: object, table: string) => {
		console.log(`\n${table}`);
		await store(options, name, result);
	};
	for (const each of CASES.filter(({ name }) => wanted.includes(name))) {
		if (options.engine === OLDER_ENGINE) Object.assign(each, ofNodeAlone(each));
		const measured = await runCase(each, setup);
		const { sizes, name } = each;
		const result = { sizes, runs: options.runs, ...measured, ratios: ratiosOf(each, measured) };
		await done(name, result, tableOf(each, measured));
	}
	if (wanted.includes(LOAD)) {
		const loads = await runLoad(setup);
		await done(LOAD, loads, loadTableOf(loads));
	}
	if (wanted.includes(FAIRNESS)) {
		const fairness = await runFairness(setup);
		await done(FAIRNESS, fairness, fairnessTableOf(fairness));
	}
	if (wanted.includes(TROUBLE)) {
		const trouble = await runTrouble(setup);
		await done(TROUBLE, trouble, troubleTableOf(trouble));
	}
	if (wanted.includes(RATES)) {
		const rates = await runRates(setup, options.long === true);
		await done(RATES, rates, rateTableOf(rates));
	}
	if (wanted.includes(FILE_STORAGE)) {
		const storages = await runFileStorage(console.error);
		await done(FILE_STORAGE, storages, fileStorageTableOf(storages));
	}
	console.log(`\nAll figures: ${options.json}`);
}

/** The part of a case that is stored for the older engine of expressions: our node, which has nothing to be compared with. */
function ofNodeAlone({ contenders: { svc } }: Case): Pick<Case, 'contenders' | 'targets'> {
	return { contenders: { svc }, targets: [] };
}

/** Writes a result to the file, which keeps those of other cases. */
async function store({ json: file, engine }: Options, name: string, result: object): Promise<void> {
	mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
	const stored = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Results;
	const part = engine === OLDER_ENGINE ? 'older' : 'results';
	const all = { ...stored, [part]: { ...stored[part], [name]: result } };
	const text = JSON.stringify(all, (_key, value) =>
		typeof value === 'number' ? Math.round(value * 1000) / 1000 : (value as unknown),
	);
	writeFileSync(file, await format(text, { parser: 'json', useTabs: true, printWidth: 100 }));
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
