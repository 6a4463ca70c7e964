import type { IDataObject } from 'n8n-workflow';
import { callTool } from '../engine/runTool';
import { rowsOf } from '../engine/toolRows';
import { startService, type Service } from '../fake-service';
import { story } from '../story';
import { changesOf, snapshot, type Change } from './changes';
import { NOW, type Step, type Task } from './tasks';
import { toolsOf, type ToolSet } from './tools';

/** The names of what is missing, and of mistakes. */
interface Verdict {
	missing: string[];
	mines: string[];
}

interface Result extends Verdict {
	calls: number;
	/** Characters of the results of all calls */
	characters: number;
	/** Requests to the service */
	requests: number;
}

/** Takes the steps in an account of its own. The clock has to stand still at NOW. */
export async function walk(set: ToolSet, task: Task, steps: Step[]): Promise<Result> {
	const service = await startService({ story, now: NOW });
	return await take(service, set, task, steps).finally(() => service.close());
}

async function take(service: Service, set: ToolSet, task: Task, steps: Step[]): Promise<Result> {
	const account = service.account('a');
	const before = snapshot(account);
	const results: IDataObject[][] = [];
	const rows = () => results.flatMap(rowsOf);
	for (const step of steps) {
		if (typeof step === 'function') {
			step(account);
			continue;
		}
		const [name, input = {}] = step;
		// n8n adds an explanation and the name of the node: Create_record_note_in_Svc_Records
		const isMeant = (own: string) =>
			own === name || (own.startsWith(`${name}_`) && own.includes('_in_Svc_'));
		const tool = toolsOf(set).find((one) => isMeant(one.name))!;
		const given = Object.entries(input).map(([field, value]) => [
			field,
			typeof value === 'function' ? value(rows()) : value,
		]);
		const [{ result, failed }] = await callTool({
			node: tool.node,
			parameters: tool.settings,
			credential: { baseUrl: service.url, apiKey: service.keys.a },
			calls: [Object.fromEntries(given) as IDataObject],
		});
		if (!result) throw new Error(`${name}: ${failed}`);
		results.push(result);
	}
	return {
		...judge(task, changesOf(before, snapshot(account)), rows()),
		calls: results.length,
		characters: results.reduce((sum, result) => sum + JSON.stringify(result).length, 0),
		requests: service.log.length,
	};
}

function judge(task: Task, changes: Change[], rows: IDataObject[]): Verdict {
	const { says = [], changes: expected = {}, mines = {} } = task;
	const told = rows.map((row) => JSON.stringify(row));
	const unsaid = says.filter((fact) => {
		const [pattern, count] = Array.isArray(fact) ? [fact[1], fact[0]] : [fact];
		const { length } = told.filter((row) => pattern.test(row));
		return count === undefined ? length === 0 : length !== count;
	});
	const counts = Object.entries(expected).map(([name, match]) => ({
		name,
		count: changes.filter(match).length,
	}));
	const mistakes = changes
		.filter((change) => !Object.values(expected).some((match) => match(change)))
		.flatMap((change) => {
			const named = Object.keys(mines).filter((name) => mines[name][0]?.(change));
			return named.length > 0 ? named : [`unexpected change: ${change.kind} ${change.uid}`];
		});
	const twice = counts.filter(({ count }) => count > 1).map(({ name }) => `done twice: ${name}`);
	return {
		missing: [
			...counts.filter(({ count }) => count === 0).map(({ name }) => name),
			...unsaid.map((fact) => `says ${fact}`),
		],
		mines: [...new Set([...twice, ...mistakes])],
	};
}
