import '../dev/engine/userFolder';
import { WorkflowExecute } from 'n8n-core';
import type {
	IConnections,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
} from 'n8n-workflow';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';

import type { SvcCredential } from '../dev/engine/credentials';
import { additionalData } from '../dev/engine/runNode';

/** A node of a workflow, reduced to the relevant members. */
export type Step = Pick<INode, 'type' | 'typeVersion' | 'parameters'>;

/** Runs nodes one after the other in n8n-core's engine and returns the output of the last one. */
export async function runSteps(
	steps: Step[],
	typeOf: (name: string) => INodeType,
	items: IDataObject[],
	credential: SvcCredential,
): Promise<INodeExecutionData[]> {
	const nodes = steps.map((step, i): INode => ({
		...step,
		id: String(i),
		name: String(i),
		position: [0, 0],
		credentials: { svcApi: { id: 'bench', name: 'Svc account' } },
	}));
	const nodeTypes: INodeTypes = {
		getByName: typeOf,
		getByNameAndVersion: typeOf,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({
		id: 'bench',
		nodes,
		connections: Object.fromEntries(nodes.slice(1).map(({ name }, i) => [String(i), to(name)])),
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	});
	const [node] = nodes;
	const data = { main: [items.map((json) => ({ json }))] };
	const start = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data, source: null }] },
	});
	const execution = new WorkflowExecute(additionalData(credential), 'trigger', start);
	const { resultData } = (await execution.processRunExecutionData(workflow)).data;
	if (resultData.error) throw resultData.error;
	return resultData.runData[nodes[nodes.length - 1].name][0].data!.main[0]!;
}

function to(node: string): IConnections[string] {
	return { main: [[{ node, type: NodeConnectionTypes.Main, index: 0 }]] };
}
