import './userFolder';
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	IExecuteContextData,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRun,
	ITaskData,
	IWorkflowExecuteAdditionalData,
	NodeApiError,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { NodeConnectionTypes, Workflow } from 'n8n-workflow';

import { Credentials, type SvcCredential } from './credentials';
import { AGAIN_TYPE, INPUT_TYPE, nodeNamed, nodeTypes, typeName } from './types';

/** A node with its settings in a workflow. */
export interface Setup {
	/** Short name of the node type, for example `svcRecords` */
	node: string;
	parameters: INodeParameters;
	credential: SvcCredential;
	/** The json of the input items; one empty item unless given */
	items?: IDataObject[];
	/** The workflow's time zone; null for a workflow that has none of its own */
	timezone?: string | null;
	/** Mode of the execution in n8n's words; `manual` by default */
	mode?: WorkflowExecuteMode;
	/** The node's own settings: On Error, Execute Once, Retry On Fail … */
	settings?: Partial<INode>;
	/** ID of the execution; unique for each run by default */
	executionId?: string;
	/** Number of runs of the node in one execution, as in a loop */
	times?: number;
	/** Receives a function that stops the execution, like the stop button */
	onStart?: (stop: () => void) => void;
}

/** Output of a run. */
export interface Outcome {
	/** Items of output 0 */
	items: INodeExecutionData[];
	/** Items of the error output, with On Error = continueErrorOutput */
	errors: INodeExecutionData[];
	/** Error of a failed node */
	error?: NodeApiError;
	/** Texts of the hints that the editor shows on the output */
	hints: string[];
	/** Data that n8n would store of the execution */
	run: IRun;
}

const INPUT = 'Input';
const NODE = 'Svc';
const AGAIN = 'Again';

/** Runs Input -> node in n8n-core's own engine, over real HTTP. */
export async function runNode(setup: Setup): Promise<Outcome> {
	const workflow = workflowOf(setup);
	const data = additionalData(setup.credential, setup.executionId);
	const execution = new WorkflowExecute(data, setup.mode ?? 'manual');
	const running = execution.run({ workflow, startNode: workflow.getNode(INPUT)! });
	setup.onStart?.(() => running.cancel());
	return outcomeOf(await running);
}

/** "Retry execution" of a failed node, with the saved workflow. */
export async function retryExecution(failed: IRun, setup: Setup): Promise<Outcome> {
	const workflow = workflowOf(setup);
	const { data } = failed;
	const { executionData } = data;
	// n8n has stored the execution in between: nodes find a copy of the data in their context
	executionData!.contextData = JSON.parse(
		JSON.stringify(executionData!.contextData),
	) as IExecuteContextData;
	delete data.resultData.error;
	data.resultData.runData[NODE].pop();
	executionData!.nodeExecutionStack[0].node = workflow.getNode(NODE)!;
	const own = additionalData(setup.credential, setup.executionId);
	const execution = new WorkflowExecute(own, 'retry', data);
	return outcomeOf(await execution.processRunExecutionData(workflow));
}

function outcomeOf(run: IRun): Outcome {
	const tasks: ITaskData[] = run.data.resultData.runData[NODE] ?? [];
	const task = tasks[tasks.length - 1];
	return {
		items: task?.data?.main[0] ?? [],
		errors: task?.data?.main[1] ?? [],
		error: (task?.error ?? run.data.resultData.error) as NodeApiError | undefined,
		hints: (task?.hints ?? []).map(({ message }) => message),
		run,
	};
}

function workflowOf({
	node,
	parameters,
	items = [{}],
	timezone = 'UTC',
	times = 1,
	settings,
}: Setup): Workflow {
	const nodes: INode[] = [
		{
			id: 'input',
			name: INPUT,
			type: INPUT_TYPE,
			typeVersion: 1,
			position: [0, 0],
			parameters: { items: JSON.stringify(items) },
		},
		{
			id: 'svc',
			name: NODE,
			type: typeName(nodeNamed(node)),
			typeVersion: 1,
			position: [200, 0],
			parameters,
			credentials: { svcApi: { id: 'credential', name: 'Svc account' } },
			...settings,
		},
		{
			id: 'again',
			name: AGAIN,
			type: AGAIN_TYPE,
			typeVersion: 1,
			position: [400, 0],
			parameters: { times },
		},
	];
	const to = (name: string) => ({
		main: [[{ node: name, type: NodeConnectionTypes.Main, index: 0 }]],
	});
	return new Workflow({
		id: 'workflow',
		name: 'Test',
		nodes,
		connections: {
			[INPUT]: to(NODE),
			...(times > 1 && { [NODE]: to(AGAIN), [AGAIN]: to(NODE) }),
		},
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', ...(timezone !== null && { timezone }) },
	});
}

/** The additional data that n8n's server passes to the engine, with one credential. */
export function additionalData(
	credential: SvcCredential,
	executionId: string = randomUUID(),
): IWorkflowExecuteAdditionalData {
	const url = 'http://127.0.0.1/';
	const workflowData = { id: 'workflow', name: 'Test', active: false, nodes: [], connections: {} };
	return {
		credentialsHelper: new Credentials(credential),
		hooks: new ExecutionLifecycleHooks('manual', executionId, workflowData as never),
		executionId,
		currentNodeExecutionIndex: 0,
		restApiUrl: url,
		instanceBaseUrl: url,
		formBaseUrl: url,
		formWaitingBaseUrl: url,
		formTestBaseUrl: url,
		webhookBaseUrl: url,
		webhookWaitingBaseUrl: url,
		webhookTestBaseUrl: url,
		mcpBaseUrl: url,
		mcpTestBaseUrl: url,
		variables: {},
		setExecutionStatus: () => {},
		logAiEvent: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}
