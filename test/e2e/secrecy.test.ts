import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { itemsOf } from '../../dev/n8n/execution';
import { chain, recordsNode, START } from './workflows';
import { HOME, openWorld, WRONG_KEY, type World } from './world';

/** Runs after all other tests: see sequencer.js. */
describe('API keys', () => {
	let world: World;

	beforeAll(async () => (world = await openWorld()));
	afterAll(async () => await world.close());

	async function getMany() {
		const { n8n, credential } = world;
		const records = recordsNode(credential, { resource: 'record', operation: 'getAll' });
		const workflow = await n8n.createWorkflow(chain('Secrecy', records));
		return await n8n.runToEnd(workflow, { trigger: START });
	}

	test('do not get into an error even if the service repeats them', async () => {
		const { service } = world;
		const message = `no account for ${service.keys.a}`;
		const body = JSON.stringify({ code: 400, message, request_id: 'said-back' });
		service.faults.add({ status: 400, body });
		const execution = await getMany();
		expect(execution.error?.message).toContain('no account for');
		expect(JSON.stringify(execution)).not.toContain(service.keys.a);
	});

	test('are in no log line, execution or answer of all end-to-end tests', async () => {
		const [record] = itemsOf(await getMany(), 'Records');
		// The search works: texts that must be in log, executions and answers are found.
		expect(filesWith('Editor is now accessible')).toContain('n8n.log');
		const withRecord = filesWith(String(record.record_uid));
		expect(withRecord).toContain('answers.log');
		expect(withRecord).toContainEqual(expect.stringContaining('database.sqlite'));

		const { a, b } = world.service.keys;
		for (const key of [a, b, WRONG_KEY]) {
			expect(filesWith(key)).toEqual([]);
			expect(filesWith(secretOf(key))).toEqual([]);
		}
	});
});

/** The secret of a key: a key is a prefix, an ID and a secret, joined by underscores. */
function secretOf(key: string): string {
	return key.split('_').at(-1)!;
}

/** Files below n8n's home (log, database, stored answers …) in which a text occurs. */
function filesWith(text: string): string[] {
	return readdirSync(HOME, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.join(entry.parentPath, entry.name))
		.filter((file) => readFileSync(file).includes(text))
		.map((file) => path.relative(HOME, file));
}
