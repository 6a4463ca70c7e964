import 'reflect-metadata';
import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	NodeApiError,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import type { SvcCredential } from './credentials';
import { additionalData } from './runNode';
import { nodeNamed, nodeTypes, typeName } from './types';

/** A trigger node in a workflow that is active. */
export interface TriggerSetup {
	/** Short name of the node type, for example `svcCallsTrigger` */
	node: string;
	/** Version of the node type; 1 unless given */
	typeVersion?: number;
	parameters: INodeParameters;
	credential: SvcCredential;
	/** Static data of the workflow; empty by default */
	stored?: IDataObject;
	timezone?: string;
	/** ID of the workflow, random by default. Polls of one workflow in one process know of each other */
	workflow?: string;
	/** Milliseconds that n8n gives a poll */
	budget?: number;
	/** Receives the warnings that the node writes to n8n's log */
	warnings?: string[];
	/** Sends requests without a network; default: n8n's own HTTP helper */
	transport?: (options: IDataObject) => Promise<unknown>;
}

/** Result of a poll. */
export interface Polled {
	items: INodeExecutionData[];
	/** Static data of the workflow after the poll */
	stored: IDataObject;
	/** Error of a failed poll */
	error?: NodeApiError;
}

/**
 * Runs one poll in n8n-core's own context. `stored` is the static data that n8n would keep after the poll: pass it
 * to the next poll, or an older one to simulate n8n after a crash.
 */
export async function pollNode(
	setup: TriggerSetup,
	mode: WorkflowExecuteMode = 'trigger',
): Promise<Polled> {
	const { workflow: id = randomUUID(), stored = {}, budget, transport, warnings } = setup;
	const node: INode = {
		id: 'trigger',
		name: 'Svc Trigger',
		type: typeName(nodeNamed(setup.node)),
		typeVersion: setup.typeVersion ?? 1,
		position: [0, 0],
		parameters: setup.parameters,
		credentials: { svcApi: { id: 'credential', name: 'Svc account' } },
	};
	const workflow = new Workflow({
		id,
		name: 'Test',
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes,
		staticData: JSON.parse(JSON.stringify(stored)),
		settings: { timezone: setup.timezone ?? 'UTC' },
	});
	const context = new PollContext(
		workflow,
		node,
		additionalData(setup.credential),
		mode,
		'activate',
	);
	if (budget !== undefined) Object.assign(context, { getPollBudgetMs: () => budget });
	if (warnings) {
		Object.assign(context.logger, { warn: (message: string) => void warnings.push(message) });
	}
	if (transport) {
		const http = async (_type: string, options: IDataObject) => await transport(options);
		Object.assign(context.helpers, { httpRequestWithAuthentication: http });
	}
	let error: NodeApiError | undefined;
	// As PollTriggerExecutor of n8n-core does; executions get theirs from WorkflowExecute
	const data = await workflow.expression.withIsolate(
		async () =>
			await nodeNamed(setup.node)
				.poll!.call(context)
				.catch((thrown: NodeApiError) => {
					error = thrown;
					return null;
				}),
	);
	return {
		items: data?.[0] ?? [],
		stored: JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject,
		error,
	};
}
