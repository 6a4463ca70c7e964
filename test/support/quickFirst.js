const { default: Sequencer } = require('@jest/test-sequencer');

/** Sorts the tests of a mutant: those of single functions, which take the least time, come first. */
module.exports = class extends Sequencer {
	sort(tests) {
		const isSlow = ({ path }) => !path.includes('/unit/');
		return [...tests].sort((a, b) => isSlow(a) - isSlow(b) || (a.path < b.path ? -1 : 1));
	}
};
