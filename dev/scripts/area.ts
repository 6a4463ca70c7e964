/**
 * Checks what a change of one area can break, in a minute: `npm run area Calls`. `npm run area shared` checks nodes/shared by
 * its unit tests, and that messages and documentation agree. `npm test` checks everything.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { AREAS } from '../areas';

/** Runs a command of a development dependency; ends this program if it fails. */
function run(command: string, ...settings: string[]): void {
	console.log(`== ${[command, ...settings].join(' ')}`);
	const { status } = spawnSync('npx', [command, ...settings], { stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 1);
}

/** The test files of an area: those of Records are records.test.ts and recordTopics.test.ts, not recordings.test.ts. */
function testsIn(folder: string, area: string): string[] {
	const name = `${area[0].toLowerCase()}${area.slice(1)}`.replace(/s$/, '');
	const ofArea = new RegExp(`^${name}s?([A-Z]\\w*)?\\.test\\.ts$`);
	return readdirSync(folder)
		.filter((file) => ofArea.test(file))
		.map((file) => `${folder}/${file}`);
}

const [area] = process.argv.slice(2);
const names = [...AREAS.map(({ name }) => name), 'shared'];
if (!names.includes(area)) {
	console.error(`There is no area ${area ?? ''}. Areas: ${names.join(', ')}`);
	process.exit(1);
}
const jest = [
	'jest',
	'--verbose=false',
	'--selectProjects',
	'nodes',
	'service',
	'--testPathPattern',
] as const;

run('tsc', '-p', 'config/tsconfig.json');
const folders = area === 'shared' ? ['nodes/shared'] : [`nodes/${area}`, `dev/areas/${area}`];
run('eslint', '--config', 'config/eslint.config.mjs', ...folders);
if (area === 'shared') {
	run(...jest, 'test/unit/', 'test/docs', 'test/descriptions/');
} else {
	const tests = ['test/areas', 'test/triggers', 'dev/fake-service/test/areas'];
	run(...jest, ...tests.flatMap((folder) => testsIn(folder, area)));
	run(...jest, 'test/conformance/nodes', '--testNamePattern', `^svc${area}:`);
}
console.log(
	'Not checked here: generated pages, snapshots and records (CONTRIBUTING.md), and npm test.',
);
