const { projects } = require('./jest.config');

/** The tests that need no n8n, for StrykerJS; TESTS narrows them to the paths that it matches. */
const { displayName: _, ...nodes } = projects.find(({ displayName }) => displayName === 'nodes');

module.exports = {
	...nodes,
	testTimeout: 120_000,
	...(process.env.TESTS && {
		testMatch: undefined,
		testRegex: `${process.env.TESTS}.*\\.test\\.ts$`,
	}),
};
