/**
 * The parts of nodes/shared in which an error costs the most, and the closest tests of each. Every mutant loads all
 * test files of its part again, so a few files with high coverage are better than many.
 */
const PARTS = {
	transport: {
		folder: 'nodes/shared/transport',
		tests:
			'test/(unit/(send|retry|rate|limiter|mask|readAnswer|networkFailure)|faults/(answers|connections|slowness)|runs/toolTime)',
	},
	writes: {
		folder: 'nodes/shared/operations/writes',
		tests:
			'test/(unit/(batchWrite|interpret|markExisting|memory|plan|progress|readOutcomes|writeKeys)|writes/(histories|recordHistories)|runs/(ifTooLong|retries|toolCalls|writeOnce|validateOnly)|areas/(arrangements|recordAppend|recordWrites))',
	},
	polling: {
		folder: 'nodes/shared/polling',
		tests:
			'test/(unit/(polls|pollState|seenEvents|latestPolls|statuses|textContains)|triggers/(clocks|failures|joinedEvents|requests|testEvents))',
	},
};

// A few histories of each write find most of them, runs almost all of the others
if (process.env.PART === 'writes') process.env.SIMULATIONS ??= '20';

const part = PARTS[process.env.PART];
if (!part) throw new Error(`Set PART to one of ${Object.keys(PARTS).join(', ')}`);

/**
 * Mutation tests, `PART=writes npm run test:mutants`: StrykerJS changes the code of a part in small ways, one at a
 * time, and reports the changes that no test notices. Results are kept in `.cache`: a later run tries only what has
 * changed since. A part takes hours the first time; `-- --mutate nodes/shared/operations/writes/memory.ts` tries
 * one file.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	testRunner: 'jest',
	jest: {
		configFile: 'config/jest.mutants.js',
		config: { testRegex: `${part.tests}\\.test\\.ts$` },
		// Jest does not recognize that tests use the nodes through dev/engine
		enableFindRelatedTests: false,
	},
	dryRunTimeoutMinutes: 60,
	mutate: [`${part.folder}/**/*.ts`, '!**/index.ts'],
	coverageAnalysis: 'perTest',
	incremental: true,
	incrementalFile: `.cache/mutants/${process.env.PART}.json`,
	concurrency: 2,
	timeoutMS: 20_000,
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
