/**
 * Runs the tests several times on one commit, each time with other random values, and the last time beside eight busy
 * processes: a test that passes by luck fails in one of them. `RUNS` is their number (4), `SEED` the first seed (1).
 * `npm run test:repeat -- test/unit` runs a part of the tests.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const BUSY = 8;
const { RUNS = '4', SEED = '1' } = process.env;
const runs = Number(RUNS);

const folder = mkdtempSync(path.join(tmpdir(), 'repeat-'));

/** A report of jest: numbers of tests, and the names of those that failed. */
interface Report {
	numPassedTests: number;
	numFailedTests: number;
	numRuntimeErrorTestSuites: number;
	testResults: Array<{
		name: string;
		assertionResults: Array<{ fullName: string; status: string; failureMessages: string[] }>;
	}>;
}

/** Runs the tests once, and tells the names of those that failed, and why. */
function run(number: number): string[] {
	const seed = String(Number(SEED) + number - 1);
	const report = path.join(folder, `${number}.json`);
	const words = ['run', 'test:nodes', '--', ...process.argv.slice(2), '--silent', '--json'];
	const busy = number === runs ? startBusy() : [];
	const startedAt = performance.now();
	const env = { ...process.env, SEED: seed };
	const stdio = ['ignore', 'ignore', 'ignore'] as const;
	const { status } = spawnSync('npm', [...words, `--outputFile=${report}`], {
		env,
		stdio: [...stdio],
	});
	const seconds = Math.round((performance.now() - startedAt) / 1000);
	busy.forEach((process) => process.kill());
	const beside = busy.length > 0 ? `, beside ${BUSY} busy processes` : '';
	const told = (result: string) =>
		console.log(`Run ${number} of ${runs}, SEED=${seed}, ${seconds} s${beside}: ${result}`);
	const read = readReport(report);
	if (!read || read.numPassedTests === 0) {
		told(`no results (exit code ${status})`);
		return [`run ${number}`];
	}
	const failed = read.testResults.flatMap(({ name, assertionResults }) =>
		assertionResults
			.filter((test) => test.status === 'failed')
			.map(
				({ fullName, failureMessages }) =>
					`${path.relative(process.cwd(), name)}: ${fullName}\n${failureMessages.join('\n')}`,
			),
	);
	const wrong = read.numFailedTests + read.numRuntimeErrorTestSuites;
	told(`${read.numPassedTests} passed, ${wrong} failed, exit code ${status}`);
	failed.forEach((name) => console.log(`  SEED=${seed} ${name}`));
	return status !== 0 && failed.length === 0 ? [`run ${number}`] : failed;
}

function readReport(file: string): Report | undefined {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as Report;
	} catch {
		return undefined;
	}
}

/** Starts processes that compute until they are killed. */
function startBusy(): ChildProcess[] {
	return Array.from({ length: BUSY }, () =>
		spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
	);
}

const failed = Array.from({ length: runs }, (_, i) => run(i + 1)).flat();
rmSync(folder, { recursive: true });
console.log(
	failed.length === 0 ? 'All runs passed.' : `${failed.length} failures in ${runs} runs.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
