const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const path = require('node:path');

const promises = require('../../dev/docs/promises.json');

const ROOT = path.join(__dirname, '../..');

/** The figures of README, each with the tests that prove it and what one of them is about. */
const FIGURES = [
	{
		what: 'operations of the contract',
		proves: ({ title }) => /^calls (\w+) of the contract, by POST$/.exec(title)?.[1],
	},
	{
		what: 'events',
		proves: ({ file, title, event }) =>
			/^loses, repeats and makes up nothing/.test(title) ? `${file}: ${event}` : undefined,
	},
	{
		what: 'writes',
		proves: ({ title, parents }) =>
			title.startsWith('make each item once at most')
				? /^all short histories of (.*?)(?<! \(JSON\)) \(\d+\)$/.exec(parents[0])?.[1]
				: undefined,
	},
];

/**
 * Ends a run of all tests with README's promises and figures. The run fails if the tests have proved other figures, or if
 * the fake service has ignored a field of a request.
 */
module.exports = class {
	onRunComplete(_contexts, { testResults, startTime }) {
		const fileOf = ({ testFilePath }) => path.relative(ROOT, testFilePath);
		const counts = promises.map(({ promise, tests }) => {
			const found = testResults.filter((each) =>
				tests.some((test) => fileOf(each).startsWith(test)),
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
		const passed = testResults.flatMap((result) =>
			result.testResults
				.filter(({ status }) => status === 'passed')
				.map(({ title, ancestorTitles: parents }) => ({
					file: fileOf(result),
					title,
					parents,
					event: parents[parents.length - 1],
				})),
		);
		this.flaws = flawsOf(readFileSync(path.join(ROOT, 'README.md'), 'utf8'), passed);
		// A part of the rows need not read all fields
		const unread = Number(process.env.SHARE ?? 1) > 1 ? [] : unreadSince(startTime);
		if (unread.length > 0)
			this.flaws.push(`No handler of the fake service reads ${unread.join(', ')}`);
		for (const flaw of this.flaws) console.log(`  ✕ ${flaw}`);
	}

	/** Makes the run fail. */
	getLastError() {
		if (this.flaws?.length > 0) return new Error(this.flaws.join('\n'));
	}
};

/** Documented request fields that the fake service has ignored since a time, as `operation: field`. */
function unreadSince(time) {
	const script = path.join(__dirname, 'unreadFields.ts');
	const output = execFileSync(process.execPath, [require.resolve('tsx/cli'), script, String(time)]);
	return JSON.parse(output.toString());
}

/** The figures of README that differ from what the passed tests have proved. */
function flawsOf(readme, passed) {
	return FIGURES.flatMap(({ what, proves }) => {
		const proved = new Set(passed.map(proves).filter((name) => name !== undefined)).size;
		const said = Number(new RegExp(`\\[(\\d+)\\]\\([^)]*\\),? ${what}`).exec(readme)?.[1]);
		if (said === proved) return [];
		return [`README says ${said} ${what}, but the tests that passed have proved ${proved}`];
	});
}

module.exports.flawsOf = flawsOf;
