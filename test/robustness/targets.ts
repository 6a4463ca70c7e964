import { LIMITS } from '../../dev/limits';
import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';

import { AREAS } from '../../dev/areas';
import type { Target as Declared } from '../../dev/areas/area';
import { leavesOf, OPERATIONS } from '../../dev/contract/operations';
import { loadOptionsContext } from '../../dev/engine/loadOptions';
import { pollNode } from '../../dev/engine/pollNode';
import { nodeNamed } from '../../dev/engine/types';
import { jsonOf, linksOf, type ServiceFixture } from '../support/useService';

/** Outcome of one input item: its output items, or its error. */
export interface Fate {
	rows: IDataObject[];
	error?: string;
}

/** A reader of answers that can be run. */
export interface Target extends Declared {
	/** Field of `data` with the results */
	list?: string;
	/** Runs it on the fake service and returns the outcome of each item */
	run: (fixture: ServiceFixture) => Promise<Fate[]>;
}

/** Targets: one for each endpoint, and for each layout of answers. */
export const TARGETS: Target[] = AREAS.flatMap(({ name, targets = [] }) =>
	targets.map((target) => ({
		...target,
		list: listOf(target.operation),
		run: runOf(`svc${name}`, target.reader),
	})),
);

function listOf(operation: string): string | undefined {
	const { documented, response } = OPERATIONS.find(({ id }) => id === operation)!;
	if (!documented) return 'items';
	const found = ['items', 'utterances'];
	return found.find((name) => leavesOf(response).some(({ path }) => path[1] === name));
}

function runOf(node: string, reader: Declared['reader']): Target['run'] {
	if ('event' in reader) return trigger(`${node}Trigger`, reader.event);
	if ('search' in reader) return list(node, reader.search, reader.filter);
	return run(node, reader);
}

type Run = Extract<Declared['reader'], { parameters: IDataObject }>;

function run(node: string, { parameters, items: make }: Run): Target['run'] {
	return async (fixture) => {
		const inputs = make?.(fixture.service.account('a')) ?? [{}];
		const { items, errors, error } = await fixture.run({
			node,
			parameters: {
				...parameters,
				requestOptions: { timeout: LIMITS.answerTimeout },
			} as never,
			items: inputs,
			settings: { onError: 'continueErrorOutput' },
		});
		if (error) throw new Error(`the node failed: ${error.message}`);
		const rows = jsonOf(items);
		const links = linksOf(items);
		const failed = jsonOf(errors);
		const failedLinks = linksOf(errors);
		return inputs.map((_input, i) => ({
			rows: rows.filter((_row, at) => links[at] === i) as IDataObject[],
			error: failed[failedLinks.indexOf(i)]?.error as string | undefined,
		}));
	};
}

/** A trigger that starts from a date; its items without the time at which they were found. */
function trigger(name: string, event: string): Target['run'] {
	return async (fixture) => {
		const { credential } = fixture;
		const parameters = {
			event,
			startFrom: 'date',
			startDate: '2026-05-01T00:00:00Z',
			options: { includeEventMetadata: false },
		};
		const { items, error } = await pollNode({ node: name, parameters, credential });
		return [{ rows: jsonOf(items) as IDataObject[], error: error?.message }];
	};
}

function list(name: string, method: string, filter?: string): Target['run'] {
	return async (fixture) => {
		const search = nodeNamed(name).methods!.listSearch![method];
		const context = loadOptionsContext(name, fixture.credential);
		const found: INodeListSearchResult | Error = await search
			.call(context, filter)
			.catch((error: Error) => error);
		if (found instanceof Error) return [{ rows: [], error: found.message }];
		return [{ rows: found.results as unknown as IDataObject[] }];
	};
}
