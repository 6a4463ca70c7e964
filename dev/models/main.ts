/**
 * Measures how well models use the tools. CONTRIBUTING.md says how to run it.
 *
 *   walk                          the perfect walk, task by task, and as a table
 *   run [task …] [--runs 2]       lets the model at MODEL_URL do tasks
 *   desk                          keeps attempts for the three commands below, until it is interrupted
 *   list task.1                   task and tools of an attempt
 *   call task.1 tool arguments    calls a tool, with arguments as JSON
 *   answer task.1 text            ends the attempt
 *   report                        what the transcripts in the folder say
 *
 * With --server mcp-server-assistant.json, desk and run offer the tools of that ready server for each task.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { INode } from 'n8n-workflow';
import { begin } from './attempt';
import { converse, type Model } from './chat';
import { startDesk, tell } from './desk';
import { load, report, save, sizeOfAll, walkAll } from './report';
import { NOW, tasks } from './tasks';
import { type OfferedTool, toolOfNode } from './tools';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		runs: { type: 'string', default: '1' },
		folder: { type: 'string', default: '.cache/models' },
		port: { type: 'string', default: '8765' },
		server: { type: 'string' },
	},
});

async function main(): Promise<void> {
	const [command, ...words] = positionals;
	const { folder, port, server } = values;
	// The nodes ask for the time as well, and have to be in the present of the story
	Date.now = () => NOW;
	switch (command) {
		case 'walk':
			return console.log(await walked());
		case 'run':
			await run(words);
			return console.log(report(load(folder)));
		case 'report':
			return console.log(report(load(folder)));
		case 'desk':
			return console.log(
				`Ready at ${(await startDesk(folder, Number(port), toolsIn(server))).url}`,
			);
		case 'list':
		case 'call':
		case 'answer': {
			const [name, ...rest] = words;
			return console.log(await tell(`http://127.0.0.1:${port}`, { command, name, words: rest }));
		}
		default:
			throw new Error('Commands: walk, run, report, desk, list, call, answer');
	}
}

async function walked(): Promise<string> {
	const { lines, table } = await walkAll();
	return [...lines, '', table, '', sizeOfAll()].join('\n');
}

/** The tools of a ready server in examples/, such as `mcp-server-assistant.json`. */
function toolsIn(server?: string): OfferedTool[] | undefined {
	if (server === undefined) return undefined;
	const file = path.join(__dirname, '../../examples', server);
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as { nodes: INode[] };
	return nodes.filter(({ type }) => type.startsWith('n8n-nodes-svc.')).map(toolOfNode);
}

async function run(keys: string[]): Promise<void> {
	const { MODEL_URL, MODEL_NAME = '', MODEL_KEY } = process.env;
	if (!MODEL_URL) throw new Error('MODEL_URL is not set');
	const model: Model = { url: MODEL_URL, name: MODEL_NAME, key: MODEL_KEY };
	for (const task of tasks.filter(({ key }) => keys.length === 0 || keys.includes(key))) {
		for (let i = 1; i <= Number(values.runs); i++) {
			save(
				values.folder,
				`${task.key}.${i}`,
				await converse(await begin(task, toolsIn(values.server)), model),
			);
		}
	}
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
