// First, so that n8n's engine logs no failed try
import '../support/quiet.js';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { version } from '../../package.json';
import { EVENTS } from '../../dev/areas/events';
import { nameOf, OFFERED } from '../../dev/contract/offered';
import { parametersOf } from '../../dev/contract/samples';
import { NodeRuns } from './nodeRun';
import { playEvent } from './playEvent';
import { playOperation } from './playOperation';
import { fileOf } from './recorded';
import { storedNode } from './storedNodes';
import { TriggerRuns } from './triggerRun';

/**
 * `npm run record` records the version in package.json: a node with all fields of each operation and
 * event, and a state of each event. Until the version is published, it may be recorded again at any time.
 */
async function main(): Promise<void> {
	const runs = await NodeRuns.start();
	const operations: object[] = [];
	for (const offered of OFFERED) {
		const { node, resource, operation } = offered;
		const [sample] = parametersOf(offered);
		const parameters = { resource, operation: operation.value as string, ...sample };
		const stored = storedNode(node, parameters);
		const played = await playOperation(stored, runs);
		operations.push({ name: nameOf(offered), node: stored, ...played });
	}
	runs.stop();
	write('operations', operations);

	const triggers = await TriggerRuns.start();
	const events: object[] = [];
	for (const name of Object.keys(EVENTS)) events.push(await playEvent(name, triggers));
	await triggers.stop();
	write('events', events);
	console.log(`Recorded ${operations.length} operations and ${events.length} events of ${version}`);
}

function write(kind: 'operations' | 'events', lines: object[]): void {
	const file = fileOf(version, kind);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

main().catch((error: Error) => {
	console.error(error);
	process.exit(1);
});
