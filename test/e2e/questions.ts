import type { INode, INodeParameters } from 'n8n-workflow';
import { node } from './workflows';
import type { World } from './world';

/** Names and texts that are no harm to expressions and pages. */
export const ASK = 'Ask };{{ "it"';
export const MESSAGE = 'May it be fired? </p><script>alert(1)</script> {{ $json }}';

/** A node that asks a group and waits. */
export function askNode(
	{ credential }: World,
	parameters: INodeParameters = {},
	name = ASK,
): INode {
	const svcApi = { id: credential.id, name: credential.name };
	const question = {
		resource: 'message',
		operation: 'sendAndWait',
		sendTo: 'conversation',
		conversation: { __rl: true, mode: 'name', value: 'Studio team' },
		message: MESSAGE,
		options: {},
	};
	const settings = { credentials: { svcApi } };
	return node(name, 'n8n-nodes-svc.svcChat', 1, { ...question, ...parameters }, settings);
}
