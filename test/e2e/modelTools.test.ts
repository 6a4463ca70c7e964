import { toolsOf } from '../../dev/models/tools';
import { toolNode } from './agents';
import { serveTools } from './mcpServer';
import { useWorld } from './world';

const world = useWorld();

// What models are measured with is what n8n offers them
test.each(['office', 'studio'] as const)('an MCP server lists the tools of the %s', async (set) => {
	const tools = toolsOf(set);
	const server = await serveTools(
		world,
		tools.map(({ nodeName, node, settings }) =>
			toolNode(world, nodeName, node.replace(/Tool$/, ''), settings),
		),
	);
	const listed = (await server.tools()).map(({ name, description, inputSchema }) => {
		const { properties = {}, required = [] } = inputSchema;
		return { name, description, properties, required };
	});
	const measured = tools.map(({ name, description, parameters }) => {
		const { properties, required } = parameters;
		return { name, description, properties, required };
	});
	// n8n lists them in no certain order
	expect(listed).toHaveLength(measured.length);
	expect(listed).toEqual(expect.arrayContaining(measured));
});
