const path = require('node:path');

const promises = require('../../dev/docs/promises.json');

/** Ends a run of all tests with README's promises, and how many of the tests of each passed. */
module.exports = class {
	onRunComplete(_contexts, { testResults }) {
		const ROOT = path.join(__dirname, '../..');
		const counts = promises.map(({ promise, tests }) => {
			const found = testResults.filter(({ testFilePath }) =>
				tests.some((test) => path.relative(ROOT, testFilePath).startsWith(test)),
			);
			const sum = (key) => found.reduce((total, result) => total + result[key], 0);
			const failed = sum('numFailingTests') + found.filter((each) => each.testExecError).length;
			return { promise, passed: sum('numPassingTests'), failed };
		});
		// A run of a few files proves no promise
		if (counts.some(({ passed, failed }) => passed + failed === 0)) return;
		const lines = counts.map(
			({ promise, passed, failed }) =>
				`  ${failed ? '✕' : '✓'} ${promise}: ${passed} tests passed, ${failed} failed`,
		);
		console.log(['\nPromises of README (docs/evidence.md):', ...lines].join('\n'));
	}
};
