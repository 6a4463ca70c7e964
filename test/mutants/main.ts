import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { MUTANTS, type Mutant } from './mutants';

/**
 * `npm run test:mutants`: breaks the shared code in small ways, one at a time, and sees whether the
 * nearest tests notice. Works in copies, so that the working tree stays as it is. Words after `--`
 * choose the mutants whose file or name has one of them. Ends with 1 when one survives that is not explained.
 */

const ROOT = path.join(__dirname, '../..');
const COPIES = 2;
const TIMEOUT = 180_000;

type Verdict = 'killed' | 'survived' | 'explained';

async function main(words: string[]): Promise<void> {
	const chosen = MUTANTS.filter(
		({ file, name }) =>
			words.length === 0 || words.some((word) => `${file} ${name}`.includes(word)),
	);
	const folders = Array.from({ length: COPIES }, copy);
	try {
		await each(folders, selections(chosen), async (folder, tests) => {
			// Once more, since some tests mind the time and the machine may be busy
			if ((await passes(folder, tests)) || (await passes(folder, tests))) return;
			throw new Error(`Fails unbroken: ${tests.join(' ')}`);
		});
		const verdicts: Verdict[] = [];
		await each(folders, chosen, async (folder, mutant) => {
			const verdict = await judge(folder, mutant);
			verdicts.push(verdict);
			console.log(`${verdict.padEnd(9)} ${mutant.file}: ${mutant.name}`);
			if (verdict === 'explained') console.log(`          ${mutant.explained}`);
		});
		const count = (verdict: Verdict) => verdicts.filter((each) => each === verdict).length;
		const [killed, explained, survived] = (['killed', 'explained', 'survived'] as const).map(count);
		console.log(
			`Mutants: ${JSON.stringify({ tried: chosen.length, killed, explained, survived })}`,
		);
		if (survived > 0) process.exitCode = 1;
	} finally {
		for (const folder of folders) rmSync(folder, { recursive: true });
	}
}

/** A copy of what git knows of the working tree, as it is there now. */
function copy(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'mutants-'));
	const files = execFileSync(
		'git',
		['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
		{
			cwd: ROOT,
			encoding: 'utf8',
		},
	);
	for (const file of files.split('\0').filter(Boolean)) {
		cpSync(path.join(ROOT, file), path.join(folder, file));
	}
	symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
	return folder;
}

/** Every choice of tests once: a mutant is only killed by tests that pass without it. */
function selections(mutants: Mutant[]): string[][] {
	return [...new Map(mutants.map(({ tests }) => [tests.join('\0'), tests])).values()];
}

/** Does the work on all parts, one in each folder at a time. */
async function each<T>(
	folders: string[],
	parts: T[],
	work: (folder: string, part: T) => Promise<void>,
): Promise<void> {
	const waiting = parts.values();
	await Promise.all(
		folders.map(async (folder) => {
			for (const part of waiting) await work(folder, part);
		}),
	);
}

async function judge(
	folder: string,
	{ file, name, find, put, tests, explained }: Mutant,
): Promise<Verdict> {
	const place = path.join(folder, file);
	const source = readFileSync(place, 'utf8');
	if (source.split(find).length !== 2)
		throw new Error(`${file}: ${name}: does not stand there once`);
	writeFileSync(
		place,
		source.replace(find, () => put),
	);
	try {
		if (!(await passes(folder, tests))) return 'killed';
		return explained ? 'explained' : 'survived';
	} finally {
		writeFileSync(place, source);
	}
}

/** Whether the tests pass. Those that take too long do not: a mutant may never end. */
async function passes(folder: string, tests: string[]): Promise<boolean> {
	const jest = path.join(folder, 'node_modules/jest/bin/jest.js');
	const run = spawn(
		process.execPath,
		[
			jest,
			'--selectProjects',
			'nodes',
			'--bail',
			'--silent',
			'--runInBand',
			'--testPathPattern',
			...tests,
		],
		{
			cwd: folder,
			stdio: 'ignore',
			timeout: TIMEOUT,
			killSignal: 'SIGKILL',
		},
	);
	return await new Promise((resolve, reject) => {
		run.once('error', reject);
		run.once('exit', (code) => resolve(code === 0));
	});
}

void main(process.argv.slice(2));
