import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';

import type { WorkflowFile } from '../dev/n8n/client';
import { quickDemo } from '../dev/demo/quick';
import { story } from '../dev/story';

const EXAMPLES = path.join(__dirname, '../examples');

/** Names that the example workflows choose things by, with the parameter. */
function namesIn(value: unknown, name = ''): Array<[parameter: string, chosen: string]> {
	if (typeof value !== 'object' || value === null) return [];
	const { mode, value: chosen } = value as INodeParameters;
	if (mode === 'name') return [[name, String(chosen)]];
	return Object.entries(value).flatMap(([key, inner]) => namesIn(inner, key));
}

const chosen = readdirSync(EXAMPLES, { encoding: 'utf8', recursive: true })
	.filter((file) => file.endsWith('.json'))
	.map((file) => JSON.parse(readFileSync(path.join(EXAMPLES, file), 'utf8')) as WorkflowFile)
	.flatMap(({ nodes }) => nodes.filter(({ type }) => type.startsWith('n8n-nodes-svc.')))
	.flatMap(({ parameters }) => namesIn(parameters))
	.filter(([, name]) => !name.startsWith('=') && name !== 'me');

it.each([...new Map(chosen.map((each) => [each.join(' '), each])).values()])(
	'the account of the demo has the %s "%s", which an example chooses',
	(parameter, name) => {
		const { conversations, topics } = story(Date.now());
		const names =
			parameter === 'topic'
				? [...topics.values()].map(({ display_path }) => display_path)
				: [...conversations.values()].map((chat) => chat.name);
		expect(names.filter((each) => each === name)).toHaveLength(1);
	},
);

it('the quick demo runs the three jobs of README: message, alert and file', async () => {
	const printed = jest.spyOn(console, 'log').mockImplementation();
	await quickDemo();
	const text = printed.mock.calls.flat().join('\n');
	printed.mockRestore();
	expect(text).toMatch(/ {4}Good morning!.*\n( {4}- .+ · .+\n){3}/);
	expect(text).toMatch(/ {4}Missed, please call back:\n( {4}- .+ · .+ · .+\n)+/);
	expect(text).toMatch(/ {4}new-call-[\d-]+\.csv, \d+ lines:\n {4}with,from,started_at,/);
});

it.each([
	['the quick demo', ['tsx', 'dev/demo/main.ts', '--quick']],
	['the engine of generate, area and bench', ['tsx', '-e', "require('./dev/engine/runNode')"]],
	['a test', ['jest', 'test/areas/account.test.ts', '--selectProjects', 'nodes']],
])(
	'%s writes nothing into the folder of the user',
	(_what, [tool, ...options]) => {
		const home = mkdtempSync(path.join(tmpdir(), 'home-'));
		const { N8N_USER_FOLDER: _own, ...env } = process.env;
		const bin = path.join(__dirname, '../node_modules/.bin', tool);
		execFileSync(bin, options, {
			cwd: path.join(__dirname, '..'),
			env: { ...env, HOME: home },
			stdio: 'pipe',
		});
		expect(readdirSync(home)).toEqual([]);
		rmSync(home, { recursive: true });
	},
	120_000,
);
