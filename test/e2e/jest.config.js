// How modules are loaded is the same in all tests.
const { transform, transformIgnorePatterns, setupFiles } = require('../../jest.config');

/** End-to-end tests: the packed package in a real n8n, against the stand-in service. */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.test.ts'],
	testEnvironment: 'node',
	transform,
	transformIgnorePatterns,
	setupFiles,
	globalSetup: '<rootDir>/test/e2e/setup.ts',
	globalTeardown: '<rootDir>/test/e2e/teardown.ts',
	testSequencer: '<rootDir>/test/e2e/sequencer.js',
	// One n8n serves all test files, one after the other.
	maxWorkers: 1,
	testTimeout: 60_000,
};
