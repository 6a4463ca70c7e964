import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { OFFERED } from '../../dev/contract/offered';
import type { ContractOperation } from '../../dev/contract/operations';
import { rowsFor, type Row } from '../../dev/docs/objects';
import { parametersOf } from '../../dev/docs/runs';
import { DECLARED, titleOf, type Declared } from '../../dev/engine/operations';
import type { Field } from '../../nodes/shared/fields';
import { toolDescription, toolName, toolNodeName } from '../support/toolWords';
import { writeCases } from '../support/writeCases';
import { toolNode } from './agents';
import { serveTools, type McpServer, type McpSession } from './mcpServer';
import { useWorld } from './world';

const world = useWorld();

/** An operation with the parameters that a model fills in, and what it says. */
interface Asked {
	parameters: INodeParameters;
	input: IDataObject;
}

/** Parameters on real objects, with $fromAI in place of every value that is not a choice. */
function askedOf(declared: Declared): Asked {
	const given = writeCases(world)[titleOf(declared)]?.().parameters ?? parametersOf(declared);
	const [row = {}] = rowsFor(world.service.account('a'), contractOf(declared).id, 1);
	const input: IDataObject = {};
	const asked = (name: string, value: unknown): string => {
		const said = name in row ? row[name] : real(value, row);
		input[name] = said as string;
		return `={{ $fromAI('${name}', 'The ${name}', '${typeof said}') }}`;
	};
	const from = (fields: Field[], values: IDataObject): INodeParameters =>
		Object.fromEntries(
			Object.entries(values).flatMap(([name, value]) => {
				// Nothing is due in the days of the sample
				if (name.startsWith('due')) return [];
				const field = fields.find((each) => each.name === name)!;
				return [[name, fromModel(field, value as IDataObject, name)]];
			}),
		) as INodeParameters;
	const fromModel = (field: Field, value: IDataObject, name: string): unknown => {
		switch (field.type) {
			case 'options':
			case 'multiOptions':
			case 'boolean':
				return value;
			case 'collection':
				return from(field.options as Field[], value);
			case 'resourceLocator':
				return { ...value, value: asked(name, value.value) };
			case 'fixedCollection': {
				const [entry] = value.values as Array<Record<string, IDataObject>>;
				const [[inner, choice]] = Object.entries(entry);
				return { values: [{ [inner]: { ...choice, value: asked(name, choice.value) } }] };
			}
			default:
				return asked(name, value);
		}
	};
	return { parameters: from(declared.operation.fields, given as IDataObject), input };
}

/** The value with objects of the service in place of those of the samples, such as `record_1`. */
function real(value: unknown, row: Row): unknown {
	if (typeof value !== 'string') return value;
	return value.replace(/\b[a-z]+_\d+\b/g, (name) => String(row[name] ?? name));
}

/** The operation of the contract that an operation sends. */
function contractOf({ area, resource, operation }: Declared): ContractOperation {
	return OFFERED.find(
		(each) =>
			each.node.description.name === `svc${area}` &&
			each.resource === resource.value &&
			each.operation.value === operation.value,
	)!.contract!;
}

/** Names of an operation: of its node, and what a model is told. */
function wordsOf({ area, resource, operation }: Declared) {
	const names = [`svc${area}`, resource.value, operation.value] as const;
	return {
		node: toolNodeName(...names),
		tool: toolName(...names),
		description: toolDescription(...names),
	};
}

const AREAS = [...new Set(DECLARED.map(({ area }) => area))];

describe.each(AREAS)('an MCP server with every operation of Svc %s', (area) => {
	const operations = DECLARED.filter((declared) => declared.area === area);
	let server: McpServer;
	let session: McpSession;

	beforeAll(async () => {
		world.service.reset();
		server = await serveTools(
			world,
			operations.map((declared) => {
				const { resource, operation } = declared;
				const { parameters } = askedOf(declared);
				return toolNode(world, wordsOf(declared).node, `svc${area}`, {
					resource: resource.value,
					operation: operation.value,
					...parameters,
				});
			}),
		);
		session = await server.connect();
	});
	afterAll(async () => await session.close());

	test('lists each, with its own name, words and values to fill in', async () => {
		const listed = await server.tools();
		const expected = operations.map((declared) => {
			const { tool, description } = wordsOf(declared);
			const keys = Object.keys(askedOf(declared).input).sort();
			return [tool, description, keys];
		});
		const told = listed.map(({ name, description, inputSchema }) => [
			name,
			description,
			Object.keys(inputSchema.properties ?? {}).sort(),
		]);
		expect(told.sort()).toEqual(expected.sort());
	});

	// A process for each call takes seconds: the inspector calls the first, and one session all
	test('is called by the MCP Inspector', async () => {
		await expectOutcome(server, operations[0]);
	});

	test.each(operations.map((declared) => [titleOf(declared), declared] as const))(
		'calls %s',
		async (_title, declared) => {
			await expectOutcome(session, declared);
		},
	);
});

/** Calls the tool of an operation as a model would, and checks its result and what has become of it. */
async function expectOutcome(client: Pick<McpSession, 'call'>, declared: Declared): Promise<void> {
	const write = writeCases(world)[titleOf(declared)]?.();
	const { input } = askedOf(declared);
	const text = await client.call(wordsOf(declared).tool, input);
	const { id, documented } = contractOf(declared);
	const [request] = world.requests(id);
	expect(request).toBeDefined();
	// The service refuses what an undocumented operation sends here, or takes it: either is told
	if (!documented) expect(request.body).toMatchObject(JSON.parse(String(input.body)));
	else expect((JSON.parse(text) as IDataObject[]).length).toBeGreaterThan(0);
	if (write) expect(write.made()).toBe(1);
}

test('an MCP server tells its client what is wrong with a call', async () => {
	const server = await serveTools(world, [
		toolNode(world, 'Records', 'svcRecords', {
			resource: 'record',
			operation: 'getAll',
			limit: "={{ $fromAI('limit', 'how many', 'number') }}",
		}),
	]);
	expect(await server.call('Records', { limit: 0 })).toContain("'Limit' must be at least 1, not 0");
	expect(world.service.log).toEqual([]);
});
