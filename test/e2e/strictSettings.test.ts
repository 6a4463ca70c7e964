import { needing } from './features';
import { openOwnN8n } from './ownN8n';
import { chain, recordsNode } from './workflows';

/** Settings that n8n 3.0 makes the usual ones, or that administrators choose. */

const { describe, test } = needing('addressProtection');

describe('an n8n that blocks private addresses', () => {
	const strict = { N8N_UNVERIFIED_PACKAGES_ENABLED: 'false', N8N_SSRF_PROTECTION_ENABLED: 'true' };

	async function getRecords(name: string, env: Record<string, string>) {
		const { world, close } = await openOwnN8n(name, { ...strict, ...env });
		try {
			const node = recordsNode(world.credential, { resource: 'record', operation: 'getAll' });
			const execution = await world.run(chain('Records', node));
			return { execution, requests: world.service.log.length };
		} finally {
			await close();
		}
	}

	test('keeps the package that is installed, and says which address n8n blocks', async () => {
		const { execution, requests } = await getRecords('blocking', {});
		expect(execution.status).toBe('error');
		expect(execution.error).toMatchObject({
			message: expect.stringMatching(
				/^n8n blocks requests to the service at 127\.0\.0\.1:\d+/,
			) as string,
			description: expect.stringContaining('N8N_SSRF_ALLOWED_IP_RANGES') as string,
		});
		expect(requests).toBe(0);
	});

	test('reaches a service whose address is allowed', async () => {
		const { execution, requests } = await getRecords('allowing', {
			N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8',
		});
		expect(execution.error).toBeUndefined();
		expect(requests).toBeGreaterThan(0);
	});
});
