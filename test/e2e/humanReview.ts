import axios from 'axios';
import type { INode } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import type { N8nClient, Workflow } from '../../dev/n8n/client';
import { node } from './workflows';
import type { World } from './world';

/** Asks the user of a chat before a tool runs. */
export function reviewNode(name: string): INode {
	return node(
		name,
		'@n8n/n8n-nodes-langchain.chatHitlTool',
		1.3,
		{ approvalOptions: { values: { approvalType: 'double' } } },
		{ webhookId: randomUUID() },
	);
}

/** Asks the user in a chat of the service, with the values that n8n's editor stores for a new node. */
export function svcReviewNode({ credential: { id, name } }: World, as: string): INode {
	return node(
		as,
		'n8n-nodes-svc.svcChatHitlTool',
		1,
		{
			message: '=The agent wants to run {{ $tool.name }}\n\n{{ $tool.parameters }}',
			conversation: { __rl: true, mode: 'name', value: 'Studio team' },
			approvalOptions: { values: { approvalType: 'double' } },
			options: {},
		},
		{ webhookId: randomUUID(), credentials: { svcApi: { id, name } } },
	);
}

/** Trigger of a workflow with which people chat. */
export function chatTrigger(name: string): INode {
	return node(
		name,
		'@n8n/n8n-nodes-langchain.chatTrigger',
		1.5,
		{ public: true, options: { responseMode: 'responseNodes' } },
		{ webhookId: randomUUID() },
	);
}

/** Says something to an active workflow, and returns the ID of the execution that this starts. */
export async function say(n8n: N8nClient, workflow: Workflow, chatInput: string): Promise<string> {
	const { webhookId } = workflow.nodes.find(({ type }) => type.endsWith('.chatTrigger'))!;
	const { data } = await axios.post<{ executionId: string }>(
		`${n8n.url}/webhook/${webhookId}/chat`,
		{ action: 'sendMessage', sessionId: randomUUID(), chatInput },
		{ proxy: false },
	);
	return data.executionId;
}

/** Answers what a node asks the person whom an execution waits for. */
export async function review(
	n8n: N8nClient,
	id: string,
	name: string,
	approved: boolean,
): Promise<void> {
	const question = await n8n.waitForPerson(id, name);
	const links = question.match(/http[^"\\]+\/webhook-waiting\/[^"\\]+/g) ?? [];
	const link = links.find((each) => each.includes(`approved=${approved}`))!;
	// n8n ignores programs that only look at links
	await axios.get(link, { proxy: false, headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux)' } });
}
