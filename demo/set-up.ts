import type { INode } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Credential, N8nClient, Owner, WorkflowFile } from '../dev/n8n/client';
import { REPOSITORY } from '../dev/n8n/paths';

const EXAMPLES = path.join(REPOSITORY, 'examples');

/** Who the user is in the demo's n8n, which only this machine can reach. */
export const OWNER: Owner = {
	email: 'demo@svc.example',
	firstName: 'Demo',
	lastName: 'User',
	password: 'SvcDemo2026',
};

/** The name by which the examples refer to their credential. */
const CREDENTIAL_NAME = 'Svc account';

/** A workflow of the demo, to be opened at `<n8n>/workflow/<id>`. */
export interface DemoWorkflow {
	/** Name of its file in `examples/`. */
	file: string;
	id: string;
	name: string;
	nodes: INode[];
}

/** What the demo puts into n8n. */
export interface DemoContents {
	credential: Credential;
	workflows: DemoWorkflow[];
}

/**
 * Signs in and puts credential and examples into n8n. What an earlier start put there is brought
 * up to date instead of made a second time.
 * @param access where and with which key the service is to be reached
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

/** n8n finds the credential by the name that the example gives. */
async function saveExample(n8n: N8nClient, file: string): Promise<DemoWorkflow> {
	const text = readFileSync(path.join(EXAMPLES, file), 'utf8');
	const example = JSON.parse(text) as WorkflowFile;
	const stored = await n8n.workflows();
	const earlier = stored.find(({ name, isArchived }) => name === example.name && !isArchived);
	const { id, name, nodes } = earlier
		? await n8n.updateWorkflow(earlier.id, example)
		: await n8n.createWorkflow(example);
	return { file, id, name, nodes };
}
