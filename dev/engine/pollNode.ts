import './userFolder';
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
	/** ID and name of the node: `trigger` and `Svc Trigger` by default */
	id?: string;
	name?: string;
	/** Further nodes of the workflow */
	others?: Array<Pick<INode, 'id' | 'name'>>;
	/** Version of the node type; 1 unless given */
	typeVersion?: number;
	parameters: INodeParameters;
	credential: SvcCredential;
	/** Static data of the workflow; empty by default */
	stored?: IDataObject;
	timezone?: string;
	/** ID of the workflow, random by default. Polls of one workflow in one process know of each other */
	workflow?: string;
	/** With durable cursors, `stored` has the state of the node by its ID, in a copy that n8n does not keep in memory */
	isDurable?: boolean;
	/** Registration of a trigger, whose polls share one Workflow object with its static data. Without it, each poll has its own */
	registration?: { workflow?: Workflow };
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
	const { stored = {}, budget, transport, warnings, registration = {} } = setup;
	const { id = 'trigger', name = 'Svc Trigger' } = setup;
	const node: INode = {
		id,
		name,
		type: typeName(nodeNamed(setup.node)),
		typeVersion: setup.typeVersion ?? 1,
		position: [0, 0],
		parameters: setup.parameters,
		credentials: { svcApi: { id: 'credential', name: 'Svc account' } },
	};
	const { cursors = {}, ...staticData } = JSON.parse(JSON.stringify(stored)) as IDataObject;
	const workflow = (registration.workflow ??= new Workflow({
		id: setup.workflow ?? randomUUID(),
		name: 'Test',
		nodes: [node, ...(setup.others ?? []).map((other) => ({ ...node, ...other }))],
		connections: {},
		active: true,
		nodeTypes,
		staticData,
		settings: { timezone: setup.timezone ?? 'UTC' },
	}));
	const cursor = (cursors as IDataObject)[id] ?? {};
	const cursorOf = setup.isDurable ? () => cursor as IDataObject : undefined;
	const context = new PollContext(
		workflow,
		node,
		additionalData(setup.credential),
		mode,
		'activate',
		undefined,
		undefined,
		undefined,
		undefined,
		cursorOf,
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
		stored: JSON.parse(
			JSON.stringify({
				...workflow.staticData,
				...(setup.isDurable && { cursors: { ...(cursors as IDataObject), [id]: cursor } }),
			}),
		) as IDataObject,
		error,
	};
}
