const OneRealm = require('./oneRealm');

/** Number of the mutant that a test noticed last. */
let noticed;

/** Test environment for StrykerJS, which starts jest once for each mutant: the first failing test ends its file. */
module.exports = class extends OneRealm {
	constructor(config, context) {
		super(config, context);
		// The changed code asks once for each global object, and here all mutants have the same
		if (globalThis.__stryker__)
			globalThis.__stryker__.activeMutant = process.env.__STRYKER_ACTIVE_MUTANT__;
	}

	async handleTestEvent({ name, test }) {
		const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
		if (mutant === undefined) return;
		if (name === 'test_done' && test.errors.length > 0) noticed = mutant;
		if (name === 'test_start' && noticed === mutant) test.mode = 'skip';
	}
};
