import { exampleIn, JOBS, stepsOf } from '../../demo/jobs';
import { EVENTS } from '../areas/events';
import { OPERATIONS } from '../contract/operations';
import promises from './promises.json';

/** Parts of README and of docs/evidence.md that the code counts. */

/** Jobs of the first screen, with their numbers of nodes. */
export function jobsList(): string {
	return JOBS.map(({ file, says }) => {
		const link = `[import](examples/${file})`;
		return `- ${says}: ${stepsOf(exampleIn(file)).length} nodes (${link})`;
	}).join('\n');
}

/** One line, each number with the test that fails if it is false. */
export function evidence(): string {
	const number = (count: number | string, tests: string) => `[${count}](${tests})`;
	const count = `${OPERATIONS.length} of ${OPERATIONS.length}`;
	const all = number(count, 'test/conformance/nodes.test.ts');
	const events = number(Object.keys(EVENTS).length, 'test/triggers/simulation.ts');
	const twice = number('0', 'test/writes/testHistories.ts');
	return `**Proved by \`npm test\`** against a fake service: ${all} operations of the contract with all documented fields; ${events} events, none lost or repeated in random histories of faults, restarts and late rows; ${twice} writes made twice in all short histories with faults and a second writer. [Each promise, its tests and its command](docs/evidence.md).`;
}

export function promisesList(): string {
	return promises.map(({ promise, says }) => `- **${promise}**${says}.`).join('\n');
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
