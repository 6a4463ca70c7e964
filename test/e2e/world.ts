import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { N8nClient, type Credential } from '../n8n/client';
import { startService, type Service } from '../service';

const OWNER = {
	email: 'owner@svc.example',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Passw0rd1',
};

/** Shaped like a key, but of no account. */
export const WRONG_KEY = 'svc_00000000_this0secret0belongs0to0nobody0at0all0';

/** What a test file works with: the n8n of this run, and a service and credential of its own. */
export interface World {
	n8n: N8nClient;
	service: Service;
	/** Of type `svcApi`, for account a of the service. */
	credential: Credential;
	close(): Promise<void>;
}

/** Home of the n8n of this run, where also all its answers to the tests are kept. */
export const HOME = process.env.E2E_N8N_HOME!;

export async function openWorld(): Promise<World> {
	const answers = path.join(HOME, 'answers.log');
	const n8n = new N8nClient(process.env.E2E_N8N_URL!, (text) => appendFileSync(answers, text));
	await n8n.signIn(OWNER);
	const service = await startService();
	const credential = await n8n.createCredential(`Svc at ${service.url}`, 'svcApi', {
		baseUrl: service.url,
		apiKey: service.keys.a,
	});
	return { n8n, service, credential, close: async () => await service.close() };
}
