/** What all tests have in common: how modules are loaded, and no log of n8n's engine. */
const common = {
	rootDir: __dirname,
	testEnvironment: 'node',
	setupFiles: ['<rootDir>/test/support/quiet.js'],
	testMatch: ['**/*.test.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/dev/n8n/', '<rootDir>/.cache/'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.dev.json' }],
		// Dependencies of openapi-backend and fastify that ship ES modules only, which jest cannot load as they are
		'(json-schema-ref-parser|cookie)/.+\\.js$': [
			'ts-jest',
			{ tsconfig: { allowJs: true, module: 'commonjs' } },
		],
	},
	transformIgnorePatterns: ['/node_modules/(?!@apidevtools/json-schema-ref-parser/|cookie/)'],
};

module.exports = {
	// Generous: a timeout is for tests that never end, not for a machine that is busy with other work.
	testTimeout: 120_000,
	maxWorkers: 2,
	testSequencer: '<rootDir>/test/support/sequencer.js',
	projects: [
		{
			...common,
			displayName: 'nodes',
			roots: ['<rootDir>/test'],
			testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/'],
		},
		{
			// The fake service itself: only changes of it or of the contract can break these.
			...common,
			displayName: 'service',
			roots: ['<rootDir>/dev/fake-service'],
		},
		{
			// The packed package in a real n8n. One n8n serves all test files, one after the other (-w 1).
			...common,
			displayName: 'e2e',
			roots: ['<rootDir>/test/e2e'],
			globalSetup: '<rootDir>/test/e2e/setup.ts',
			globalTeardown: '<rootDir>/test/e2e/teardown.ts',
		},
	],
};
