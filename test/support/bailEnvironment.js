const { TestEnvironment } = require('jest-environment-node');

/** Number of the mutant that a test noticed last, by StrykerJS. */
let noticed;

/** Test environment for StrykerJS, which starts jest once for each mutant: the first failing test ends the run. */
module.exports = class extends TestEnvironment {
	async handleTestEvent({ name, test }) {
		const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
		if (mutant === undefined) return;
		if (name === 'test_done' && test.errors.length > 0) noticed = mutant;
		if (name === 'test_start' && noticed === mutant) test.mode = 'skip';
	}
};
