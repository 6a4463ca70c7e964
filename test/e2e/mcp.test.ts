import type { IDataObject } from 'n8n-workflow';

import { OFFERED } from '../../dev/contract/offered';
import type { ContractOperation } from '../../dev/contract/operations';
import type { Row } from '../../dev/areas/area';
import { rowsFor } from '../../dev/docs/objects';
import { parametersOf } from '../../dev/docs/runs';
import { titleOf, type Declared } from '../../dev/engine/operations';
import { TOOL_OPERATIONS, toolOf } from '../../dev/models/tools';
import type { Field } from '../../nodes/shared/form';
import { KEPT } from '../../nodes/shared/tools/fields';
import { toolNode } from './agents';
import { serveTools, type McpServer, type McpSession } from './mcpServer';
import { useWorld } from './world';
import { writeCases } from '../support/cases';

const world = useWorld();

/** Fields that a tool does not leave to the model. */
const OWN = [...KEPT, 'options', 'returnAll', 'simplify'];

/** What a model says to an operation that was added as a tool and left as it is: values on real objects. */
function inputOf(declared: Declared): IDataObject {
	const given = writeCases(world)[titleOf(declared)]?.().parameters ?? parametersOf(declared);
	const [row = {}] = rowsFor(world.service.account('a'), contractOf(declared).id, 1);
	const said = (name: string, value: unknown) => (name in row ? row[name] : real(value, row));
	const from = (fields: Field[], values: IDataObject): IDataObject =>
		Object.fromEntries(
			Object.entries(values).flatMap(([name, value]) => {
				const field = fields.find((each) => each.name === name)!;
				// Nothing is due in the days of the sample
				const isNamed = name === 'filters' && 'query' in values;
				if (name.startsWith('due') || OWN.includes(name) || isNamed) return [];
				if (field.type === 'collection')
					return Object.entries(from(field.options as Field[], value as IDataObject));
				return [[keyOf(name), fromModel(field, value, name)]];
			}),
		) as IDataObject;
	const fromModel = ({ type, limits }: Field, value: unknown, name: string): unknown => {
		if (type === 'options') return value;
		if (type === 'multiOptions') return (value as string[]).join(',');
		if (type === 'resourceLocator') return said(name, Object(value).value);
		if (type === 'number' && !limits?.together) return said(name, value);
		if (type !== 'fixedCollection') return String(said(name, value));
		const [entry] = Object(value).values as Array<Record<string, IDataObject>>;
		return said(name, Object.values(entry)[0].value);
	};
	const input = from(declared.operation.fields, given as IDataObject);
	// An ID stands beside the name of its object, or the ID once more
	const named = declared.operation.fields.find(({ limits }) => limits?.isName);
	return named ? { ...input, [keyOf(named.name)]: input.conversation ?? input.person } : input;
}

/** The name by which a model knows a parameter. */
function keyOf(name: string): string {
	return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
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

const AREAS = [...new Set(TOOL_OPERATIONS.map(({ area }) => area))];

describe.each(AREAS)('an MCP server with every tool of Svc %s, as it is added', (area) => {
	const operations = TOOL_OPERATIONS.filter((declared) => declared.area === area);
	let server: McpServer;
	let session: McpSession;

	beforeAll(async () => {
		world.service.reset();
		server = await serveTools(
			world,
			operations.map((declared) => {
				const { resource, operation } = declared;
				return toolNode(world, toolOf(declared).nodeName, `svc${area}`, {
					resource: resource.value,
					operation: operation.value,
				});
			}),
		);
		session = await server.connect();
	});
	afterAll(async () => await session.close());

	test('lists each, with its own name, words and values to fill in', async () => {
		const listed = await server.tools();
		const told = Object.fromEntries(listed.map((tool) => [tool.name, tool]));
		expect(Object.keys(told)).toHaveLength(operations.length);
		for (const declared of operations) {
			const { name: tool, description } = toolOf(declared);
			const { properties = {}, required = [] } = told[tool].inputSchema;
			expect(told[tool].description).toBe(description);
			expect(Object.keys(properties)).toEqual(
				expect.arrayContaining(Object.keys(inputOf(declared))),
			);
			const { fields } = declared.operation;
			const needed = fields.filter(
				({ name, required, displayOptions }) =>
					required &&
					!displayOptions?.show &&
					// A choice is told by the fields that belong to it
					!fields.some((field) => field.displayOptions?.show?.[name]),
			);
			expect(required.sort()).toEqual(needed.map(({ name }) => keyOf(name)).sort());
		}
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
	const text = await client.call(toolOf(declared).name, inputOf(declared));
	expect(world.requests(contractOf(declared).id)).not.toEqual([]);
	expect(Object.keys((JSON.parse(text) as IDataObject[])[0])).not.toEqual(['hint']);
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
	expect(await server.call('Records', { limit: -1 })).toContain(
		"'limit' must be at least 1, not -1",
	);
	expect(world.service.log).toEqual([]);
});

describe('an MCP server with tools that take names', () => {
	const tools = {
		send: { resource: 'message', operation: 'send' },
		messages: { resource: 'message', operation: 'getAll' },
		conversations: { resource: 'conversation', operation: 'getAll' },
	};
	let session: McpSession;

	beforeAll(async () => {
		const nodes = Object.entries(tools).map(([name, given]) =>
			toolNode(world, name, 'svcChat', given),
		);
		session = await (await serveTools(world, nodes)).connect();
	});
	afterAll(async () => await session.close());

	/** The IDs of Ben, and of a contact without a chat who has this name too, where the service does not show it. */
	function namePeople(hidden: 'nickname' | 'remark') {
		const { conversations, people, profile } = world.service.account('a');
		return (['direct', 'pending'] as const).map((kind) => {
			const chat = [...conversations.values()].find((each) => each.kind === kind)!;
			const person = [...chat.members.keys()].find((each) => each !== profile.user_ref)!;
			const names = { nickname: 'Kit Nebel', remark: 'Kit Nebel', [hidden]: 'Ben' };
			const ben = { nickname: 'Ben', remark: undefined };
			Object.assign(people.get(person)!, kind === 'direct' ? ben : names);
			return { chat: chat.chat_session_uid, person };
		});
	}

	test.each([
		['send', 'conversation', 'chat', 'remark', 'sendChatMessages', 'chat'],
		['send', 'person', 'person', 'remark', 'sendChatMessages', 'chat'],
		['messages', 'conversations', 'chat', 'nickname', 'queryChatMessages', 'chat'],
		['conversations', 'participant', 'person', 'remark', 'listChatConversations', 'person'],
	] as const)(
		'%s: asks which %s is meant, and takes one that is clear',
		async (tool, field, id, hidden, operation, sent) => {
			const [ben, kit] = namePeople(hidden);
			const isSend = tool === 'send';
			const call = async (value: string, name = '') =>
				await session.call(tool, { [field]: value, ...(isSend && { text: 'Hello', name }) });
			const asked = () => world.requests(operation).map(({ body }) => JSON.stringify(body));

			const refused = await call('Ben');
			expect(refused).toContain(`'${field}' matches 2 `);
			for (const name of ['Ben', 'Kit Nebel']) expect(refused).toContain(`"${name}" (`);
			expect(asked()).toEqual([]);

			await call('Kit Nebel');
			// Who approves a message reads the name, which has to be that of the ID
			if (isSend) expect(await call(ben[id])).toContain("without 'name' beside it");
			if (isSend) expect(await call(ben[id], 'Kit Nebel')).toContain('does not have the name');
			await call(ben[id], 'Ben');
			expect(asked()).toEqual(
				[kit, ben].map((who) => expect.stringContaining(who[sent]) as unknown),
			);
		},
	);
});
