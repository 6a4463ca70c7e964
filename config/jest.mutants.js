const { projects } = require('../jest.config');

/** The tests that need no n8n server, for StrykerJS, whose configuration selects among them (testRegex). */
const {
	displayName: _name,
	testMatch: _match,
	...nodes
} = projects.find(({ displayName }) => displayName === 'nodes');

const support = (name) => require.resolve(`../test/support/${name}`);

module.exports = {
	...nodes,
	testTimeout: 60_000,
	testEnvironment: support('mutantEnvironment'),
	testRunner: support('mutantRunner'),
	testSequencer: support('quickFirst'),
};
