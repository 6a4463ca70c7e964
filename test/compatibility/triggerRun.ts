import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { pollNode } from '../../dev/engine/pollNode';
import { answered, askWithoutNetwork } from '../support/withoutNetwork';
import { startService, type Service } from '../../dev/fake-service/index';
import { NOTHING } from '../triggers/emptyService';
import { place } from '../../dev/areas/place';
import { SELF, type Thing } from '../../dev/areas/things';

const HOUR = 3_600_000;

/** Part of every state, as a digest. */
const BASE_URL = 'http://svc.example';

/** Moment at which all triggers begin. */
export const BEGIN = Date.UTC(2026, 0, 15, 12);

/** More polls than any story needs. */
const MOST_POLLS = 200;

/** A service without anything whose clock is everybody's clock. */
export class TriggerRuns {
	private readonly realNow = Date.now;

	private constructor(readonly service: Service) {}

	static async start(): Promise<TriggerRuns> {
		const service = await startService({ now: BEGIN, size: NOTHING });
		Date.now = () => service.now();
		return new TriggerRuns(service);
	}

	async stop(): Promise<void> {
		Date.now = this.realNow;
		await this.service.close();
	}

	/** A trigger at a moment, with what it and the service have; nothing unless given. */
	trigger(from: {
		node: string;
		typeVersion: number;
		parameters: INodeParameters;
		now?: number;
		things?: Thing[];
		stored?: IDataObject;
	}): RunningTrigger {
		const { service } = this;
		service.reset();
		service.setTime(from.now ?? BEGIN);
		service.account('a').profile.user_ref = SELF;
		return new RunningTrigger(
			service,
			from.node,
			from.typeVersion,
			from.parameters,
			from.stored ?? {},
			from.things ?? [],
		);
	}
}

/** A trigger of an active workflow, polled by hand. */
export class RunningTrigger {
	readonly items: INodeExecutionData[] = [];

	/** Everything that was put into the service; what changed is in it more than once. */
	readonly things: Thing[] = [];

	constructor(
		private readonly service: Service,
		readonly node: string,
		private readonly typeVersion: number,
		public parameters: INodeParameters,
		public stored: IDataObject,
		things: Thing[],
	) {
		this.happen(...things);
	}

	get now(): number {
		return this.service.now();
	}

	/** Events so far, by `_event.id`. */
	get events(): string[] {
		return this.items.map(({ json }) => (json._event as IDataObject).id as string);
	}

	happen(...things: Thing[]): void {
		for (const thing of things) place(this.service.account('a'), thing);
		this.things.push(...things);
	}

	wait(milliseconds: number): void {
		this.service.advance(milliseconds);
	}

	/** One poll; gives how many events it found. */
	async poll(): Promise<number> {
		const { node, typeVersion, parameters, stored, service } = this;
		const polled = await pollNode({
			node,
			typeVersion,
			parameters,
			stored,
			credential: { baseUrl: BASE_URL, apiKey: service.keys.a },
			transport: async (options) => {
				const { status, body, headers } = await askWithoutNetwork(service, service.keys.a, options);
				return answered(status, body, headers);
			},
		});
		if (polled.error) throw polled.error;
		this.stored = polled.stored;
		this.items.push(...polled.items);
		return polled.items.length;
	}

	/** Polls over some hours until nothing more comes, so that long lookbacks are read whole. */
	async drain(): Promise<void> {
		let quiet = 0;
		for (let polls = 0; quiet < 4; polls++) {
			if (polls === MOST_POLLS) throw new Error(`${this.node} finds events without end`);
			this.wait(quiet === 0 ? 60_000 : HOUR + 60_000);
			quiet = (await this.poll()) > 0 ? 0 : quiet + 1;
		}
	}
}
