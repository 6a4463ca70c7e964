import fastify from 'fastify';
import type { IDataObject } from 'n8n-workflow';
import { begin, SYSTEM_MESSAGE, type Attempt } from './attempt';
import { save } from './report';
import { tasks } from './tasks';
import { type OfferedTool, toldOf } from './tools';

/** A command of somebody who does a task without an endpoint: `list`, `call` or `answer`. */
export interface Command {
	command: string;
	/** Task and number of the attempt: `namesake.1` */
	name: string;
	words: string[];
}

/**
 * A server that keeps the accounts of attempts between commands, and writes a transcript after each answer.
 *
 * @param tools tools of all attempts; by default those of each task's set
 */
export async function startDesk(folder: string, port = 0, tools?: OfferedTool[]) {
	const attempts = new Map<string, Promise<Attempt>>();
	const closed = new Set<string>();
	const app = fastify();

	function attemptOf(name: string): Promise<Attempt> {
		const task = tasks.find(({ key }) => key === name.split('.')[0]);
		if (!task)
			throw new Error(`There is no task ${name}: ${tasks.map(({ key }) => key).join(' ')}`);
		if (closed.has(name)) throw new Error(`${name} has been answered`);
		if (!attempts.has(name)) attempts.set(name, begin(task, tools));
		return attempts.get(name)!;
	}

	app.post('/', async ({ body }) => {
		const { command, name, words } = body as Command;
		const attempt = await attemptOf(name);
		if (command === 'call') {
			const [tool, input = '{}'] = words;
			return await attempt.call(tool, JSON.parse(input) as IDataObject);
		}
		if (command === 'answer') {
			closed.add(name);
			save(folder, name, await attempt.answer(words.join(' ')));
			return 'Thank you.';
		}
		const tools = attempt.tools.map((tool) => JSON.stringify(toldOf(tool)));
		return [SYSTEM_MESSAGE, attempt.task.request, ...tools].join('\n\n');
	});
	return { url: await app.listen({ host: '127.0.0.1', port }), close: () => app.close() };
}

/** Sends a command to a desk; returns what a model reads. */
export async function tell(url: string, command: Command): Promise<string> {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(command),
	});
	if (response.ok) return await response.text();
	return ((await response.json()) as { message: string }).message;
}
