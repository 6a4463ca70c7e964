const { projects } = require('../jest.config');

/** The tests that need no n8n server, for StrykerJS, whose config selects among them (testRegex). */
const {
	displayName: _name,
	testMatch: _match,
	...nodes
} = projects.find(({ displayName }) => displayName === 'nodes');

module.exports = {
	...nodes,
	testTimeout: 120_000,
	testEnvironment: require.resolve('../test/support/bailEnvironment'),
};
