import fastify from 'fastify';
import type { IDataObject } from 'n8n-workflow';

/** A tool as the agent offers it to the model. */
interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties: Record<string, IDataObject>; required?: string[] };
}

/** A tool call of the model: the name of the tool, and its arguments. */
export type ToolCall = [name: string, input: IDataObject];

/** The tool calls of one answer of the model; by a function if they depend on the results so far. */
export type Turn = ToolCall[] | ((results: string[]) => ToolCall[]);

/** A model on 127.0.0.1 with answers from a test. */
export interface FakeOpenAi {
	/** Base URL for n8n's OpenAI credential. */
	url: string;
	/** The tools that were offered in the last request. */
	tools: OfferedTool[];
	/** Results of the tools, in the order of the calls. */
	results: string[];
	close(): Promise<void>;
}

/** Starts a model that makes the given tool calls, turn by turn, and then gives an answer. */
export async function startOpenAi(turns: Turn[], answer = 'Done.'): Promise<FakeOpenAi> {
	const app = fastify();
	const model: FakeOpenAi = {
		url: '',
		tools: [],
		results: [],
		close: async () => await app.close(),
	};
	app.post('/v1/chat/completions', (request) => {
		const { tools = [], messages } = request.body as {
			tools?: Array<{ function: OfferedTool }>;
			messages: Array<{ role: string; content: string }>;
		};
		model.tools = tools.map((tool) => tool.function);
		model.results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
		// The number of results equals the number of calls of the turns so far
		let answered = 0;
		for (const [i, turn] of turns.entries()) {
			const calls = typeof turn === 'function' ? turn(model.results.slice(0, answered)) : turn;
			if (answered + calls.length > model.results.length) return completion(wish(calls, i));
			answered += calls.length;
		}
		return completion({ content: answer });
	});
	model.url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/v1`;
	return model;
}

function wish(calls: ToolCall[], turn: number): IDataObject {
	const tool_calls = calls.map(([name, input], i) => ({
		id: `call_${turn}_${i}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(input) },
	}));
	return { content: null, tool_calls };
}

function completion(message: IDataObject): IDataObject {
	return {
		id: 'completion',
		object: 'chat.completion',
		created: 0,
		model: 'fake',
		choices: [
			{
				index: 0,
				message: { role: 'assistant', ...message },
				finish_reason: message.tool_calls ? 'tool_calls' : 'stop',
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
