import type { IDataObject, INodeParameters, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';

import { omit } from '../../nodes/shared/objects';
import type { Output } from '../../nodes/shared/rows';
import { nameOf, OFFERED, type OfferedOperation } from '../contract/offered';
import { otherDecisions, variantsOf } from '../contract/operations';
import { parametersOf } from '../contract/samples';
import { withEvent } from '../areas/events';
import { pollNode } from '../engine/pollNode';
import { DECLARED, eventsOf } from '../engine/operations';
import { runNode } from '../engine/runNode';
import { NODES } from '../engine/types';
import { startService, type Service } from '../fake-service/index';
import { startAnswering, type Answering } from './answering';
import { infer, type JsonSchema } from './infer';

/** The output schema of an operation. */
export interface OutputSchema {
	/** Path below the folder `nodes`, as n8n expects it in the package */
	file: string;
	schema: JsonSchema;
}

/** The operations whose answers the contract documents. */
export const SHOWN = OFFERED.filter(({ contract }) => contract!.documented);

/** An output schema with the fields of a usual row, but for those of which most rows have no value worth a field. */
function schemaOfUsual(schema: JsonSchema, outputs: Output[]): JsonSchema {
	const { properties = {}, ...others } = schema;
	const unusual = outputs.flatMap(({ usual = {} }) => Object.keys(usual));
	return { ...others, properties: omit(properties, ...unusual) };
}

/** All trigger nodes. */
export const TRIGGERS = NODES.filter(({ poll }) => poll);

/**
 * The output schemas of all operations with a documented answer, from which n8n's editor offers fields before the
 * first run of a node, and those of all triggers, which n8n reads elsewhere.
 */
export async function outputSchemas(): Promise<OutputSchema[]> {
	return [...(await schemasOfOperations()), ...(await schemasOfTriggers()), WAITING];
}

/** The output of Send and Wait for Response, which is an answer of a person, and so has no fields of the contract. */
const WAITING: OutputSchema = {
	file: `Chat/__schema__/v1.0.0/message/${SEND_AND_WAIT_OPERATION}.json`,
	schema: {
		type: 'object',
		properties: {
			data: {
				type: 'object',
				properties: {
					approved: { type: 'boolean' },
					text: { type: 'string' },
					respondedAt: { type: 'string' },
					timedOut: { type: 'boolean' },
				},
			},
		},
	},
};

/** The files of these schemas in the repository, by path. */
export async function schemaFiles(): Promise<Map<string, string>> {
	const all = await outputSchemas();
	return new Map(all.map(({ file, schema }) => [`nodes/${file}`, `${JSON.stringify(schema)}\n`]));
}

/** Runs each operation, with Simplify on, on complete answers and on all variants of them. */
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
	/**
	 * Answers the requests of a run with this variant. Returns true if there was an output; some answers are failures.
	 */
	const succeeds = async (choose: Answering['choose']): Promise<boolean> => {
		answering.choose = choose;
		const before = rows.length;
		for (const parameters of plainParametersOf(offered)) {
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
	// A write may read the object as well, whose answer is then the row
	const asked = new Set([contract]);
	const first: Answering['choose'] = (one) => {
		asked.add(one);
		variants = Math.max(variants, variantsOf(one.response));
		return { variant };
	};
	while (!(await succeeds(first))) {
		if (++variant === variants) throw new Error(`${nameOf(offered)} has no output for any answer`);
	}
	for (const each of asked) {
		for (const but of otherDecisions(each.response, variant)) {
			await succeeds((one) => (one === each ? { variant, but } : { variant }));
		}
	}
	const file = fileOf(node, resource, String(operation.value));
	const declared = DECLARED.find(
		(each) =>
			`svc${each.area}` === node.description.name &&
			each.resource.value === resource &&
			each.operation.value === operation.value,
	)!;
	return { file, schema: schemaOfUsual(infer(rows), [declared.operation.output!]) };
}

/** The schema of the fields that all events of a trigger have in common. */
async function schemaOfTrigger(trigger: INodeType, service: Service): Promise<OutputSchema> {
	const { name, properties } = trigger.description;
	const selector = properties.find((property) => property.name === 'event')!;
	const rowsOfEvents: IDataObject[][] = [];
	for (const { value } of selector.options as INodePropertyOptions[]) {
		const { items, error } = await pollNode(
			{
				node: name,
				parameters: withEvent(name, value as string),
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
	const schema: JsonSchema = { type: 'object', properties: Object.fromEntries(common) };
	const outputs = eventsOf(areaOf(trigger)).map(({ output }) => output);
	return { file: fileOf(trigger), schema: schemaOfUsual(schema, outputs) };
}

/**
 * The sets of parameters of an operation, but for the options and the output, which stay as they are by default; also
 * without additional fields, which outputs of creates show.
 */
function plainParametersOf(offered: OfferedOperation): INodeParameters[] {
	return parametersOf(offered).flatMap(({ options: _options, output: _output, ...others }) => {
		const { additionalFields, ...least } = others;
		return additionalFields === undefined ? [others] : [others, least];
	});
}

function fileOf(node: INodeType, ...names: string[]): string {
	const { version } = node.description;
	return `${[areaOf(node), '__schema__', `v${String(version)}.0.0`, ...names].join('/')}.json`;
}

/** Area of a node, such as `Calls` of `svcCallsTrigger`. */
function areaOf({ description }: INodeType): string {
	return description.name.replace(/^svc|Trigger$/g, '');
}
