import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { begin, type Result } from './attempt';
import { tasks } from './tasks';
import { toolsOf } from './tools';
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

/** The perfect walk through all tasks, as the table of docs/performance.md. */
export async function walkTable(): Promise<string> {
	const rows: Array<[string, number, number, number]> = [];
	for (const task of tasks) {
		const { steps, answer } = perfect[task.key];
		const { calls, characters, requests } = await walk(await begin(task), steps, answer);
		rows.push([task.key, calls.length, characters, requests]);
	}
	const total = (column: number) => rows.reduce((sum, row) => sum + (row[column] as number), 0);
	const lists = (['office', 'studio'] as const).map(toolsOf);
	const listed = lists.map((tools) =>
		tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
	);
	const all: Array<Array<string | number>> = [
		['Task', 'Calls', 'Characters of results', 'Requests'],
		...rows,
		['all tasks', total(1), total(2), total(3)],
		[
			`the lists of ${lists.map(({ length }) => length).join(' and ')} tools`,
			'',
			listed.reduce((sum, tools) => sum + JSON.stringify(tools).length, 0),
			'',
		],
	];
	const texts = all.map((row) =>
		row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)),
	);
	const widths = texts[0].map((_, i) => Math.max(...texts.map((row) => row[i].length)));
	const line = (cells: string[]) =>
		`| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
	return [
		line(texts[0]),
		line(widths.map((width) => '-'.repeat(width))),
		...texts.slice(1).map(line),
	].join('\n');
}
