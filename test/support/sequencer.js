const { default: Sequencer } = require('@jest/test-sequencer');

/** Sorts end-to-end tests by name; the check that no key was stored comes last. */
module.exports = class extends Sequencer {
	sort(tests) {
		const isLast = ({ path }) => path.endsWith('secrecy.test.ts');
		const endToEnd = tests.every(({ context }) => context.config.displayName?.name === 'e2e');
		if (!endToEnd) return super.sort(tests);
		return [...tests].sort((a, b) => isLast(a) - isLast(b) || (a.path < b.path ? -1 : 1));
	}
};
