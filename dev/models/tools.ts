import {
	NodeHelpers,
	nodeNameToToolName,
	traverseNodeParameters,
	type FromAIArgument,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';
import { TOOLS } from '../engine/types';

/**
 * The tools that a model gets: as somebody adds them by clicking. The forms have their defaults, and sparkles at what
 * they show; a choice is made where two tools of one operation differ, and a field is added where an operation does
 * nothing without it.
 */
interface Clicked {
	node: string;
	/** Resource and operation: `call.getAll` */
	operation: string;
	/** Fields with sparkles; `updateFields.dueAt` is a field that was added. */
	sparkles: string[];
	choices?: INodeParameters;
	/** New name of the node; n8n's own unless given */
	name?: string;
}

function tool(
	node: string,
	operation: string,
	sparkles = '',
	choices?: INodeParameters,
	name?: string,
): Clicked {
	return { node, operation, sparkles: sparkles.split(' ').filter(Boolean), choices, name };
}

const SETS: Record<'office' | 'studio', Clicked[]> = {
	office: [
		tool('Account', 'accountBinding.getAll'),
		tool('People', 'person.find', 'query'),
		tool('Chat', 'conversation.getAllByLastMessage', 'limit'),
		tool('Chat', 'member.getAll', 'conversation limit'),
		tool('Chat', 'message.getAll', 'conversations.conversation limit'),
		tool('Chat', 'message.search', 'keyword conversations.conversation limit'),
		tool('Chat', 'message.send', 'conversation text'),
		tool('Chat', 'message.send', 'person text', { sendTo: 'person' }, 'Send message to a person'),
		tool('Chat', 'message.withdraw', 'group sequence'),
		tool('Calls', 'call.getAll', 'limit'),
		tool('Calls', 'transcript.get', 'call part'),
		tool('Arrangements', 'arrangement.getAll', 'limit'),
		tool(
			'Arrangements',
			'arrangement.getAll',
			'limit',
			{ statuses: ['completed'] },
			'Get completed tasks',
		),
		tool('Arrangements', 'arrangement.create', 'title dueAt additionalFields.description'),
		tool('Arrangements', 'arrangement.update', 'arrangement updateFields.title updateFields.dueAt'),
		tool('Arrangements', 'arrangement.setStatus', 'arrangement'),
		tool('Teams', 'member.getAll', 'team limit'),
		tool('Teams', 'member.remove', 'team member'),
		tool('ImportedChat', 'conversation.find', 'query limit'),
		tool('ImportedChat', 'message.getAll', 'conversation limit'),
	],
	studio: [
		tool('Records', 'record.search', 'keyword limit'),
		tool('Records', 'record.getAll', 'limit'),
		tool(
			'Records',
			'record.getAll',
			'topic limit',
			{ container: 'topic' },
			'Get records of a topic',
		),
		tool(
			'Records',
			'record.getAll',
			'limit',
			{ container: 'unclassified' },
			'Get records without a topic',
		),
		tool('Records', 'record.create', 'text topic additionalFields.title', { container: 'topic' }),
		tool('Records', 'record.appendText', 'record text'),
		tool('Records', 'record.update', 'record updateFields.title updateFields.text'),
		tool('Records', 'record.move', 'record topic'),
		tool('Records', 'record.delete', 'record'),
		tool('Records', 'topic.getAll', 'limit'),
		tool('Recordings', 'recording.getAll', 'limit'),
		tool('Recordings', 'transcript.get', 'recording part'),
		tool('Recordings', 'summary.getAll', 'limit'),
		tool('Recordings', 'summary.getText', 'summary part'),
		tool('World', 'post.getAll', 'limit', { scope: 'mine' }, 'Get my posts'),
		tool('World', 'post.publish', 'record additionalFields.tags'),
		tool('World', 'post.unpublish', 'post'),
		tool('World', 'reply.getAll', 'post limit'),
		tool('Arrangements', 'arrangement.getAll', 'limit'),
		tool('Arrangements', 'arrangement.create', 'title dueAt additionalFields.topic'),
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

export function toolsOf(set: keyof typeof SETS): OfferedTool[] {
	return SETS[set].map(offered);
}

function offered({ node: area, operation, sparkles, choices, name }: Clicked): OfferedTool {
	const typeName = `svc${area}Tool`;
	const type = TOOLS.find(({ description }) => description.name === typeName)!;
	const [resource, value] = operation.split('.');
	const settings: INodeParameters = { resource, operation: value, ...choices };
	const node: INode = {
		id: 'tool',
		name: name ?? NodeHelpers.makeNodeName(settings, type.description),
		type: `n8n-nodes-svc.${typeName}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: settings,
	};
	const { properties } = type.description;
	const withDefaults = () =>
		NodeHelpers.getNodeParameters(properties, settings, true, false, node, type.description)!;
	const form = withDefaults();
	for (const path of sparkles) {
		const [first, second] = path.split('.');
		const shown = properties.find(
			(field) =>
				field.name === first && NodeHelpers.displayParameter(form, field, node, type.description),
		);
		if (!shown) throw new Error(`${node.name} has no field ${first}`);
		settings[first] = withSparkles(shown, settings[first] as IDataObject, second) as never;
	}
	const filled = withDefaults();
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
		node: typeName,
		nodeName: node.name,
		settings,
	};
}

/** The value of a field after a click on its sparkles, or on those of a field in it. */
function withSparkles(field: INodeProperties, value: IDataObject = {}, inner?: string): unknown {
	switch (field.type) {
		case 'collection': {
			const added = (field.options as INodeProperties[]).find(({ name }) => name === inner)!;
			return { ...value, [added.name]: withSparkles(added) };
		}
		case 'fixedCollection': {
			const [{ name, values }] = field.options as Array<{
				name: string;
				values: INodeProperties[];
			}>;
			return { [name]: [{ [values[0].name]: withSparkles(values[0]) }] };
		}
		case 'resourceLocator': {
			const byName = field.modes!.some(({ name }) => name === 'name');
			return { __rl: true, mode: byName ? 'name' : 'id', value: fromModel(field) };
		}
		default:
			return fromModel(field);
	}
}

/** The expression that n8n stores: the key is the display name, and there is no description. */
function fromModel({ displayName, type }: INodeProperties): string {
	const key = displayName.replace(/[^a-zA-Z0-9_-]+/g, '_');
	const said = type === 'number' || type === 'boolean' ? type : 'string';
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${said}') }}`;
}
