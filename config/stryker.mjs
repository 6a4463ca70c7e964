import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The parts of nodes/shared in which an error costs the most, and the closest tests of each. */
const PARTS = {
	transport: {
		folder: 'nodes/shared/transport',
		tests: [
			'unit/(limiter|mask|networkFailure|rate|readAnswer|retry)',
			'faults/(answers|connections|sharedLimit|slowness)',
			'runs/(sending|toolTime)',
		],
	},
	writes: {
		folder: 'nodes/shared/operations/writes',
		tests: [
			'unit/(interpret|plan|progress|recordVersion|writeKeys)',
			'writes/(histories|lostAnswers|memory|recordHistories)',
			'runs/(ifTooLong|retries|toolCalls|validateOnly|writeOnce)',
			'areas/(arrangements|recordAppend|recordWrites)',
		],
	},
	polling: {
		folder: 'nodes/shared/polling',
		tests: [
			'unit/(latestPolls|pollState|polls|seenEvents|statuses|textContains)',
			'triggers/(arrangements|calls|clocks|crowds|failures|histories|overlaps|records|requests|restarts|testEvents)',
		],
	},
};

const part = PARTS[process.env.PART];
if (!part) throw new Error(`Set PART to one of ${Object.keys(PARTS).join(', ')}`);

/** The files to change or, with SAMPLE, that many of their lines: SEED decides which. */
function mutated() {
	const files = readdirSync(part.folder).filter((name) => name !== 'index.ts');
	const all = files.map((name) => path.join(part.folder, name));
	if (!process.env.SAMPLE) return all;
	const lines = all.flatMap((file) => {
		const text = readFileSync(file, 'utf8').split('\n');
		return text.flatMap((line, i) =>
			/^\t+[^*/\s]/.test(line) ? [`${file}:${i + 1}-${i + 1}`] : [],
		);
	});
	const seed = process.env.SEED ?? '1';
	const hash = (line) =>
		createHash('sha256')
			.update(seed + line)
			.digest('hex');
	return lines.sort((a, b) => (hash(a) < hash(b) ? -1 : 1)).slice(0, Number(process.env.SAMPLE));
}

/**
 * Mutation tests, `PART=writes npm run test:mutants`: StrykerJS changes the code of a part in small ways, one at a
 * time, and reports the changes that no test notices. A part takes hours, as a change takes ten seconds: with
 * `SAMPLE=100` only what is on a hundred lines is changed, and `-- --mutate nodes/shared/operations/writes/memory.ts`
 * changes one file. Results are kept in `.cache`: a later run tries only what has changed since.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	testRunner: 'jest',
	jest: {
		configFile: 'config/jest.mutants.js',
		config: { testRegex: `test/(${part.tests.join('|')})\\.test\\.ts$` },
		// Jest does not recognize that tests use the nodes through dev/engine
		enableFindRelatedTests: false,
	},
	dryRunTimeoutMinutes: 60,
	mutate: mutated(),
	coverageAnalysis: 'off',
	incremental: true,
	incrementalFile: `.cache/mutants/${process.env.PART}.json`,
	concurrency: 2,
	timeoutMS: 30_000,
	ignorePatterns: [
		'dist',
		'dev/n8n/versions',
		'test/e2e',
		'test/scale',
		'demo',
		'docs/images',
		'.cache',
	],
	// Their text is read by users, not by tests
	mutator: { excludedMutations: ['StringLiteral'] },
	reporters: ['clear-text', 'progress-append-only', 'html'],
	tempDirName: '.cache/stryker',
	htmlReporter: { fileName: `.cache/mutants/${process.env.PART}.html` },
	thresholds: { high: 90, low: 80, break: null },
};
