/** Unit, engine and conformance tests: everything below test/ that needs no real n8n. */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	setupFiles: ['<rootDir>/test/quiet.js'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/', '<rootDir>/test/e2e/'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/n8n/', '<rootDir>/.cache/'],
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
