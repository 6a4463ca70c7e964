const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Sorts end-to-end tests by name; the check that no key was stored comes last. Of other tests, those of triggers come first:
 * they play histories, which take longer than the size of their files says, and would be waited for in the end.
 */
module.exports = class extends Sequencer {
	sort(tests) {
		const isLast = ({ path }) => path.endsWith('secrecy.test.ts');
		const endToEnd = tests.every(({ context }) => context.config.displayName?.name === 'e2e');
		const isLong = ({ path }) => path.includes('/triggers/');
		if (!endToEnd) return super.sort(tests).sort((a, b) => isLong(b) - isLong(a));
		return [...tests].sort((a, b) => isLast(a) - isLast(b) || (a.path < b.path ? -1 : 1));
	}
};
