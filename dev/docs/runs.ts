import crypto from 'node:crypto';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { userOf } from '../../nodes/shared/api/user';
import { LIMITERS } from '../../nodes/shared/transport/limiter';
import { connect } from '../../nodes/shared/transport/connection';
import type { Row } from '../areas/area';
import { nameOf, OFFERED } from '../contract/offered';
import { parametersOf as sampleOf } from '../contract/samples';
import { withEvent } from '../areas/events';
import { loadOptionsContext } from '../engine/loadOptions';
import type { Declared } from '../engine/operations';
import { pollNode } from '../engine/pollNode';
import { runNode } from '../engine/runNode';
import { startService, type Service } from '../fake-service';
import { rowsFor } from './objects';

/** The time of all runs. With the seed of the fake service it determines every value of the samples. */
const NOW = Date.UTC(2026, 1, 2, 8);
const TIMEZONE = 'Europe/Berlin';

/** Number of input items of the run whose requests are counted: more than two requests of ten items. */
const ITEMS = 21;

/** Numbers of requests by operationId of the contract, in the order of the first requests. */
export type Requests = Map<string, number>;

/** Result of running an operation or event. */
export interface Shown {
	/** One output item */
	sample: IDataObject;
	/** Field of its file, if it has one */
	file?: string;
	/** Requests for one input item, or for a poll that finds nothing new */
	requests: Requests;
}

/** Result of running an operation. */
export interface ShownOperation extends Shown {
	/** An output item with the choice of Output that the sample's parameters have, and the value of the choice */
	inForm?: { form: unknown; sample: IDataObject };
	/** Number of input items for the requests below */
	items: number;
	requestsForItems: Requests;
	/** Requests of a write if all items change the same object */
	requestsForOne?: Requests;
}

/** Runs operations and events against a fake service whose time stands still. */
export class Runs {
	/** Number of keys made in a run */
	private keys = 0;

	private constructor(private readonly service: Service) {}

	static async start(): Promise<Runs> {
		const service = await startService({ now: NOW });
		const runs = new Runs(service);
		Date.now = () => service.now();
		// The keys of writes determine the UIDs of the fake service
		crypto.randomUUID = () => `00000000-0000-4000-8000-${String(++runs.keys).padStart(12, '0')}`;
		// The account is read once for each key and process, before the first write, so it is in no run
		await userOf(await connect(loadOptionsContext('svcAccount', runs.credential)));
		return runs;
	}

	async close(): Promise<void> {
		await this.service.close();
	}

	async operation(declared: Declared, operationId: string): Promise<ShownOperation> {
		const given = parametersOf(declared);
		// The sample has the form that users get without a choice
		const { output: form, ...parameters } = given;
		const one = await this.run(declared, operationId, parameters, 1);
		const many = await this.run(declared, operationId, parameters, ITEMS);
		const same =
			declared.operation.endpoint.repeat &&
			(await this.run(declared, operationId, parameters, ITEMS, true));
		const other = form && (await this.run(declared, operationId, given, 1));
		return {
			...fullest(one.items),
			requests: one.requests,
			items: many.inputs,
			requestsForItems: many.requests,
			...(same && { requestsForOne: same.requests }),
			...(other && { inForm: { form, sample: fullest(other.items).sample } }),
		};
	}

	/** Returns the item that Fetch Test Event shows, and the requests of a later poll. */
	async event(node: string, event: string): Promise<Shown> {
		const { credential } = this;
		const parameters = withEvent(node, event);
		const workflow = `${node}: ${event}`;
		const setup = { node, workflow, parameters, credential, timezone: TIMEZONE };
		this.reset();
		const { items, error } = await pollNode(setup, 'manual');
		if (error || items.length === 0) throw new Error(`${node} ${event}: ${error?.message}`);
		const { stored } = await pollNode(setup);
		this.service.advance(60_000);
		const before = this.service.log.length;
		await pollNode({ ...setup, stored });
		return { ...fullest(items), requests: this.requestsSince(before) };
	}

	private async run(
		{ area, resource, operation }: Declared,
		operationId: string,
		parameters: INodeParameters,
		count: number,
		sameObject = false,
	): Promise<{ inputs: number; items: INodeExecutionData[]; requests: Requests }> {
		this.reset();
		const different = rowsFor(this.service.account('a'), operationId, count);
		const rows = sameObject ? different.map(() => different[0]) : different;
		const { items, error } = await runNode({
			node: `svc${area}`,
			parameters: {
				resource: resource.value,
				operation: operation.value,
				...withExpressions(parameters, rows[0]),
			},
			items: rows,
			credential: this.credential,
			timezone: TIMEZONE,
			settings: count > 1 ? { onError: 'continueErrorOutput' } : {},
		});
		if (error || items.length === 0) {
			const told = `${operationId} (${count} items): ${error?.message ?? 'no output'}`;
			throw new Error(
				`${told}. If it needs particular objects, add them to 'rows' in dev/areas/${area}/cases.ts.`,
			);
		}
		return { inputs: rows.length, items, requests: this.requestsSince(0) };
	}

	private requestsSince(first: number): Requests {
		const requests: Requests = new Map();
		for (const { operation = '' } of this.service.log.slice(first)) {
			requests.set(operation, (requests.get(operation) ?? 0) + 1);
		}
		return requests;
	}

	private reset(): void {
		this.service.reset();
		this.keys = 0;
		LIMITERS.clear();
	}

	private get credential() {
		return { baseUrl: this.service.url, apiKey: this.service.keys.a };
	}
}

/** Parameters of the sample of an operation. */
export function parametersOf({ area, resource, operation }: Declared): INodeParameters {
	const name = `svc${area}: ${resource.value} > ${operation.value}`;
	return essential(sampleOf(OFFERED.find((each) => nameOf(each) === name)!)[0]);
}

/** The parameters without those that only narrow the output or say what the node finds out by itself. */
export function essential(parameters: INodeParameters): INodeParameters {
	const isBeside =
		/^(filters|options|expected.*|period|after|before|lastMessage.*|firstDay|lastDay)$/;
	return Object.fromEntries(Object.entries(parameters).filter(([name]) => !isBeside.test(name)));
}

/** Replaces each object and each value that the input items have by an expression. */
export function withExpressions(parameters: INodeParameters, row: Row): INodeParameters {
	const replaced = JSON.stringify(parameters).replace(
		/"([a-z]+_\d+(?:,\s*[a-z]+_\d+)*)"/g,
		(_, names) =>
			JSON.stringify(`=${String(names).replace(/\w+/g, (name) => `{{ $json.${name} }}`)}`),
	);
	const given = Object.keys(parameters).filter((name) => name in row);
	return {
		...(JSON.parse(replaced) as INodeParameters),
		...Object.fromEntries(given.map((name) => [name, `={{ $json.${name} }}`])),
	};
}

/** The item with the most values that are not empty. */
function fullest(items: INodeExecutionData[]): Pick<Shown, 'sample' | 'file'> {
	const values = ({ json }: INodeExecutionData) =>
		Object.values(json).filter((value) => value !== null && value !== '' && value !== undefined);
	const { json, binary = {} } = items.reduce((best, item) =>
		values(item).length > values(best).length ? item : best,
	);
	return { sample: json, file: Object.keys(binary)[0] };
}
