import axios from 'axios';
import { waitFor, type Workflow } from '../../dev/n8n/client';
import type { Execution } from '../../dev/n8n/execution';
import type { Cluster } from './cluster';
import { HOOK, KINDS, pathOf, workflowOf, WRITE, type Order } from './orders';

const AT_A_TIME = 8;
const PATIENCE_MS = 180_000;
/** Longest time of an execution in the list as `new` while none runs: after it, n8n has left it there for good. */
const LEFT_AFTER_MS = 30_000;
const CHECK_MS = 500;

const RUNNING = ['running', 'waiting', 'unknown'];

/** One execution of an order, as n8n reports it. */
export interface Report {
	id: string;
	/** `new` where it was left so. */
	status: string;
	/** Items that the writing node put out. */
	written: number;
	/** Names the order; empty where n8n kept no data. */
	order: string;
	/** Words of the failure. */
	reason?: string;
}

/** The workflows that carry out orders. */
export class Fleet {
	private readonly reports = new Map<string, Report>();

	/** Settles when orders may be sent. */
	private gate: Promise<void> = Promise.resolve();

	private constructor(
		private readonly cluster: Cluster,
		private readonly workflows: Workflow[],
	) {}

	static async open(cluster: Cluster): Promise<Fleet> {
		const { n8n, credential } = cluster.world;
		const workflows: Workflow[] = [];
		for (const kind of KINDS) {
			for (const keyed of [false, true]) {
				const workflow = await n8n.createWorkflow(workflowOf({ kind, keyed }, credential));
				await n8n.activate(workflow);
				workflows.push(workflow);
			}
		}
		return new Fleet(cluster, workflows);
	}

	/** Does something during which no order is sent. */
	async closedDuring(action: () => Promise<void>): Promise<void> {
		this.gate = action();
		await this.gate;
	}

	/** Sends orders, several at a time. Gives those that n8n did not accept. */
	async send(orders: Order[]): Promise<Order[]> {
		const waiting = [...orders];
		const refused: Order[] = [];
		const sender = async () => {
			for (let order = waiting.shift(); order; order = waiting.shift()) {
				await this.gate;
				if (!(await this.isAccepted(order))) refused.push(order);
			}
		};
		await Promise.all(Array.from({ length: AT_A_TIME }, sender));
		return refused;
	}

	private async isAccepted(order: Order): Promise<boolean> {
		for (const { _event } of order.items) _event.found_at ??= new Date().toISOString();
		const url = `${this.cluster.main.url}/webhook/${pathOf(order)}`;
		return await axios.post(url, order, { proxy: false, timeout: 60_000 }).then(
			() => true,
			() => false,
		);
	}

	/** Waits until everything has ended, and gives the reports that are new since the last time. */
	async settle(): Promise<Report[]> {
		const ended = await this.untilEnded();
		const fresh = ended.filter(({ id }) => !this.reports.has(id));
		for (const { id, status } of fresh) {
			const { n8n } = this.cluster.world;
			const report =
				status === 'new'
					? { id, status, written: 0, order: '' }
					: reportOf(await n8n.waitForExecution(id));
			this.reports.set(id, report);
		}
		return fresh.map(({ id }) => this.reports.get(id)!);
	}

	private async untilEnded(): Promise<Array<{ id: string; status: string }>> {
		const { n8n } = this.cluster.world;
		let count = -1;
		let since = 0;
		return await waitFor(
			'executions to end',
			PATIENCE_MS,
			async () => {
				const all = (await Promise.all(this.workflows.map(({ id }) => n8n.executions(id)))).flat();
				if (all.some(({ status }) => RUNNING.includes(status))) {
					count = -1;
					return undefined;
				}
				const unstarted = all.filter(({ status }) => status === 'new').length;
				if (unstarted === 0) return all;
				if (unstarted !== count) [count, since] = [unstarted, Date.now()];
				return Date.now() - since > LEFT_AFTER_MS ? all : undefined;
			},
			CHECK_MS,
		);
	}
}

function reportOf(execution: Execution): Report {
	const { id, status, error, runs, pending } = execution;
	const [called] = runs[HOOK]?.[0].outputs[0] ?? pending[HOOK] ?? [];
	const order = (called?.json.body as Order | undefined)?.id ?? '';
	const reason = error && `${error.message} ${error.description ?? ''}`;
	const written = status === 'success' ? runs[WRITE][0].outputs[0].length : 0;
	return { id, status, written, order, reason };
}
