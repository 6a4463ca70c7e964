import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { begin, type Result } from './attempt';
import { tasks } from './tasks';
import { toldOf, TOOL_OPERATIONS, toolOf, toolsOf, type OfferedTool } from './tools';
import { perfect, walk } from './walks';

/** Results of attempts: as transcripts in a folder, and as tables. */

/** Writes the transcript of an attempt; `name` is the task with the number of the attempt. */
export function save(folder: string, name: string, result: Result): void {
	mkdirSync(folder, { recursive: true });
	writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(result, null, '\t')}\n`);
}

export function load(folder: string): Result[] {
	return readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Result);
}

/** What a model has done: each attempt that failed, and the sums. */
export function report(results: Result[]): string {
	const failed = results
		.filter(({ passed }) => !passed)
		.map(({ task, missing, mines }) =>
			[
				`${task}: failed`,
				...missing.map((name) => `  missing: ${name}`),
				...mines.map((name) => `  MISTAKE: ${name}`),
			].join('\n'),
		);
	const keys = [...new Set(results.map(({ task }) => task))];
	const attemptsAt = (key: string) => results.filter(({ task }) => task === key);
	const always = keys.filter((key) => attemptsAt(key).every(({ passed }) => passed)).length;
	const most = Math.max(0, ...keys.map((key) => attemptsAt(key).length));
	const sum = (of: (result: Result) => number) =>
		results.reduce((total, result) => total + of(result), 0);
	return [
		...failed,
		`passed: ${sum(({ passed }) => Number(passed))} of ${results.length} attempts`,
		`pass^${most}: ${always} of ${keys.length} tasks, ${(always / (keys.length || 1)).toFixed(2)}`,
		`mistakes: ${sum(({ mines }) => mines.length)}`,
		`calls: ${sum(({ calls }) => calls.length)}`,
		`characters of results: ${sum(({ characters }) => characters)}`,
		`requests to the service: ${sum(({ requests }) => requests)}`,
	].join('\n');
}

/** The perfect walk: a line for each task, and the table of docs/performance.md. */
export async function walkAll(): Promise<{ lines: string[]; table: string }> {
	const lines: string[] = [];
	const rows: string[][] = [];
	for (const set of ['office', 'studio'] as const) {
		const results: Result[] = [];
		for (const task of tasks.filter((one) => one.set === set)) {
			const { steps, answer } = perfect[task.key];
			results.push(await walk(await begin(task), steps, answer));
		}
		const tools = toolsOf(set).map(toldOf);
		lines.push(
			...results.map(
				({ task, calls, characters, requests }) =>
					`${task}: ${calls.length} calls, ${characters} characters, ${requests} requests`,
			),
		);
		const sum = (of: (result: Result) => number) =>
			results.reduce((total, result) => total + of(result), 0).toLocaleString('en-US');
		rows.push([
			set,
			String(tools.length),
			JSON.stringify(tools).length.toLocaleString('en-US'),
			String(results.length),
			sum(({ calls }) => calls.length),
			sum(({ characters }) => characters),
			sum(({ requests }) => requests),
		]);
	}
	const head =
		'| Set | Tools | Characters of the list | Tasks | Calls | Characters of results | Requests |';
	const table = [
		head,
		head.replace(/ [^|]+ /g, ' --- '),
		...rows.map((row) => `| ${row.join(' | ')} |`),
	];
	return { lines, table: table.join('\n') };
}

/** The number of tokens that the list of these tools has: names, descriptions and what a model can give. */
export function tokensIn(tools: OfferedTool[]): number {
	// Its types are those of a module
	const { getEncoding } = createRequire(__filename)('js-tiktoken') as {
		getEncoding(name: string): { encode(text: string): number[] };
	};
	const encoding = getEncoding('o200k_base');
	const listed = tools.map(({ name, description, parameters }) =>
		JSON.stringify({ name, description, inputSchema: parameters }),
	);
	return listed.reduce((sum, text) => sum + encoding.encode(text).length, 0);
}

/** The size of the list of all tools as they are added. */
export function sizeOfAll(): string {
	const all = TOOL_OPERATIONS.map((declared) => toolOf(declared));
	return `The list of all ${all.length} tools has ${tokensIn(all).toLocaleString('en-US')} tokens (o200k_base)`;
}
