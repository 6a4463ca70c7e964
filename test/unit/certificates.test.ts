import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

import { searchTopics } from '../../nodes/shared/locators/topic';
import { loadOptionsContext } from '../../dev/engine/loadOptions';
import { pollNode } from '../../dev/engine/pollNode';
import { runNode } from '../../dev/engine/runNode';
import { useService } from '../support/useService';

/** Base URLs to which no secure connection is possible. */

const fixture = useService();
let tls: Server;

beforeAll(async () => {
	const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
	tls = createServer({ key, cert }, (_request, response) => response.end('{}'));
	await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
});
afterAll(() => tls.close());

const URLS = {
	'an untrusted certificate': () => `https://127.0.0.1:${(tls.address() as AddressInfo).port}`,
	'https:// in front of a port without TLS': () => fixture.service.url.replace('http:', 'https:'),
};
const WORDS = {
	'an untrusted certificate': [
		/^The certificate of the service at 127\.0\.0\.1:\d+ is not trusted/,
		/NODE_EXTRA_CA_CERTS/,
	],
	'https:// in front of a port without TLS': [
		/^The service at 127\.0\.0\.1:\d+ presents no certificate: this port does not use TLS/,
		/it may have to start with http:\/\//,
	],
} as const;

/** The error of each kind of node, with a credential for the base URL. */
const CALLERS: Record<string, (baseUrl: string) => Promise<unknown>> = {
	'an action node': async (baseUrl) =>
		(
			await runNode({
				node: 'svcAccount',
				parameters: { resource: 'profile', operation: 'get' },
				credential: { ...fixture.credential, baseUrl },
			})
		).error,
	'a trigger': async (baseUrl) =>
		(
			await pollNode({
				node: 'svcCallsTrigger',
				parameters: { event: 'newCall', startFrom: 'now' },
				credential: { ...fixture.credential, baseUrl },
			})
		).error,
	'a list in the editor': async (baseUrl) => {
		const credential = { ...fixture.credential, baseUrl };
		const context = loadOptionsContext('svcRecords', credential);
		return await searchTopics.call(context).catch((error: Error) => error);
	},
};

const cases = Object.keys(CALLERS).flatMap((caller) =>
	(Object.keys(URLS) as Array<keyof typeof URLS>).map((what) => [caller, what] as const),
);

it.each(cases)('explains in %s what is wrong with %s, and what to do', async (caller, what) => {
	const error = await CALLERS[caller](URLS[what]());
	const [message, remedy] = WORDS[what];
	expect(error).toMatchObject({
		message: expect.stringMatching(message) as string,
		description: expect.stringMatching(remedy) as string,
	});
});
