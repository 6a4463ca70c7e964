/** Unit, engine and conformance tests: everything below test/ that needs no real n8n. */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/', '<rootDir>/test/e2e/'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/n8n/', '<rootDir>/.cache/'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.dev.json' }],
	},
};
