import { createRequire } from 'node:module';
import {
	NodeHelpers,
	nodeNameToToolName,
	traverseNodeParameters,
	type FromAIArgument,
	type IDataObject,
	type INode,
	type INodeParameters,
} from 'n8n-workflow';
import { DECLARED, type Declared } from '../engine/operations';
import { TOOLS, typeName } from '../engine/types';

/** The tools that a model gets: as somebody adds them. A choice is made where two tools of one operation differ. */
interface Clicked {
	node: string;
	/** Resource and operation: `call.getAll` */
	operation: string;
	choices?: INodeParameters;
	/** New name of the node; n8n's own unless given */
	name?: string;
}

function tool(node: string, operation: string, choices?: INodeParameters, name?: string): Clicked {
	return { node, operation, choices, name };
}

export type ToolSet = 'office' | 'studio';

const SETS: Record<ToolSet, Clicked[]> = {
	office: [
		tool('Account', 'accountBinding.getAll'),
		tool('People', 'person.find'),
		tool('Chat', 'conversation.getAllByLastMessage'),
		tool('Chat', 'member.getAll'),
		tool('Chat', 'message.getAll'),
		tool('Chat', 'message.search'),
		tool('Chat', 'message.send'),
		tool('Chat', 'message.send', { sendTo: 'person' }, 'Send message to a person'),
		tool('Chat', 'message.withdraw'),
		tool('Calls', 'call.getAll'),
		tool('Calls', 'transcript.get'),
		tool('Arrangements', 'arrangement.getAll'),
		tool('Arrangements', 'arrangement.getAll', { statuses: ['completed'] }, 'Get completed tasks'),
		tool('Arrangements', 'arrangement.create'),
		tool('Arrangements', 'arrangement.update'),
		tool('Arrangements', 'arrangement.setStatus'),
		tool('Teams', 'member.getAll'),
		tool('Teams', 'member.remove'),
		tool('ImportedChat', 'conversation.find'),
		tool('ImportedChat', 'message.getAll'),
	],
	studio: [
		tool('Records', 'record.search'),
		tool('Records', 'record.getAll'),
		tool('Records', 'record.getAll', { container: 'topic' }, 'Get records of a topic'),
		tool('Records', 'record.getAll', { container: 'unclassified' }, 'Get records without a topic'),
		tool('Records', 'record.create', { container: 'topic' }),
		tool('Records', 'record.appendText'),
		tool('Records', 'record.update'),
		tool('Records', 'record.move'),
		tool('Records', 'record.delete'),
		tool('Records', 'topic.getAll'),
		tool('Recordings', 'recording.getAll'),
		tool('Recordings', 'transcript.get'),
		tool('Recordings', 'summary.getAll'),
		tool('Recordings', 'summary.getText'),
		tool('World', 'post.getAll', { scope: 'mine' }, 'Get my posts'),
		tool('World', 'post.publish'),
		tool('World', 'post.unpublish'),
		tool('World', 'reply.getAll'),
		tool('Arrangements', 'arrangement.getAll'),
		tool('Arrangements', 'arrangement.create'),
	],
};

/** A tool as a model sees it, and the node behind it. */
export interface OfferedTool {
	name: string;
	description: string;
	/** JSON Schema of the arguments */
	parameters: { type: 'object'; properties: IDataObject; required: string[] };
	node: string;
	nodeName: string;
	settings: INodeParameters;
}

export function toolsOf(set: ToolSet): OfferedTool[] {
	return SETS[set].map(offered);
}

/** The operations that can be tools. */
export const TOOL_OPERATIONS = DECLARED.filter(({ operation }) => operation.tool);

/** An operation as a tool that somebody has just added, with these choices. */
export function toolOf(declared: Declared, choices?: INodeParameters): OfferedTool {
	const { area, resource, operation } = declared;
	return offered({ node: area, operation: `${resource.value}.${operation.value}`, choices });
}

function offered({ node: area, operation, choices, name }: Clicked): OfferedTool {
	const type = TOOLS.find(({ description }) => description.name === `svc${area}Tool`)!;
	const [resource, value] = operation.split('.');
	const settings: INodeParameters = { resource, operation: value, ...choices };
	const node: INode = {
		id: 'tool',
		name: name ?? NodeHelpers.makeNodeName(settings, type.description),
		type: typeName(type),
		typeVersion: 1,
		position: [0, 0],
		parameters: settings,
	};
	return toolOfNode(node);
}

/** The tool that n8n makes of a node in a workflow, as a model sees it. */
export function toolOfNode(node: INode): OfferedTool {
	const type = TOOLS.find((each) => node.type === typeName(each))!;
	const { description } = type;
	const settings = node.parameters;
	const filled = NodeHelpers.getNodeParameters(
		description.properties,
		settings,
		true,
		false,
		node,
		description,
	)!;
	const asked: FromAIArgument[] = [];
	traverseNodeParameters(filled, asked);
	return {
		name: nodeNameToToolName(node.name),
		description: NodeHelpers.getToolDescriptionForNode({ ...node, parameters: filled }, type),
		parameters: {
			type: 'object',
			properties: Object.fromEntries(
				asked.map(({ key, description, type, defaultValue }) => [
					key,
					{
						type,
						...(description && { description }),
						...(defaultValue !== undefined && { default: defaultValue }),
					},
				]),
			),
			required: asked.flatMap(({ key, defaultValue }) => (defaultValue === undefined ? key : [])),
		},
		node: description.name,
		nodeName: node.name,
		settings,
	};
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
