import axios from 'axios';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeHelpers } from 'n8n-workflow';

import { SvcApi } from '../../credentials/SvcApi.credentials';
import { loadOptionsContext } from '../../dev/engine/loadOptions';
import { runNode } from '../../dev/engine/runNode';
import { useService } from '../support/useService';

const fixture = useService();
const type = new SvcApi();

describe('a Base URL that redirects to another host', () => {
	let other: Server;
	let asked: string[];

	beforeAll(async () => {
		other = createServer((request, response) => {
			asked.push(String(request.headers.authorization));
			response.end('{}');
		});
		await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
	});
	beforeEach(() => (asked = []));
	afterAll(() => other.close());

	const location = () => `http://127.0.0.1:${(other.address() as AddressInfo).port}/stolen`;

	/** The request options with which n8n's nodes send with a credential; HTTP Request uses the second. */
	const FORMATS = ['httpRequestWithAuthentication', 'requestWithAuthentication'] as const;
	const cases = [301, 302, 303, 307, 308].flatMap((status) =>
		FORMATS.map((format) => [status, format] as const),
	);

	it.each(cases)('gets no request by %i in the format of %s', async (status, format) => {
		fixture.expectViolations();
		const headers = { location: location() };
		fixture.service.faults.add({ status, headers, body: '', times: Infinity });
		const { helpers } = loadOptionsContext('svcAccount', fixture.credential);
		const request = {
			method: 'POST' as const,
			url: `${fixture.service.url}/api/v1/profile/get`,
			uri: `${fixture.service.url}/api/v1/profile/get`,
			body: { any: 1 },
			json: true,
			followRedirect: true,
			followAllRedirects: true,
		};
		await expect(
			(helpers[format] as (type: string, options: object) => Promise<unknown>).call(
				loadOptionsContext('svcAccount', fixture.credential),
				'svcApi',
				request,
			),
		).rejects.toThrow();
		expect(fixture.requests).toHaveLength(1);
		expect(asked).toEqual([]);
	});

	it('would receive the key from a client that follows redirects', async () => {
		fixture.expectViolations();
		fixture.service.faults.add({ status: 307, headers: { location: location() }, body: '' });
		await axios.post(fixture.service.url, {}, { headers: { Authorization: 'Bearer x' } });
		expect(asked).toHaveLength(1);
	});
});

it.each([
	'{key} ',
	' {key}',
	'{key}\n',
	'\r\n\t{key}\r\n',
	'Bearer {key}',
	'bearer  {key}',
	'Authorization: Bearer {key}',
	'"{key}"',
	"'{key}'\n",
	'"Bearer {key}"',
	'\u200B{key}\uFEFF',
])('accepts an API key that was copied as %j', async (copied) => {
	const apiKey = copied.replace('{key}', fixture.credential.apiKey);
	const { items, run } = await fixture.run({
		node: 'svcAccount',
		parameters: { resource: 'profile', operation: 'get' },
		credential: { ...fixture.credential, apiKey },
	});
	expect(items).toHaveLength(1);
	expect(JSON.stringify(run)).not.toContain(fixture.credential.apiKey);
});

it.each([
	['http://svc.example.com', true],
	['https://svc.example.com', false],
	['', false],
])('says that http:// is not encrypted where the Base URL is "%s": %s', (baseUrl, shown) => {
	const notice = type.properties.find(({ name }) => name === 'unencrypted')!;
	expect(NodeHelpers.displayParameter({ baseUrl }, notice, null, null)).toBe(shown);
});

it.each(['', '  ', null, undefined, 'Bearer ', '""', 'undefined'])(
	'says that the API key %j is none, before anything is sent',
	async (apiKey) => {
		const credential = { ...fixture.credential, apiKey: apiKey as never };
		const { error } = await runNode({
			node: 'svcAccount',
			parameters: { resource: 'profile', operation: 'get' },
			credential,
		});
		expect(error?.message).toBe("'API Key' is empty");
		const request = type.authenticate(credential as never, { url: '/' });
		await expect(request).rejects.toThrow("'API Key' is empty");
		expect(fixture.requests).toEqual([]);
	},
);
