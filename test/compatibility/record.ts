import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { version } from '../../package.json';
import { digestsOf, folderOf, FREEZES, VERSIONS } from './frozen';
import { NodeRuns } from './nodeRun';
import { recordAll } from './recordRuns';
import { recordStates } from './stories';
import { TriggerRuns } from './triggerRun';

/**
 * `npx tsx test/compatibility/record.ts`, once for each version, right before it is published: writes the files of
 * the version in package.json, and their digests. It changes no file that is there.
 */
async function main(): Promise<void> {
	const folder = folderOf(version);
	if (existsSync(folder)) {
		throw new Error(
			`${folder} is there. Files of a published version never change; of one that is not published, delete the folder first.`,
		);
	}
	const runs = await NodeRuns.start();
	const recorded = await recordAll(runs);
	runs.stop();
	const triggers = await TriggerRuns.start();
	const states = await recordStates(triggers);
	await triggers.stop();
	for (const { workflow, runs: frozen } of recorded) {
		write(path.join(folder, 'workflows', `${workflow.name}.json`), workflow);
		if (frozen) write(path.join(folder, 'runs', `${workflow.name}.json`), frozen);
	}
	for (const [name, state] of states) write(path.join(folder, 'states', `${name}.json`), state);
	const known = existsSync(FREEZES) ? (JSON.parse(readFileSync(FREEZES, 'utf8')) as object) : {};
	const others = Object.entries(known).filter(([file]) => !file.startsWith(`${version}/`));
	write(FREEZES, { ...Object.fromEntries(others), ...digestsOf(version) });
	console.log(`Recorded ${version}. Versions before: ${VERSIONS.join(', ') || 'none'}`);
}

function write(file: string, content: object): void {
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(content, null, '\t')}\n`);
}

main().catch((error: Error) => {
	console.error(error);
	process.exit(1);
});
