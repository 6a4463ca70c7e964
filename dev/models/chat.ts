import type { IDataObject } from 'n8n-workflow';
import { SYSTEM_MESSAGE, type Attempt, type Result } from './attempt';
import { toldOf } from './tools';

/** An endpoint that speaks the chat completions of OpenAI. */
export interface Model {
	/** Base URL, such as http://127.0.0.1:8000/v1 */
	url: string;
	name: string;
	key?: string;
}

interface Message {
	role: string;
	content: string | null;
	tool_calls?: Array<{ id: string; function: { name: string; arguments: string } }>;
}

/** Number of answers after which a model is not asked again. */
const MAX_TURNS = 30;

/** Has a model do a task. Its last message is the answer; without one, the attempt has failed. */
export async function converse(attempt: Attempt, model: Model): Promise<Result> {
	const messages: object[] = [
		{ role: 'system', content: SYSTEM_MESSAGE },
		{ role: 'user', content: attempt.task.request },
	];
	const tools = attempt.tools.map((tool) => ({ type: 'function', function: toldOf(tool) }));
	for (let turn = 0; turn < MAX_TURNS; turn++) {
		const message = await complete(model, { model: model.name, messages, tools });
		messages.push(message);
		if (!message.tool_calls?.length) return await attempt.answer(message.content ?? '');
		for (const { id, function: wanted } of message.tool_calls) {
			const content = await call(attempt, wanted.name, wanted.arguments);
			messages.push({ role: 'tool', tool_call_id: id, content });
		}
	}
	return await attempt.answer('');
}

async function call(attempt: Attempt, name: string, given: string): Promise<string> {
	let input: IDataObject;
	try {
		input = JSON.parse(given || '{}') as IDataObject;
	} catch {
		return 'The arguments are no JSON.';
	}
	return await attempt.call(name, input);
}

async function complete({ url, key }: Model, body: object): Promise<Message> {
	const response = await fetch(`${url}/chat/completions`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
		body: JSON.stringify(body),
	});
	if (!response.ok)
		throw new Error(`The model answers ${response.status}: ${await response.text()}`);
	const { choices } = (await response.json()) as { choices: Array<{ message: Message }> };
	return choices[0].message;
}
