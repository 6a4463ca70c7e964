import type { IDataObject, INodeParameters, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { nameOf, OFFERED, type OfferedOperation } from '../contract/offered';
import { otherDecisions, variantsOf } from '../contract/operations';
import { SAMPLES } from '../contract/samples';
import { pollNode } from '../engine/pollNode';
import { runNode } from '../engine/runNode';
import { NODES } from '../engine/types';
import { startService, type Service } from '../fake-service/index';
import { startAnswering, type Answering } from './answering';
import { infer, type JsonSchema } from './infer';

/** The schema of what an operation puts out. */
export interface OutputSchema {
	/** Path below the folder of built nodes, where n8n looks for it */
	file: string;
	schema: JsonSchema;
}

/** The operations whose answers the contract's documents show. */
export const SHOWN = OFFERED.filter(({ contract }) => contract!.documented);

/** All trigger nodes. */
export const TRIGGERS = NODES.filter(({ poll }) => poll);

/**
 * The schemas of all operations whose answers the contract shows: what n8n's editor offers of a node's output before
 * its first run. And those of all triggers, which n8n reads elsewhere.
 */
export async function outputSchemas(): Promise<OutputSchema[]> {
	return [...(await schemasOfOperations()), ...(await schemasOfTriggers())];
}

/** Runs each operation, with Simplify on, against complete answers, and against all variants of them. */
async function schemasOfOperations(): Promise<OutputSchema[]> {
	const answering = await startAnswering();
	try {
		const schemas: OutputSchema[] = [];
		for (const offered of SHOWN) schemas.push(await schemaOf(offered, answering));
		return schemas;
	} finally {
		answering.close();
	}
}

/** Fetches test events of each trigger from the fake service. */
async function schemasOfTriggers(): Promise<OutputSchema[]> {
	const service = await startService();
	try {
		const schemas: OutputSchema[] = [];
		for (const trigger of TRIGGERS) schemas.push(await schemaOfTrigger(trigger, service));
		return schemas;
	} finally {
		await service.close();
	}
}

async function schemaOf(offered: OfferedOperation, answering: Answering): Promise<OutputSchema> {
	const { node, resource, operation } = offered;
	const contract = offered.contract!;
	const rows: IDataObject[] = [];
	/** Answers the requests of a run in this way, and tells whether there was an output; some answers mean a failure. */
	const succeeds = async (choose: Answering['choose']): Promise<boolean> => {
		answering.choose = choose;
		const before = rows.length;
		for (const parameters of parametersOf(offered)) {
			const { items } = await runNode({
				node: node.description.name,
				parameters: { resource, operation: operation.value as string, ...parameters },
				credential: { baseUrl: answering.url, apiKey: 'none' },
			});
			rows.push(...items.map(({ json }) => json));
		}
		return rows.length > before;
	};
	let variants = 1;
	let variant = 0;
	const first: Answering['choose'] = ({ response }) => {
		variants = Math.max(variants, variantsOf(response));
		return { variant };
	};
	while (!(await succeeds(first))) {
		if (++variant === variants) throw new Error(`${nameOf(offered)} never has an output`);
	}
	for (const but of otherDecisions(contract.response, variant)) {
		await succeeds((asked) => (asked === contract ? { variant, but } : { variant }));
	}
	return { file: fileOf(node, resource, String(operation.value)), schema: infer(rows) };
}

/** The schema of what all events of a trigger have in common. */
async function schemaOfTrigger(trigger: INodeType, service: Service): Promise<OutputSchema> {
	const { name, properties } = trigger.description;
	const selector = properties.find((property) => property.name === 'event')!;
	const rowsOfEvents: IDataObject[][] = [];
	for (const { value } of selector.options as INodePropertyOptions[]) {
		const { items, error } = await pollNode(
			{
				node: name,
				parameters: { event: value as string },
				credential: { baseUrl: service.url, apiKey: service.keys.a },
			},
			'manual',
		);
		if (error) throw error;
		rowsOfEvents.push(items.map(({ json }) => json));
	}
	const { properties: all = {} } = infer(rowsOfEvents.flat());
	const isCommon = (field: string) =>
		rowsOfEvents.every((rows) => rows.some((row) => field in row));
	const common = Object.entries(all).filter(([field]) => isCommon(field));
	return {
		file: fileOf(trigger),
		schema: { type: 'object', properties: Object.fromEntries(common) },
	};
}

/** The sets of parameters of an operation's sample, but for the options and the output, which stay as they are by default. */
function parametersOf({ contract }: OfferedOperation): INodeParameters[] {
	return SAMPLES[contract!.id].runs.map(
		({ parameters: { options: _options, output: _output, ...others } }) => others,
	);
}

function fileOf(node: INodeType, ...names: string[]): string {
	const { name, version } = node.description;
	const area = name.replace(/^svc|Trigger$/g, '');
	return `${[area, '__schema__', `v${String(version)}.0.0`, ...names].join('/')}.json`;
}
