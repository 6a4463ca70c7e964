const { createEmptyTestResult } = require('@jest/test-result');
const runFile = require('jest-circus/runner');

/** Settings of the run of jest, which is that of a mutant, in which a test has failed. */
let noticed;

/** A skipped test for each file that was not loaded, since StrykerJS counts a file without tests as one that cannot load. */
const SKIPPED = {
	ancestorTitles: [],
	failureDetails: [],
	failureMessages: [],
	fullName: 'not loaded',
	numPassingAsserts: 0,
	status: 'pending',
	title: 'not loaded',
};

/** Test runner for StrykerJS, which starts jest once for each mutant: after a file with a failed test no other is loaded. */
module.exports = async (settings, config, environment, runtime, testFilePath, ...rest) => {
	const isMutant = process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;
	if (isMutant && noticed === settings)
		return { ...createEmptyTestResult(), testFilePath, numPendingTests: 1, testResults: [SKIPPED] };
	const result = await runFile(settings, config, environment, runtime, testFilePath, ...rest);
	if (isMutant && result.numFailingTests > 0) noticed = settings;
	return result;
};
