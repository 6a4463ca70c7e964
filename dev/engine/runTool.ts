import './userFolder';
import 'reflect-metadata';
import { WorkflowExecute } from 'n8n-core';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { NodeConnectionTypes, Workflow } from 'n8n-workflow';

import type { SvcCredential } from './credentials';
import { additionalData } from './runNode';
import { AGENT_TYPE, INPUT_TYPE, nodeNamed, nodeTypes, typeName } from './types';

/** A tool with its settings, and the calls of an agent. */
export interface ToolSetup {
	/** Short name of the node type, for example `svcRecordsTool` */
	node: string;
	parameters: INodeParameters;
	credential?: SvcCredential;
	/** Arguments of the model in each call */
	calls: IDataObject[];
	settings?: Partial<INode>;
	/** Receives a function that stops the execution, like the stop button */
	onStart?: (stop: () => void) => void;
}

/** Result of each call: the tool's items, or the message of its failure. */
export type ToolResult = { result?: IDataObject[]; failed?: string };

/**
 * Calls a tool as an agent before version 3 does, with n8n's own code: through the routing engine, one call an item.
 */
export async function callTool(setup: ToolSetup): Promise<ToolResult[]> {
	const { node, parameters, credential, calls, settings } = setup;
	const nodes: INode[] = [
		{
			id: 'input',
			name: 'Input',
			type: INPUT_TYPE,
			typeVersion: 1,
			position: [0, 0],
			parameters: { items: '[{}]' },
		},
		{
			id: 'agent',
			name: 'Agent',
			type: AGENT_TYPE,
			typeVersion: 1,
			position: [0, 0],
			parameters: { calls: JSON.stringify(calls) },
		},
		{
			id: 'tool',
			name: 'Tool',
			type: typeName(nodeNamed(node)),
			typeVersion: 1,
			position: [0, 0],
			parameters,
			...(credential && { credentials: { svcApi: { id: 'credential', name: 'Svc account' } } }),
			...settings,
		},
	];
	const workflow = new Workflow({
		id: 'workflow',
		name: 'Test',
		nodes,
		connections: {
			Input: { main: [[{ node: 'Agent', type: NodeConnectionTypes.Main, index: 0 }]] },
			Tool: { ai_tool: [[{ node: 'Agent', type: NodeConnectionTypes.AiTool, index: 0 }]] },
		},
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	});
	const data = additionalData(credential ?? { baseUrl: '', apiKey: '' });
	const execution = new WorkflowExecute(data, 'manual');
	const running = execution.run({ workflow, startNode: workflow.getNode('Input')! });
	setup.onStart?.(() => running.cancel());
	const [task] = (await running).data.resultData.runData.Agent ?? [];
	if (task?.error) throw task.error;
	return (task?.data?.main[0] ?? []).map(({ json }) => json as ToolResult);
}
