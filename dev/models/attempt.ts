import type { IDataObject } from 'n8n-workflow';
import type { Account } from '../fake-service/account';
import { instructionsAt } from '../docs/instructions';
import { callTool } from '../engine/runTool';
import { startService } from '../fake-service';
import { story } from '../story';
import { changesOf, snapshot } from './changes';
import { judge, NOW, type Task, type Verdict } from './tasks';
import { toolsOf, type OfferedTool } from './tools';

/** A tool call of a model, with what it got. */
interface ToolCall {
	tool: string;
	input: IDataObject;
	text: string;
}

export interface Result extends Verdict {
	task: string;
	passed: boolean;
	calls: ToolCall[];
	answer: string;
	/** Characters of the results of all calls */
	characters: number;
	/** Requests to the service */
	requests: number;
}

/** One try at a task, with an account and a service of its own. The clock has to stand still at NOW. */
export interface Attempt {
	task: Task;
	tools: OfferedTool[];
	account: Account;
	/** Calls a tool; returns what the model reads. */
	call(tool: string, input: IDataObject): Promise<string>;
	/** Ends the attempt with the answer to the user. */
	answer(text: string): Promise<Result>;
}

/** What models are told beside the task: as docs/agents.md recommends. */
export const SYSTEM_MESSAGE = `You act for Nora Lindgren, who runs a pottery studio. ${instructionsAt('Thursday, 12 March 2026, 10:00 (UTC)')}
Your last message is the answer to the user.`;

/** Begins an attempt; with the tools of the task's set unless others are given. */
export async function begin(task: Task, tools = toolsOf(task.set)): Promise<Attempt> {
	const service = await startService({ story, now: NOW });
	const account = service.account('a');
	const before = snapshot(account);
	const calls: ToolCall[] = [];

	async function textOf(name: string, input: IDataObject): Promise<string> {
		const tool = tools.find((one) => one.name === name);
		if (!tool) return `There is no tool ${name}.`;
		const [{ result, failed }] = await callTool({
			node: tool.node,
			parameters: tool.settings,
			credential: { baseUrl: service.url, apiKey: service.keys.a },
			calls: [input],
		});
		return failed ?? JSON.stringify(result);
	}

	return {
		task,
		tools,
		account,
		async call(name, input) {
			const text = await textOf(name, input);
			calls.push({ tool: name, input, text });
			return text;
		},
		async answer(text) {
			const verdict = judge(task, changesOf(before, snapshot(account)), text);
			const requests = service.log.length;
			await service.close();
			return {
				task: task.key,
				passed: verdict.missing.length + verdict.mines.length === 0,
				...verdict,
				calls,
				answer: text,
				characters: calls.reduce((sum, call) => sum + call.text.length, 0),
				requests,
			};
		},
	};
}
