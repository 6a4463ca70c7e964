import { readdirSync } from 'node:fs';
import type { Credential, N8nClient, Owner, Workflow } from '../n8n/client';
import { EXAMPLES, exampleIn, JOBS, stepsOf } from './jobs';

/** The user of the demo's n8n, which is reachable from this machine only. */
export const OWNER: Owner = {
	email: 'demo@svc.example',
	firstName: 'Demo',
	lastName: 'User',
	password: 'SvcDemo2026',
};

/** Name of the credential in the examples. */
const CREDENTIAL_NAME = 'Svc account';

/** A workflow of the demo, to be opened at `<n8n>/workflow/<id>`. */
export interface DemoWorkflow extends Workflow {
	/** Name of its file in `examples/`. */
	file: string;
}

/** Contents that the demo adds to n8n. */
export interface DemoContents {
	credential: Credential;
	workflows: DemoWorkflow[];
}

/**
 * Signs in and adds the credential and the examples to n8n. Those of an earlier start are updated instead of added
 * again.
 * @param access address and key of the service
 */
export async function setUpDemo(
	n8n: N8nClient,
	access: { baseUrl: string; apiKey: string },
): Promise<DemoContents> {
	await n8n.signIn(OWNER);
	const credential = await saveCredential(n8n, access);
	const workflows: DemoWorkflow[] = [];
	for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'))) {
		workflows.push(await saveExample(n8n, file));
	}
	return { credential, workflows };
}

async function saveCredential(
	n8n: N8nClient,
	access: { baseUrl: string; apiKey: string },
): Promise<Credential> {
	const stored = await n8n.credentials();
	const earlier = stored.find(({ name, type }) => name === CREDENTIAL_NAME && type === 'svcApi');
	return earlier
		? await n8n.updateCredential(earlier, access)
		: await n8n.createCredential(CREDENTIAL_NAME, 'svcApi', access);
}

/** n8n finds the credential by its name in the example. */
async function saveExample(n8n: N8nClient, file: string): Promise<DemoWorkflow> {
	const example = exampleIn(file);
	const stored = await n8n.workflows();
	const earlier = stored.find(({ name, isArchived }) => name === example.name && !isArchived);
	const saved = earlier
		? await n8n.updateWorkflow(earlier.id, example)
		: await n8n.createWorkflow(example);
	return { file, ...saved };
}

/** Runs the jobs of README, so that their executions are there to look at. */
export async function runJobs(n8n: N8nClient, { workflows }: DemoContents): Promise<void> {
	for (const { file } of JOBS) {
		const workflow = workflows.find((each) => each.file === file)!;
		const [start] = stepsOf(workflow);
		const { status, error } = await n8n.runToEnd(workflow, { trigger: start.name });
		if (status !== 'success') throw new Error(`${workflow.name} failed: ${error?.message}`);
	}
}
