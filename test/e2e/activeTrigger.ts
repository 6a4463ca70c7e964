import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { waitFor, type Workflow, type WorkflowFile } from '../../dev/n8n/client';
import type { Execution } from '../../dev/n8n/execution';
import { connect, node, triggerOf } from './workflows';
import type { World } from './world';

/** Generous, for busy machines. */
export const PATIENCE_MS = 90_000;

const POLL_EVERY_S = 3;

/** Number of requests that contain at least two complete polls of a trigger with up to three requests each. */
const TWO_POLLS = 6;

/** The trigger of a workflow without other nodes. */
export const TRIGGER = 'Trigger';

/** Polls every few seconds. n8n refuses such an interval, but not several schedules of one minute each. */
export function pollTimes(): INodeParameters {
	const seconds = Array.from({ length: 60 / POLL_EVERY_S }, (_, i) => i * POLL_EVERY_S);
	return pollAt(...seconds);
}

/** Polls at these seconds of every minute. */
export function pollAt(...seconds: number[]): INodeParameters {
	return { item: seconds.map((s) => ({ mode: 'custom', cronExpression: `${s} * * * * *` })) };
}

/** A trigger: a node type such as `Calls`, and its parameters. */
export interface Watch {
	on: string;
	parameters?: INodeParameters;
}

/** A workflow with a trigger only. */
export function triggerWorkflow(world: World, { on, parameters }: Watch): WorkflowFile {
	const { id, name } = world.credential;
	const type = `n8n-nodes-svc.svc${on}Trigger`;
	const trigger = node(
		TRIGGER,
		type,
		1,
		{ pollTimes: pollTimes(), ...parameters },
		{ credentials: { svcApi: { id, name } } },
	);
	return connect(`Svc ${on} Trigger`, [trigger]);
}

/** A trigger in a workflow of its own, and the executions that it started. */
export class ActiveTrigger {
	private readonly ended = new Map<string, Execution>();

	/** Earlier names of the trigger node */
	private readonly names: string[] = [];

	private constructor(
		private readonly world: World,
		public workflow: Workflow,
	) {}

	/** The trigger of a stored workflow that is not active yet. */
	static async of(world: World, workflow: WorkflowFile): Promise<ActiveTrigger> {
		return new ActiveTrigger(world, await world.n8n.createWorkflow(workflow));
	}

	static async create(world: World, watch: Watch): Promise<ActiveTrigger> {
		return await ActiveTrigger.of(world, triggerWorkflow(world, watch));
	}

	/** Creates a trigger and activates it. */
	static async start(world: World, watch: Watch): Promise<ActiveTrigger> {
		const trigger = await ActiveTrigger.create(world, watch);
		await trigger.activate();
		return trigger;
	}

	async activate(): Promise<void> {
		await this.world.n8n.activate(this.workflow, PATIENCE_MS);
	}

	/** Changes the trigger node and publishes the workflow. */
	async edit(change: Partial<Workflow['nodes'][number]>): Promise<void> {
		const { id, nodes } = this.workflow;
		this.names.push(nodes[0].name);
		const edited = { ...this.workflow, nodes: [{ ...nodes[0], ...change }] };
		this.workflow = await this.world.n8n.updateWorkflow(id, edited);
		await this.activate();
	}

	async deactivate(): Promise<void> {
		await this.world.n8n.deactivate(this.workflow);
	}

	/** The executions that the trigger started, oldest first, without manual ones. */
	async executions(): Promise<Execution[]> {
		const { n8n } = this.world;
		const all = await n8n.executions(this.workflow.id);
		const ids = all.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
		for (const id of ids) {
			if (!this.ended.has(id)) this.ended.set(id, await n8n.waitForExecution(id, PATIENCE_MS));
		}
		return ids.map((id) => this.ended.get(id)!).filter(({ mode }) => mode === 'trigger');
	}

	/** The items that executions started with; those of failed polls have none. */
	async batches(): Promise<IDataObject[][]> {
		const all = (await this.executions()).map(({ status, runs, pending }) => {
			const names = new Set([triggerOf(this.workflow), ...this.names]);
			const killed = status === 'crashed' ? [...names].flatMap((name) => pending[name] ?? []) : [];
			const done = [...names].flatMap((name) => runs[name]?.[0].outputs[0] ?? []);
			return (killed.length > 0 ? killed : done).map(({ json }) => json);
		});
		return all.filter(({ length }) => length > 0);
	}

	/** The events so far, by `_event.id`, in order of arrival. */
	async ids(): Promise<string[]> {
		return (await this.batches()).flat().map(idOf);
	}

	/** Waits until all of these events were found. */
	async untilFound(...wanted: string[]): Promise<void> {
		let missing = wanted;
		await waitFor('events', PATIENCE_MS, async () => {
			const found = await this.ids();
			missing = wanted.filter((id) => !found.includes(id));
			return missing.length === 0 || undefined;
		}).catch((error: Error) => {
			const requests = this.world.service.log.slice(-20);
			const asked = requests.map((each) => [each.startedAt, each.operation, each.status]);
			const failures = [...this.ended.values()].flatMap(
				({ error: { message } = {} }) => message ?? [],
			);
			throw new Error(`${error.message} ${JSON.stringify({ missing, failures, asked })}`);
		});
	}

	/** Waits until n8n has polled twice from now on. */
	async untilPolledAgain(operation: string): Promise<void> {
		const { service } = this.world;
		const last = service.log.at(-1)?.sequence ?? 0;
		const answered = () =>
			service.log.filter(
				(entry) => entry.sequence > last && entry.operation === operation && entry.status === 200,
			).length;
		await service.waitFor(() => answered() >= TWO_POLLS, PATIENCE_MS);
	}

	/** Static data of the workflow as stored by n8n; with durable cursors without the data of nodes. */
	async stored(): Promise<IDataObject> {
		const path = `/rest/workflows/${this.workflow.id}`;
		type Stored = { staticData: IDataObject | string | null };
		const { staticData } = await this.world.n8n.call<Stored>('GET', path);
		return typeof staticData === 'string' ? JSON.parse(staticData) : (staticData ?? {});
	}
}

/** The identifier of an event. */
export function idOf({ _event }: IDataObject): string {
	return (_event as { id: string }).id;
}
