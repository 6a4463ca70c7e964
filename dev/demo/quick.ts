import '../engine/userFolder';
import { WorkflowExecute } from 'n8n-core';
import { Workflow, type INode, type INodeExecutionData, type IRun } from 'n8n-workflow';

import type { SvcCredential } from '../engine/credentials';
import { pollNode } from '../engine/pollNode';
import { additionalData } from '../engine/runNode';
import { INPUT_TYPE, nodeTypes } from '../engine/types';
import { startService } from '../fake-service/index';
import { story } from '../story';
import { exampleIn, JOBS, stepsOf } from './jobs';

/** Runs the jobs of README in n8n's own engine, without an installed n8n: `npm run demo -- --quick`. */

const TIMEZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Lines of a file that are printed. */
const HEAD = 4;
const WIDTH = 110;

export async function quickDemo(): Promise<void> {
	console.log("Three workflows in n8n's engine, with the invented account of a pottery studio.");
	const service = await startService({ story });
	const credential = { baseUrl: service.url, apiKey: service.keys.a };
	try {
		for (const { file, says } of JOBS) {
			const { messages } = service.account('a');
			const before = new Set(messages.values());
			const { items, nodes } = await runExample(file, credential);
			console.log(
				`\n${exampleIn(file).name}: ${says}\n  ${nodes.join(' -> ')}   (examples/${file})\n`,
			);
			for (const text of items.flatMap(fileIn)) print(text);
			for (const message of messages.values()) {
				if (!before.has(message)) print(`Message to the group:\n${message.text_content}`);
			}
		}
	} finally {
		await service.close();
	}
	console.log('\nSee and change them in n8n: npm run demo (some five minutes the first time)');
}

/** Names of the nodes that ran, and the items of the first one. */
async function runExample(file: string, credential: SvcCredential) {
	const { name, nodes, connections } = exampleIn(file);
	const steps = stepsOf({ nodes });
	const [start] = steps;
	const items = await itemsOf(start, credential);
	const workflow = new Workflow({
		id: file,
		name,
		nodes: steps.map((node) => (node === start ? { ...node, ...emitting(items) } : node)),
		connections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', timezone: TIMEZONE },
	});
	const execution = new WorkflowExecute(additionalData(credential), 'manual');
	const run: IRun = await execution.run({ workflow, startNode: workflow.getNode(start.name)! });
	const { error, runData } = run.data.resultData;
	if (error) throw new Error(`${name}: ${error.message}`);
	return { items, nodes: Object.keys(runData) };
}

/** Items of the trigger: its test events, or that of a Schedule Trigger if time alone starts the workflow. */
async function itemsOf({ type, parameters }: INode, credential: SvcCredential) {
	if (!type.startsWith('n8n-nodes-svc.'))
		return [{ json: { timestamp: new Date().toISOString() } }];
	const node = type.replace('n8n-nodes-svc.', '');
	const { items, error } = await pollNode(
		{ node, parameters, credential, timezone: TIMEZONE },
		'manual',
	);
	if (error) throw error;
	return items;
}

/** A node that emits items in the place of a trigger. */
function emitting(items: INodeExecutionData[]) {
	const json = JSON.stringify(items.map((item) => item.json));
	return { type: INPUT_TYPE, typeVersion: 1, parameters: { items: json } };
}

/** Name and first lines of the file of an item. */
function fileIn({ binary }: INodeExecutionData): string[] {
	return Object.values(binary ?? {}).map(({ fileName, data }) => {
		const lines = Buffer.from(data, 'base64').toString().trim().split('\n');
		return [`${fileName}, ${lines.length} lines:`, ...lines.slice(0, HEAD)].join('\n');
	});
}

/** Prints a text inside the width of a terminal. */
function print(text: string): void {
	for (const line of text.split('\n')) {
		console.log(`    ${line.length > WIDTH ? `${line.slice(0, WIDTH)} …` : line}`);
	}
}
