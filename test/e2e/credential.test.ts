import { findFreePort } from '../../dev/n8n/ports';
import { startService } from '../../dev/fake-service/index';
import { has } from './features';
import { openWorld, WRONG_KEY, type World } from './world';

describe('testing the credential', () => {
	let world: World;

	beforeAll(async () => (world = await openWorld()));
	afterAll(async () => await world.close());

	/** Tests the credential of the world with these values instead, and returns n8n's message. */
	async function testWith(values: { baseUrl?: string; apiKey?: string }) {
		const { n8n, service } = world;
		const data = { baseUrl: service.url, apiKey: service.keys.a, ...values };
		return await n8n.testCredential(await n8n.createCredential('Tested', 'svcApi', data));
	}

	function expectWords(message: string, words: string): void {
		if (has('ownWordsInCredentialTest')) expect(message).toContain(words);
	}

	test('succeeds with the right address and key', async () => {
		expect(await testWith({})).toMatchObject({ status: 'OK' });
		expect(world.service.log.at(-1)).toMatchObject({
			operation: 'getCurrentUserProfile',
			account: 'a',
			status: 200,
			violation: false,
		});
	});

	test('succeeds with a key that was copied with blanks and a line break', async () => {
		const apiKey = ` ${world.service.keys.a}\n`;
		expect(await testWith({ apiKey })).toMatchObject({ status: 'OK' });
	});

	test.each([301, 302, 303, 307, 308])(
		'does not send the key to the target of a redirect with %i, and reports the redirect',
		async (status) => {
			const other = await startService();
			const headers = { location: `${other.url}/api/v1/profile/get` };
			world.service.faults.add({ status, headers, body: '', times: 1 });
			const result = await testWith({});
			await other.close();
			expect(result.status).toBe('Error');
			expectWords(result.message, 'The address redirects to another one');
			expect(other.log).toEqual([]);
		},
	);

	test('succeeds with a slash at the end of the address', async () => {
		expect(await testWith({ baseUrl: `${world.service.url}/` })).toMatchObject({ status: 'OK' });
	});

	test('reports a key that is not accepted, without showing it', async () => {
		const { status, message } = await testWith({ apiKey: WRONG_KEY });
		expect(status).toBe('Error');
		expectWords(message, 'did not accept the API key');
		expect(message).not.toContain(WRONG_KEY);
	});

	test('reports a deleted key in the same way', async () => {
		world.service.deleteKey('a');
		const { status, message } = await testWith({});
		world.service.restoreKey('a');
		expect(status).toBe('Error');
		expectWords(message, 'did not accept the API key');
	});

	test.each(['ftp://svc.example', 'svc.example'])('refuses the address %s', async (baseUrl) => {
		const { status, message } = await testWith({ baseUrl });
		expect(status).toBe('Error');
		expect(message).toContain("'Base URL' must start with http:// or https://");
	});

	test('reports that nothing answers at an address', async () => {
		const baseUrl = `http://127.0.0.1:${await findFreePort()}`;
		const { status, message } = await testWith({ baseUrl });
		expect(status).toBe('Error');
		// n8n chooses these words; the nodes' own are tested in records.test.ts.
		expectWords(message, 'ECONNREFUSED');
	});

	test('reports that something else answers at an address', async () => {
		const { status, message } = await testWith({ baseUrl: `${world.n8n.url}/rest` });
		expect(status).toBe('Error');
		expectWords(message, "Check 'Base URL'");
	});
});
