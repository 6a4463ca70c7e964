import type { IDataObject } from 'n8n-workflow';

import type { InputItem } from '../../nodes/shared/operations/endpoint';
import { workflow } from '../../nodes/shared/operations/caller';
import { Run } from '../../nodes/shared/operations/run';
import { model } from '../../nodes/shared/tools/model';
import { firstAttempt } from '../../nodes/shared/operations/writes/earlierTries';
import { Memory } from '../../nodes/shared/operations/writes/memory';
import { planItems } from '../../nodes/shared/operations/writes/plan';
import type { Write } from '../../nodes/shared/operations/writes/write';

/** A write that creates, and one that changes. */
export const CREATE = { repeat: 'idempotencyKey', thing: 'thing' } as unknown as Write;
export const UPDATE = {
	repeat: 'precondition',
	thing: 'thing',
	target: ['uid'],
	expected: [{ field: 'version', value: () => 1 }],
} as unknown as Write;

export const BASE_URL = 'http://127.0.0.1';
export const PATH = '/api/v1/record/records/update';

interface Surroundings {
	/** n8n's node context, which keeps the memory */
	context: IDataObject;
	/** Own `user_ref` */
	user: string;
	foundAt?: number;
	/** Index of the run in a loop */
	index?: number;
	/** True for a call of a tool */
	single?: boolean;
}

/** Items of a run with these request bodies. */
function inputsOf(bodies: IDataObject[], more: Surroundings): InputItem[] {
	const { context, user, foundAt, index = 0, single = false } = more;
	const functions = {
		continueOnFail: () => true,
		getExecutionCancelSignal: () => undefined,
		getExecutionId: () => 'execution',
		getWorkflowDataProxy: () => ({ $runIndex: index }),
		getContext: () => context,
		getNode: () => ({ id: 'node', name: 'Svc' }),
		getWorkflow: () => ({ id: 'workflow' }),
	};
	const connection = { baseUrl: BASE_URL, apiKey: 'key', user };
	const scope = { size: bodies.length, single };
	const run = new Run(functions as never, connection as never, scope, single ? model : workflow);
	return bodies.map((body, i) => ({ index: i, body, run, foundAt }) as unknown as InputItem);
}

/** A run of a write with these request bodies, its planned items, and their first attempts. */
export async function planned(write: Write, bodies: IDataObject[], more: Surroundings) {
	const inputs = inputsOf(bodies, more);
	const [{ run }] = inputs;
	const memory = await Memory.of(run);
	const items = planItems(inputs, write, PATH, memory);
	const attempts = items.map((item) => firstAttempt(item, item.key, memory.get(item.key)));
	return { run, memory, items, attempts };
}
