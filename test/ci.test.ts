import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { load } from 'js-yaml';

import { filesIn, read, ROOT } from './support/repository';

const scripts = JSON.parse(read('package.json')).scripts as Record<string, string>;

interface Job {
	strategy?: { matrix?: Record<string, unknown[]> };
	steps?: Array<{ run?: string }>;
}

/** Commands of a job, one for each value of its matrix that they name. */
function commandsOf({ strategy, steps = [] }: Job): string[] {
	const lines = steps.flatMap(({ run }) => run?.trim().split('\n') ?? []);
	return Object.entries(strategy?.matrix ?? {}).reduce((commands, [name, values]) => {
		const placeholder = `\${{ matrix.${name} }}`;
		return commands.flatMap((command) =>
			command.includes(placeholder)
				? values.map((value) => command.replace(placeholder, String(value)))
				: [command],
		);
	}, lines);
}

const workflows = filesIn('.github/workflows').map((file): [string, string[]] => {
	const { jobs } = load(read(file)) as { jobs: Record<string, Job> };
	return [file, Object.values(jobs).flatMap(commandsOf)];
});

/** The npm script that a command runs, if it runs one. */
const scriptOf = (command: string) => /^npm (?:run )?([\w:-]+)(?: --)?$/.exec(command)?.[1] ?? '';

/** The scripts that a command runs, with those that these run. */
function scriptsBelow(command: string): string[] {
	const name = scriptOf(command);
	if (!(name in scripts)) return [];
	const begun = /npm:([\w:]+)\*/.exec(scripts[name])?.[1];
	const beside = begun ? Object.keys(scripts).filter((other) => other.startsWith(begun)) : [];
	const parts = [...scripts[name].split(' && '), ...beside.map((other) => `npm run ${other}`)];
	return [name, ...parts.flatMap(scriptsBelow)];
}

describe('workflows', () => {
	/** Commands that are no scripts of package.json. */
	const OTHERS = [
		'npm ci',
		'npm ci --ignore-scripts',
		'npm publish --provenance --access public',
		'npx tsx dev/scripts/brand.ts --check',
		'git merge-base --is-ancestor HEAD origin/main',
		'grep -Ex "## \\[${GITHUB_REF_NAME#v}\\] - [0-9]{4}-[0-9]{2}-[0-9]{2}" CHANGELOG.md',
		'sudo apt-get update -qq',
		'sudo apt-get install -qq -y --no-install-recommends redis-server postgresql',
		`test "$GITHUB_REF_NAME" = "v$(node -p "require('./package.json').version")"`,
	];

	it.each(workflows)('%s runs nothing but scripts of package.json', (_file, commands) => {
		expect(commands).not.toEqual([]);
		const unknown = commands.filter(
			(command) => !OTHERS.includes(command) && !(scriptOf(command) in scripts),
		);
		expect(unknown).toEqual([]);
	});

	it('run every suite that there is', () => {
		const run = new Set(workflows.flatMap(([, commands]) => commands.flatMap(scriptsBelow)));
		const suites = Object.keys(scripts).filter((name) => /^(test|lint)(:|$)/.test(name));
		expect(suites.filter((name) => !run.has(name))).toEqual([]);
	});
});

describe('.ci/run', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'ci-run-'));
	afterAll(() => rmSync(folder, { recursive: true }));

	/** Stands in for npm: notes what it is called with, writes the report of a suite and ends with its exit code. */
	const npm = `#!/bin/sh
		words=$(echo $N8N_VERSION $TESTS) output= report='${reportOf(10, 0, 0)}' code=0
		for argument; do
			case $argument in
				--outputFile=*) output=\${argument#*=} ;;
				--pack-destination=*) touch "\${argument#*=}/package.tgz" ;;
				--*) ;;
				*) words="\${words:+$words }$argument" ;;
			esac
		done
		echo "$words" >>"$CALLS"
		case $PARTS in *"|$words|"*) report=$REPORT code=$CODE ;; esac
		if [ -n "$output" ] && [ -n "$report" ]; then echo "$report" >"$output"; fi
		exit "$code"
	`;

	/** Stands in for Node.js with a usual report, for which it takes long to start. */
	const node = `#!/bin/sh
		case $(cat "$2" 2>/dev/null) in
			'${reportOf(10, 0, 0)}') echo 10 0 ;;
			*) exec '${process.execPath}' "$@" ;;
		esac
	`;

	/** Programs of the machine that it uses, and those that suites need, in place of which others do nothing. */
	const USED = 'awk bash cat cut dirname mktemp rm tee timeout touch'.split(' ');
	const NEEDED = 'python3 make g++ chromium redis-server postgres npx'.split(' ');

	const program = (name: string, text = '#!/bin/sh\n') =>
		writeFileSync(path.join(folder, name), text, { mode: 0o755 });

	/** A run in which everything passes */
	let passing: Awaited<ReturnType<typeof run>>;

	beforeAll(async () => {
		for (const name of USED) {
			const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
			symlinkSync(found.stdout.trim(), path.join(folder, name));
		}
		program('node', node);
		for (const name of NEEDED) program(name);
		program('npm', npm);
		program('id', '#!/bin/sh\necho "$USER_ID"\n');
		program('apt-get', '#!/bin/sh\necho "$*" >>"$INSTALLED"\n');
		passing = await run();
	});

	/** Runs it; everything that it calls passes but for these parts, which end like this. */
	async function run({
		parts = [] as string[],
		code = 0,
		report = '',
		env: more = {} as NodeJS.ProcessEnv,
	} = {}) {
		const calls = path.join(folder, 'calls');
		const installed = path.join(folder, 'installed');
		for (const file of [calls, installed]) rmSync(file, { force: true });
		const env = {
			...process.env,
			PATH: folder,
			CHROMIUM: '',
			CALLS: calls,
			INSTALLED: installed,
			PARTS: `|${parts.join('|')}|`,
			CODE: `${code}`,
			REPORT: report,
			...more,
		};
		const ended = await promisify(execFile)(path.join(ROOT, '.ci/run'), { env }).then(
			({ stdout }) => ({ code: 0, stdout }),
			(error: { code: number; stdout: string }) => error,
		);
		const [install, ...others] = readFileSync(calls, 'utf8').trim().split('\n');
		expect(install).toBe('ci');
		// Without a report of their own. Suites that run beside others come in any order
		const suites = others
			.filter((call) => !['run scan', 'run build', 'pack'].includes(call))
			.sort();
		return {
			succeeded: ended.code === 0,
			lastLine: ended.stdout.trimEnd().split('\n').at(-1),
			suites,
			output: ended.stdout,
			installed: existsSync(installed) ? readFileSync(installed, 'utf8') : '',
		};
	}

	it('runs the test command of README and the end-to-end tests, and adds up what passed', () => {
		const { suites, succeeded, lastLine } = passing;
		expect(suites).toEqual(expect.arrayContaining(['test', 'rest run test:e2e']));
		expect(succeeded).toBe(true);
		expect(lastLine).toBe(`${10 * suites.length} passed, 0 failed`);
	});

	describe('without a program that suites need', () => {
		const NORMAL_USER = { USER_ID: '1000', CI: '' };
		const WITH_N8N = [
			'kill run test:e2e',
			'oldest core run test:e2e',
			'rest run test:e2e',
			'run test:examples',
			'run test:scale',
			'run test:vm',
		];

		it.each<[string, string[]]>([
			['python3', WITH_N8N],
			['g++', WITH_N8N],
			['chromium', ['rest run test:e2e']],
			['redis-server', ['run test:scale']],
		])('installs %s, or leaves its suites out for a normal user', async (missing, leftOut) => {
			const all = passing.suites;
			rmSync(path.join(folder, missing));
			for (const may of [
				{ USER_ID: '0', CI: '' },
				{ USER_ID: '1000', CI: 'true' },
			]) {
				const { installed, ...outcome } = await run({ env: may });
				expect(installed).toMatch(/^update .*\ninstall .*\n$/);
				expect(installed.split(/\s/)).toContain(missing);
				expect(outcome).toMatchObject({ succeeded: true, suites: all });
			}

			const { installed, suites, output, ...outcome } = await run({ env: NORMAL_USER });
			program(missing);
			const passed = 10 * (all.length - leftOut.length);
			expect(outcome).toEqual({
				succeeded: false,
				lastLine: `${passed} passed, ${leftOut.length} failed`,
			});
			expect(installed).toBe('');
			expect(suites).toEqual(all.filter((suite) => !leftOut.includes(suite)));
			const [begin, end] = output.split('== What failed\n');
			for (const part of [begin, end]) {
				expect(part).toMatch(/^sudo apt-get install /m);
				expect(/^sudo .*/m.exec(part)![0].split(' ')).toContain(missing);
			}
			expect(end.match(/ left out, because it needs /g)).toHaveLength(leftOut.length);
		});

		it('installs nothing if nothing is missing', async () => {
			expect(passing).toMatchObject({ succeeded: true, installed: '' });
			expect(await run({ env: NORMAL_USER })).toMatchObject({ succeeded: true, installed: '' });
		});
	});

	it('fails where the installation fails, and runs nothing then', async () => {
		expect(await run({ parts: ['ci'], code: 1 })).toMatchObject({
			succeeded: false,
			lastLine: '0 passed, 1 failed',
			suites: [],
		});
	});

	it('names at its end what failed, once more', async () => {
		const failed = {
			fullName: 'a reminder comes once',
			status: 'failed',
			failureMessages: ['it came twice'],
		};
		const passed = { fullName: 'a report adds up', status: 'passed', failureMessages: [] };
		const report = {
			...JSON.parse(reportOf(1, 1, 1)),
			testResults: [
				{ name: 'a.test.ts', status: 'failed', message: '', assertionResults: [failed, passed] },
				{ name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
				{ name: 'c.test.ts', status: 'passed', message: '', assertionResults: [passed] },
			],
		};
		const { output, succeeded } = await run({
			parts: ['test'],
			code: 1,
			report: JSON.stringify(report),
		});
		expect(succeeded).toBe(false);
		const [, end] = output.split('== What failed\n');
		expect(end).toMatch(
			/^\na\.test\.ts\na reminder comes once\nit came twice\n\nb\.test\.ts\nno such module\n\n\d+ passed, 2 failed\n$/,
		);
	});

	it('names a suite that fails beside its tests', async () => {
		const { output, succeeded } = await run({
			parts: ['run test:soak'],
			code: 1,
			report: reportOf(9, 0, 0),
		});
		expect(succeeded).toBe(false);
		expect(output).toContain('npm run test:soak: exit code 1, and 9 tests passed\n');
	});

	it.each<[string, number, string, { passed: number; failed: number }]>([
		['whose tests fail', 1, reportOf(7, 3, 0), { passed: 7, failed: 3 }],
		['whose files do not load', 1, reportOf(8, 0, 2), { passed: 8, failed: 2 }],
		['that fails beside its tests', 1, reportOf(9, 0, 0), { passed: 9, failed: 1 }],
		['that ends before its tests', 1, '', { passed: 0, failed: 1 }],
		['without a report', 0, '', { passed: 0, failed: 1 }],
		['without a test', 0, reportOf(0, 0, 0), { passed: 0, failed: 1 }],
	])('counts a suite %s as failed, and runs the others', async (_what, code, report, counts) => {
		// The first suite, one that others run beside, and one of these
		const parts = ['test', 'rest run test:e2e', 'run test:soak'];
		const { suites } = passing;
		const others = 10 * (suites.length - parts.length);
		expect(await run({ parts, code, report })).toMatchObject({
			succeeded: false,
			lastLine: `${others + parts.length * counts.passed} passed, ${parts.length * counts.failed} failed`,
			suites,
		});
	});
});

/** The counts of jest's report, as jest writes them. */
function reportOf(passed: number, failed: number, broken: number): string {
	return JSON.stringify({
		numPassedTests: passed,
		numFailedTests: failed,
		numRuntimeErrorTestSuites: broken,
	});
}

/** The patterns that a pattern with a choice in braces stands for. */
function withoutBraces(pattern: string): string[] {
	const [before, choice, after] = pattern.split(/[{}]/);
	return choice ? choice.split(',').map((each) => before + each + after) : [pattern];
}

describe('a suite that needs Node.js 24', () => {
	const run = (env: NodeJS.ProcessEnv) =>
		spawnSync('npx', ['tsx', 'dev/scripts/on-n8n-node.ts', 'tsx', '--version'], {
			cwd: ROOT,
			encoding: 'utf8',
			// The oldest n8n runs in the Node.js that runs this
			env: { ...process.env, N8N_VERSION: 'oldest', CI: '', ...env },
		});
	const loads = spawnSync(process.execPath, ['-e', 'require("isolated-vm")'], { cwd: ROOT });

	it('is skipped with the reason and the way to install it, or run', () => {
		const { status, stdout } = run({});
		const skipped = /^Skipped: .* "npx tsx dev\/scripts\/install-n8n.ts" installs it/s;
		expect(stdout).toMatch(loads.status === 0 ? /^tsx v/ : skipped);
		expect(status).toBe(0);
	});

	it('fails in CI where it is skipped', () => {
		expect(run({ CI: 'true' }).status).toBe(loads.status === 0 ? 0 : 1);
	});
});

describe('jest', () => {
	const { projects } = jest.requireActual('../jest.config') as {
		projects: Array<{
			displayName: string;
			roots: string[];
			testMatch: string[];
			testPathIgnorePatterns?: string[];
		}>;
	};
	/** It repeats tests of `nodes` in another engine of expressions. */
	const vm = projects.find(({ displayName }) => displayName === 'vm')!;
	const others = projects.filter((project) => project !== vm);
	const tests = filesIn('.').filter((file) => file.endsWith('.test.ts'));

	it('has a script for each of its projects', () => {
		const selected = Object.values(scripts).flatMap(
			(script) => /--selectProjects ([\w ]+)/.exec(script)?.[1].trim().split(' ') ?? [],
		);
		expect([...new Set(selected)].sort()).toEqual(
			projects.map(({ displayName }) => displayName).sort(),
		);
	});

	it('runs every test file in exactly one project', () => {
		const owners = (file: string) =>
			others.filter(
				({ roots, testPathIgnorePatterns = [] }) =>
					roots.some((folder) => `<rootDir>/${file}`.startsWith(`${folder}/`)) &&
					!testPathIgnorePatterns.some((pattern) => `<rootDir>/${file}`.includes(pattern)),
			);
		expect(tests).toContain('test/ci.test.ts');
		expect(tests.filter((file) => owners(file).length !== 1)).toEqual([]);
	});

	it.each(vm.testMatch.flatMap(withoutBraces))('finds tests by %s', (pattern) => {
		const [before, after] = pattern.replace('<rootDir>/', '').split('*');
		const found = tests.filter((file) => file.startsWith(before) && file.endsWith(after ?? before));
		expect(found).not.toEqual([]);
	});
});
