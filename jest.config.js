/** Dependencies of openapi-backend and fastify that are ES modules only, which jest cannot load directly */
const ES_MODULES = '@apidevtools/json-schema-ref-parser/|cookie/';

/** Packages that a process loads once, with what they need, and not once for each test file, which takes seconds */
const LOADED_ONCE =
	'(n8n-core|n8n-workflow|@n8n/config|@n8n/di|ajv|ajv-formats|axios|fast-check|fastify|js-yaml|luxon|openapi-backend|typescript)/';

/** Settings of all tests: loading of modules, and no log of n8n's engine. */
const common = {
	rootDir: __dirname,
	testEnvironment: 'node',
	setupFiles: ['<rootDir>/test/support/quiet.js'],
	setupFilesAfterEnv: ['<rootDir>/test/support/storedSnapshots.js'],
	testMatch: ['**/*.test.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/dev/n8n/', '<rootDir>/.cache/'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'config/tsconfig.json' }],
		[`/node_modules/(${ES_MODULES}).+\\.js$`]: [
			'ts-jest',
			{ tsconfig: { allowJs: true, module: 'commonjs' } },
		],
	},
	transformIgnorePatterns: [`/node_modules/(?!${ES_MODULES})`],
};

/**
 * Tests in which nodes and the fake service wait for each other, by a clock that no other program disturbs. They run without
 * the sandbox of jest, in which a global takes longer to read than most of what a test does.
 */
const patient = {
	...common,
	testEnvironment: '<rootDir>/test/support/oneRealm.js',
	transform: {
		...common.transform,
		[`/node_modules/${LOADED_ONCE}.+\\.[cm]?js$`]: '<rootDir>/test/support/loadOnce.js',
	},
	transformIgnorePatterns: [`/node_modules/(?!${ES_MODULES}|${LOADED_ONCE})`],
	setupFilesAfterEnv: [
		...common.setupFilesAfterEnv,
		'<rootDir>/test/support/restoreMocks.js',
		'<rootDir>/test/support/patientClock.js',
	],
};

/** The end-to-end tests that TESTS selects: of the main features, those that kill n8n, and all but those. */
const SELECTED = {
	core: ['agent*', 'credential', 'mcp', 'package', 'records', 'sendAndWait', 'triggers', 'writes'],
	kill: ['triggersAfterKill'],
	rest: ['**/!(triggersAfterKill)'],
}[process.env.TESTS];

/** End-to-end tests that start, kill or read the files of an n8n: left out in an n8n that N8N_URL names. */
const OWN_N8N = [
	'editorJobs',
	'editorWrites',
	'reportJobs',
	'secrecy',
	'sendAndWait',
	'strictSettings',
	'triggersAfterKill',
];

/** Tests that prove what the nodes make of the values of expressions, in each engine of n8n that evaluates them. */
const WITH_EXPRESSIONS = [
	// The nodes as users use them: dates, names, filters, JSON, hints and errors from expressions
	'areas/*',
	'runs/*',
	// Values of all kinds, and malformed ones, in every field
	'robustness/{input,triggerInput}',
	'unit/{malformedValues,values}',
	// Polls, which n8n evaluates in a context of their own
	'triggers/{names,textContains}',
];

/** The tests that need no n8n server. n8n-workflow evaluates their expressions in its older engine. */
const nodes = {
	...patient,
	displayName: 'nodes',
	globals: { EXPRESSION_ENGINE: 'legacy' },
	roots: ['<rootDir>/test'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/e2e/',
		'<rootDir>/test/examples/',
		'<rootDir>/test/guide/',
		'<rootDir>/test/pairs/',
		'<rootDir>/test/rehearsal/',
		'<rootDir>/test/scale/',
		'<rootDir>/test/soak/',
	],
};

module.exports = {
	// For tests that never end alone: no test takes as long, even beside eight busy programs on two processors.
	testTimeout: 600_000,
	maxWorkers: 2,
	reporters: ['default', '<rootDir>/test/support/evidence.js'],
	testSequencer: '<rootDir>/test/support/sequencer.js',
	projects: [
		nodes,
		{
			// Those of these tests that depend on values of expressions, with the engine of expressions that n8n starts
			// by default. It loads in Node.js 24 only: dev/scripts/on-n8n-node.ts.
			...nodes,
			displayName: 'vm',
			globals: { EXPRESSION_ENGINE: 'vm' },
			setupFiles: [...nodes.setupFiles, '<rootDir>/test/support/startEngine.js'],
			setupFilesAfterEnv: [...nodes.setupFilesAfterEnv, '<rootDir>/test/support/stopEngine.js'],
			testMatch: WITH_EXPRESSIONS.map((name) => `<rootDir>/test/${name}.test.ts`),
			// Runs of many thousands of items, rules of names, words and spellings, and causes of failures, in which values do not
			// matter: an expression takes this engine five to ten times the processor time
			testPathIgnorePatterns: [
				...nodes.testPathIgnorePatterns,
				'<rootDir>/test/runs/(engine|listParts|matrix|retries|routing|sending|unclearNames|writeOnce)\\.test',
				'<rootDir>/test/runs/tool(Arguments|Time|Words)\\.test',
			],
		},
		{
			// The files in examples, by n8n's validation of workflows. Needs an installed n8n, but starts none.
			...common,
			displayName: 'examples',
			roots: ['<rootDir>/test/examples'],
			globalSetup: '<rootDir>/test/examples/setup.ts',
		},
		{
			// The workflows in examples/pairs in a real n8n. Starts servers of its own.
			...common,
			displayName: 'pairs',
			roots: ['<rootDir>/test/pairs'],
		},
		{
			// Publishing to a registry on 127.0.0.1, and the update of an n8n
			...common,
			displayName: 'rehearsal',
			roots: ['<rootDir>/test/rehearsal'],
			globalSetup: '<rootDir>/test/examples/setup.ts',
		},
		{
			// Changes of the contract, made to a copy of the repository by what CONTRIBUTING.md says
			...common,
			displayName: 'guide',
			roots: ['<rootDir>/test/guide'],
		},
		{
			// Tests of the fake service itself: only changes of it or of the contract can break them.
			...patient,
			displayName: 'service',
			roots: ['<rootDir>/dev/fake-service'],
		},
		{
			// Tests of the packed package in a real n8n. One n8n serves all test files, one after the other (-w 1).
			...common,
			displayName: 'e2e',
			roots: ['<rootDir>/test/e2e'],
			...(SELECTED && {
				testMatch: SELECTED.map((name) => `<rootDir>/test/e2e/${name}.test.ts`),
			}),
			// The examples use the newest versions of n8n's own nodes, which n8n 2.0.0 does not have
			testPathIgnorePatterns: [
				'/node_modules/',
				...(process.env.N8N_VERSION === 'oldest' ? ['<rootDir>/test/e2e/examples'] : []),
				...(process.env.N8N_URL ? OWN_N8N.map((name) => `<rootDir>/test/e2e/${name}.test.ts`) : []),
			],
			globalSetup: '<rootDir>/test/e2e/setup.ts',
			globalTeardown: '<rootDir>/test/e2e/teardown.ts',
		},
		{
			// n8n in queue mode, with processes that are killed. Each test file starts servers of its own.
			...common,
			displayName: 'scale',
			roots: ['<rootDir>/test/scale'],
			globalSetup: '<rootDir>/test/scale/setup.ts',
		},
		{
			// One process that runs for an hour.
			...common,
			displayName: 'soak',
			roots: ['<rootDir>/test/soak'],
		},
	],
};
