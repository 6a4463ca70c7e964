import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { N8nClient, type Credential, type WorkflowFile } from '../../dev/n8n/client';
import type { Execution } from '../../dev/n8n/execution';
import { startService, type Service, type ServiceOptions } from '../../dev/fake-service/index';
import { exampleWith, triggerOf, type Edits } from './workflows';

const OWNER = {
	email: 'owner@svc.example',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Passw0rd1',
};

/** An invalid key in the form of a key. */
export const WRONG_KEY = 'svc_00000000_this0secret0belongs0to0nobody0at0all0';

/** Home of the n8n of this run, which also contains all its answers to the tests. */
export const HOME = process.env.E2E_N8N_HOME!;

/** The environment of a test file: the n8n of this run, and a separate service and credential. */
export class World {
	constructor(
		readonly n8n: N8nClient,
		readonly service: Service,
		/** Credential of type `svcApi`, for account a of the service. */
		readonly credential: Credential,
	) {}

	/** Starts a service, with a credential for it in an n8n that knows its user. */
	static async of(n8n: N8nClient, options?: ServiceOptions): Promise<World> {
		const service = await startService(options);
		const credential = await n8n.createCredential(`Svc at ${service.url}`, 'svcApi', {
			baseUrl: service.url,
			apiKey: service.keys.a,
		});
		return new World(n8n, service, credential);
	}

	/** Stores a workflow and runs it manually, to its end. */
	async run(workflow: WorkflowFile): Promise<Execution> {
		return await this.n8n.runToEnd(await this.n8n.createWorkflow(workflow), {
			trigger: triggerOf(workflow),
		});
	}

	/** Runs an example with the credential. */
	async runExample(file: string, edits: Edits = {}): Promise<Execution> {
		const example = exampleWith(this.credential, file);
		for (const [name, edit] of Object.entries(edits)) {
			const edited = example.nodes.find((each) => each.name === name)!;
			edit(edited.parameters, edited);
		}
		return await this.run(example);
	}

	/** The requests of an operation of the contract, in order. */
	requests(operation: string) {
		return this.service.log.filter((entry) => entry.operation === operation);
	}

	async close(): Promise<void> {
		await this.service.close();
	}
}

/** The world of a test file, whose service begins each test anew and must see no violation of the contract. */
export function useWorld(): World {
	const world = Object.create(World.prototype) as World;
	beforeAll(async () => void Object.assign(world, await openWorld()));
	beforeEach(() => world.service.reset());
	afterEach(() => expect(world.service.violations).toEqual([]));
	afterAll(async () => await world.close());
	return world;
}

/** @param url address of the n8n; that of this run unless given */
export async function openWorld(url = process.env.E2E_N8N_URL!): Promise<World> {
	const answers = path.join(HOME, 'answers.log');
	return await worldOf(new N8nClient(url, (text) => appendFileSync(answers, text)));
}

/** Signs in, and starts a service with a credential for it. */
export async function worldOf(n8n: N8nClient, options?: ServiceOptions): Promise<World> {
	await n8n.signIn(OWNER);
	return await World.of(n8n, options);
}
