const { TestEnvironment } = require('jest-environment-node');

/** Mutant that a test has noticed last, by StrykerJS's number. */
let noticed;

/** Environment for StrykerJS, which starts jest once for each mutant: the first test that fails ends the run. */
module.exports = class extends TestEnvironment {
	async handleTestEvent({ name, test }) {
		const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
		if (mutant === undefined) return;
		if (name === 'test_done' && test.errors.length > 0) noticed = mutant;
		if (name === 'test_start' && noticed === mutant) test.mode = 'skip';
	}
};
