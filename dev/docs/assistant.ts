import {
	NodeConnectionTypes,
	type INode,
	type INodeParameters,
	type NodeConnectionType,
} from 'n8n-workflow';

import type { WorkflowFile } from '../n8n/client';
import { instructionsAt, NOW } from './instructions';
import { ReadyNodes } from './readyNodes';
import { DAY } from './readyTools';

const LANGCHAIN = '@n8n/n8n-nodes-langchain';

/** The name of the file of the chat agent in examples/. */
export const ASSISTANT = 'assistant.json';

/** Nodes that ask before the agent of a file sends: in the chat with the agent, or in one of the service. */
export const REVIEWS: Record<string, { type: string; version: number; in: INodeParameters }> = {
	[ASSISTANT]: { type: `${LANGCHAIN}.chatHitlTool`, version: 1.3, in: {} },
	'assistant-with-approval.json': {
		type: 'n8n-nodes-svc.svcChatHitlTool',
		version: 1,
		in: { conversation: { __rl: true, mode: 'name', value: 'Studio team' } },
	},
};

/** The workflow of a chat agent with the tools for one person's day, which asks before it sends. */
export function assistant(file = ASSISTANT): WorkflowFile {
	const nodes = new ReadyNodes(file);
	const { type, version, in: place } = REVIEWS[file];
	const isOwn = file === ASSISTANT;
	const chat: INode = {
		...nodes.node('When a Message Arrives', `${LANGCHAIN}.chatTrigger`, 1.5, [200, 80], {
			options: { responseMode: 'responseNodes' },
		}),
		webhookId: nodes.id('chat webhook'),
	};
	const agent = nodes.node('Assistant', `${LANGCHAIN}.agent`, 3.1, [640, 80], {
		options: {
			systemMessage: `=You help with the user's Svc account: people, chats, calls, recordings, notes and tasks. ${instructionsAt(NOW)}\nAnswer briefly, with names and titles instead of identifiers.`,
		},
	});
	const reply = nodes.node('Reply', `${LANGCHAIN}.chat`, 1.3, [1080, 80], {
		message: '={{ $json.output }}',
		options: {},
	});
	const model = nodes.node('Model', `${LANGCHAIN}.lmChatOpenAi`, 1.3, [0, 320], {
		model: { __rl: true, mode: 'list', value: 'gpt-5-mini' },
		options: {},
	});
	const memory = nodes.node('Memory', `${LANGCHAIN}.memoryBufferWindow`, 1.4, [220, 320], {
		contextWindowLength: 10,
	});
	const review: INode = {
		...nodes.node('Ask Before Sending', type, version, [440, 320], {
			...place,
			message:
				'=Send this to {{ $tool.parameters.name || $tool.parameters.conversation }}?\n\n{{ $tool.parameters.text }}',
			approvalOptions: {
				values: {
					approvalType: 'double',
					approveLabel: 'Send',
					disapproveLabel: 'Do Not Send',
				},
			},
			options: {},
		}),
		...(!isOwn && { credentials: { svcApi: { id: null, name: 'Svc account' } } }),
		webhookId: nodes.id('review webhook'),
	};
	const tools = nodes.tools(DAY, 5, [0, 540]);
	// What others get is reviewed
	const isReviewed = ({ parameters }: INode) => parameters.operation === 'send';
	return {
		name: isOwn ? 'Svc assistant' : 'Svc assistant with approval',
		nodes: [
			...nodes.notes(isOwn ? NOTES : { ...NOTES, 'About Safety': APPROVAL }, [-60, -260]),
			chat,
			agent,
			reply,
			model,
			memory,
			review,
			...tools,
		],
		connections: {
			...link(chat, NodeConnectionTypes.Main, agent),
			...link(agent, NodeConnectionTypes.Main, reply),
			...link(model, NodeConnectionTypes.AiLanguageModel, agent),
			...link(memory, NodeConnectionTypes.AiMemory, agent),
			...link(review, NodeConnectionTypes.AiTool, agent),
			...Object.assign(
				{},
				...tools.map((tool) =>
					link(tool, NodeConnectionTypes.AiTool, isReviewed(tool) ? review : agent),
				),
			),
		},
		settings: { executionOrder: 'v1' },
	};
}

function link(from: INode, type: NodeConnectionType, to: INode): WorkflowFile['connections'] {
	return { [from.name]: { [type]: [[{ node: to.name, type, index: 0 }]] } };
}

const NOTES = {
	About:
		"## Svc assistant\nAnswers questions about your people, chats, calls, recordings, notes and tasks, writes notes and tasks, and sends messages once you have agreed.\n\n**Set up:** Choose your credential in the Svc tools, a credential of your model in *Model*, and your time zone in the settings of the workflow. Click *Open chat* and ask: “What is due today?” or “Thank Vera Lamp for yesterday's call”.",
	'About Safety':
		'## Safety\n*Ask Before Sending* shows you each message with two buttons; nothing is sent before you click *Send*. Put deleting or publishing behind it as well. To let it write to a few only, add the option *Only To* to *Send Message*.\n\nRemove tools that you do not need, and add others with **+**. If a tool refuses, the assistant is told why, and tries again or asks you.',
};

const APPROVAL =
	'## Safety\n*Ask Before Sending* shows each message in a chat of the service, with two links; nothing is sent before somebody opens *Send* and confirms. Choose your credential there too, and a conversation of those who may decide: everybody in it can, and the first answer counts.\n\nPut deleting or publishing behind it as well. n8n must be reachable for the people who decide (`WEBHOOK_URL`).';
