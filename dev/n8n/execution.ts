import type {
	IDataObject,
	IExecuteData,
	INodeExecutionData,
	IRunData,
	ITaskData,
} from 'n8n-workflow';

/** Error of a node or of a whole execution, as n8n shows it. */
interface ExecutionError {
	message: string;
	description?: string | null;
	httpCode?: string | null;
	/** Name of the node that failed. */
	node?: string;
}

/** One run of one node. */
export interface NodeRun {
	status: string;
	/** Items per output; an output without items is an empty array. */
	outputs: INodeExecutionData[][];
	error?: ExecutionError;
	/** Duration in milliseconds. */
	duration: number;
}

/** A finished execution. */
export interface Execution {
	id: string;
	status: 'success' | 'error' | 'crashed' | 'canceled';
	mode: string;
	error?: ExecutionError;
	/** Runs by node name, in order; nodes that did not run are missing. */
	runs: Record<string, NodeRun[]>;
	/** Nodes still to be run when n8n was killed: their input by name. */
	pending: Record<string, INodeExecutionData[]>;
}

/** An execution as n8n's public API returns it. */
export interface StoredExecution {
	id: string | number;
	status: string;
	mode: string;
	data?: {
		resultData: { runData: IRunData; error?: StoredError };
		executionData?: { nodeExecutionStack?: IExecuteData[] };
	};
}

type StoredError = IDataObject & { message?: string; node?: { name: string } };

/** Converts a finished execution of n8n's public API. */
export function toExecution(stored: StoredExecution): Execution {
	const { runData = {}, error } = stored.data?.resultData ?? {};
	const stack = stored.data?.executionData?.nodeExecutionStack ?? [];
	return {
		id: String(stored.id),
		status: stored.status as Execution['status'],
		mode: stored.mode,
		error: error && toError(error),
		runs: Object.fromEntries(
			Object.entries(runData).map(([node, runs]) => [node, runs.map(toNodeRun)]),
		),
		pending: Object.fromEntries(stack.map(({ node, data }) => [node.name, data.main?.[0] ?? []])),
	};
}

/**
 * The JSON of the output items of a node's last run.
 * @throws Error with the execution's error if the node did not run
 */
export function itemsOf(execution: Execution, node: string, output = 0): IDataObject[] {
	return runOf(execution, node).outputs[output]?.map(({ json }) => json) ?? [];
}

/**
 * The last run of a node.
 * @throws Error with the execution's error if the node did not run
 */
export function runOf(execution: Execution, node: string): NodeRun {
	const run = execution.runs[node]?.at(-1);
	if (!run) {
		const ran = Object.keys(execution.runs).join(', ') || 'nothing';
		throw new Error(
			`"${node}" did not run in execution ${execution.id} (ran: ${ran}). ${execution.error?.message ?? ''}`,
		);
	}
	return run;
}

function toNodeRun(run: ITaskData): NodeRun {
	return {
		status: run.executionStatus ?? 'unknown',
		outputs: (run.data?.main ?? []).map((items) => items ?? []),
		error: run.error && toError(run.error as unknown as StoredError),
		duration: run.executionTime,
	};
}

function toError(error: StoredError): ExecutionError {
	return {
		message: error.message ?? '',
		description: error.description as string | undefined,
		httpCode: error.httpCode as string | undefined,
		node: error.node?.name,
	};
}
