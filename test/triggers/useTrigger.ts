import { overrideLimits } from '../../dev/limits';
import type { IDataObject, INodeParameters, Workflow } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { pollNode, type Polled } from '../../dev/engine/pollNode';
import { useClock } from '../support/useClock';
import { useService, type ServiceFixture } from '../support/useService';
import { NOTHING } from './emptyService';
import { answered, askWithoutNetwork } from '../support/withoutNetwork';

/** Start time of all tests. */
export const EPOCH = Date.UTC(2026, 0, 15, 12);

/** A trigger in an active workflow, polled by hand in n8n's own context, against the fake service. */
export class Trigger {
	/** Stored static data of the workflow */
	stored: IDataObject = {};
	/** Polls of one process know of each other; that of another one begins where n8n is killed */
	process = randomUUID();
	/** True if n8n stores only polls with events and gives each poll what it has stored: the mode `polls` of POLL_MODES */
	forgetful = false;
	/** ID and name of the node, and further nodes of the workflow */
	id = 'trigger';
	name = 'Svc Trigger';
	others: Array<{ id: string; name: string }> = [];
	/** True with durable cursors */
	isDurable = false;
	/** Workflow object that n8n keeps from poll to poll; none by default */
	registration?: { workflow?: Workflow };
	/** Warnings in n8n's log, so far */
	readonly warnings: string[] = [];
	/** Time limit of a poll in milliseconds, as set by n8n */
	budget?: number;
	/** Changes the headers of an answer */
	headers = (own: Record<string, string>) => own;
	/** Key of another account, or another key of the same account; default: the fixture's own */
	apiKey?: string;

	constructor(
		private readonly fixture: ServiceFixture,
		private readonly node: string,
		public parameters: INodeParameters,
		private readonly timezone = 'UTC',
	) {}

	/** Runs one poll; throws its error. */
	async poll(): Promise<IDataObject[]> {
		const { items, error } = await this.tryPoll();
		if (error) throw error;
		return items.map(({ json }) => json);
	}

	/** Runs one poll and returns the stored static data afterwards. */
	async tryPoll(): Promise<Polled> {
		const polled = await pollNode(this.setup);
		if (!this.forgetful || polled.items.length > 0) this.stored = polled.stored;
		return polled;
	}

	/** Begins another process, where n8n has only what it had stored. */
	restart(stored: IDataObject): void {
		this.stored = stored;
		this.process = randomUUID();
	}

	/** The state that n8n has stored for the node. */
	get state(): IDataObject {
		return (this.stored[`node:${this.name}`] as IDataObject).poll as IDataObject;
	}

	/** Returns the events of Fetch Test Event. */
	async test(): Promise<Polled> {
		return await pollNode(this.setup, 'manual');
	}

	/** Polls and returns the keys of the events. */
	async keys(): Promise<string[]> {
		return (await this.poll()).map(keyOf);
	}

	/** Polls until nothing more is emitted and returns the keys of all events. */
	async allKeys(): Promise<string[]> {
		const keys: string[] = [];
		for (let more = await this.keys(); more.length > 0; more = await this.keys())
			keys.push(...more);
		return keys;
	}

	private get setup() {
		const { fixture, node, parameters, stored, timezone, budget, apiKey, warnings } = this;
		const { id, name, others, isDurable, registration } = this;
		const credential = { ...fixture.credential, ...(apiKey && { apiKey }) };
		const transport = async (options: IDataObject) => {
			const answer = await askWithoutNetwork(fixture.service, credential.apiKey, options);
			return answered(answer.status, answer.body, this.headers(answer.headers ?? {}));
		};
		const own = { workflow: this.process, node, parameters, stored, timezone, budget, warnings };
		const place = { id, name, others, isDurable, registration };
		return { ...own, ...place, credential, transport };
	}
}

export function keyOf(json: IDataObject): string {
	return (json._event as IDataObject).id as string;
}

/** A fake service without data whose clock is also that of the triggers, and triggers that poll it. */
export function useTrigger() {
	const fixture = useService({ now: EPOCH, size: NOTHING });
	let restore = () => {};

	useClock(fixture);
	beforeEach(() => {
		restore = overrideLimits({ firstBackoff: 0 });
	});
	afterEach(() => restore());

	return {
		fixture,
		/** Creates a trigger node with its parameters; `event` is its event */
		trigger: (node: string, event: string, parameters: INodeParameters = {}, timezone?: string) =>
			new Trigger(fixture, node, { event, ...parameters }, timezone),
		/** Creates a trigger node and runs its first poll */
		activated: async (node: string, event: string, parameters: INodeParameters = {}) => {
			const trigger = new Trigger(fixture, node, { event, ...parameters });
			await trigger.poll();
			return trigger;
		},
	};
}
