const { projects } = require('../jest.config');

/**
 * The tests that need no n8n server, for StrykerJS, whose config selects among them (testRegex). They run in jest's sandbox,
 * in which each mutant has a global object of its own, so that they load n8n's packages themselves.
 */
const {
	displayName: _name,
	testMatch: _match,
	transform,
	...nodes
} = projects.find(({ displayName }) => displayName === 'nodes');

const isOwn = ([, transformer]) => !String(transformer).endsWith('loadOnce.js');

module.exports = {
	...nodes,
	transform: Object.fromEntries(Object.entries(transform).filter(isOwn)),
	testTimeout: 120_000,
	testEnvironment: require.resolve('../test/support/bailEnvironment'),
};
