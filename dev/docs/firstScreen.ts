import { exampleIn, JOBS, stepsOf } from '../demo/jobs';
import { EVENTS } from '../areas/events';
import { OPERATIONS } from '../contract/operations';
import { ALL } from '../engine/operations';
import promises from './promises.json';

/** Parts of README and of docs/evidence.md that the code counts. */

/** Jobs of the first screen, with their numbers of nodes. */
export function jobsList(): string {
	return JOBS.map(({ file, says }) => {
		const { name, nodes } = exampleIn(file);
		return `- [${name}](examples/${file}): ${says} (${stepsOf({ nodes }).length} nodes)`;
	}).join('\n');
}

/** Numbers of operations, events and writes that the tests prove. A run of all tests that proves fewer fails (test/support/evidence.js). */
export function evidence(): string {
	const number = (count: number, tests: string) => `[${count}](${tests})`;
	const operations = number(OPERATIONS.length, 'test/conformance/nodes.test.ts');
	const events = number(Object.keys(EVENTS).length, 'test/triggers/simulation.ts');
	const writes = number(WRITES.length, 'test/writes/testHistories.ts');
	return [
		"`npm test` runs against a fake service, which is checked against the service's [contract](contract/README.md). No test has reached the live service. These tests prove:",
		[
			`- All ${operations} operations of the contract can be used, with every field that it documents. The nodes offer them as ${ALL.length} operations, of which ${RAW.length} take JSON.`,
			`- For all ${events} events of triggers, nothing is lost or repeated in random sequences of polls, with faults, restarts and events that arrive late.`,
			`- For all ${writes} writes with documented fields, nothing is written twice in short sequences of tries, with faults and with somebody else who changes the same object.`,
		].join('\n'),
		'[Evidence](docs/evidence.md) says which tests and commands prove what.',
	].join('\n\n');
}

/** Writes whose fields the contract documents. */
const WRITES = ALL.filter(
	({ operation: { endpoint, output } }) => endpoint.preview && output !== undefined,
);

/** Operations that take their body as JSON, since the contract does not document their fields. */
const RAW = ALL.filter(({ operation }) => operation.fields.some(({ limits }) => limits?.json));

export function promisesList(): string {
	return promises.map(({ promise, says }) => `- **${promise}.** ${says}`).join('\n');
}

/** Each promise of README with its tests. */
export function testsOfPromises(): string {
	return promises
		.map(({ promise, tests, show }) => {
			const links = tests.map((test) => `[${test.replace('test/', '')}](../${test})`);
			return `- **${promise}**: ${show}. Tests: ${links.join(', ')}.`;
		})
		.join('\n');
}
