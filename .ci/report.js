/**
 * Reads a report of jest: prints "passed failed", in which a test file that did not load is a failure, and adds the
 * names of the failed tests with the first lines of their messages to a file.
 */
const { appendFileSync, readFileSync } = require('node:fs');

const LINES = 60;

const [, , reportFile, failuresFile] = process.argv;
const report = JSON.parse(readFileSync(reportFile, 'utf8'));

const failed = ({ status }) => status === 'failed';
const shorten = (message) => message.split('\n').slice(0, LINES).join('\n');

for (const { name, message, assertionResults } of (report.testResults ?? []).filter(failed)) {
	const tests = assertionResults.filter(failed);
	const texts = tests.map(({ fullName, failureMessages }) => [
		fullName,
		...failureMessages.map(shorten),
	]);
	const text = texts.length > 0 ? texts.flat().join('\n') : shorten(message);
	appendFileSync(failuresFile, `\n${name}\n${text}\n`);
}
console.log(report.numPassedTests, report.numFailedTests + report.numRuntimeErrorTestSuites);
