/**
 * `npm run test:mutants`: breaks the shared code in small ways, one at a time, and says which changes no test
 * notices. All of it takes hours. For one file and the tests that are for it:
 * `TESTS=test/unit/limiter npm run test:mutants -- --mutate nodes/shared/transport/limiter.ts`
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	testRunner: 'jest',
	jest: { configFile: 'jest.mutants.config.js', enableFindRelatedTests: true },
	dryRunTimeoutMinutes: 60,
	mutate: ['nodes/shared/**/*.ts', '!nodes/shared/**/index.ts'],
	coverageAnalysis: 'perTest',
	concurrency: 2,
	timeoutMS: 20_000,
	ignorePatterns: ['dist', 'dev/n8n/pinned', 'test/e2e', 'demo', 'docs/images', '.cache'],
	// Their text is read by users, not by tests
	mutator: { excludedMutations: ['StringLiteral'] },
	reporters: ['clear-text', 'progress-append-only', 'html'],
	tempDirName: '.cache/stryker',
	htmlReporter: { fileName: '.cache/mutants.html' },
	thresholds: { high: 90, low: 80, break: 80 },
};
