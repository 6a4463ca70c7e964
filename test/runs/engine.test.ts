import { overrideLimits } from '../../dev/limits';
import { Pace } from '../../nodes/shared/wait';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { generate } from 'selfsigned';

import { nodeNamed } from '../../dev/engine/types';
import { jsonOf, linksOf, useService, type ServiceFixture } from '../support/useService';
import { peopleById } from '../../dev/contract/choices';

/** Features of n8n's routing engine that our custom operations replace: options, batches, many rows, hints. */

const fixture = useService({ size: { records: 200, calls: 80 } });

beforeAll(() => overrideLimits({ firstBackoff: 1 }));

const profile = { resource: 'profile', operation: 'get' };
const records = (parameters: object = {}) => ({
	node: 'svcRecords',
	parameters: { resource: 'record', operation: 'getAll', ...parameters } as never,
});

/** A list of rows in one answer. */
function answerWith(rows: number): void {
	const items = Array.from({ length: rows }, (_, i) => ({ provider: 'email', i }));
	fixture.service.faults.add({ status: 200, body: JSON.stringify({ code: 200, data: { items } }) });
}
const bindings = {
	node: 'svcAccount',
	parameters: { resource: 'accountBinding', operation: 'getAll' },
};

describe('many rows', () => {
	it('are returned, 300,000 of them for one item', async () => {
		answerWith(300_000);
		const { items } = await fixture.run(bindings);
		expect(items).toHaveLength(300_000);
		expect(items[299_999]).toEqual({
			json: { provider: 'email', bound: null, i: 299_999 },
			pairedItem: { item: 0 },
		});
	});

	it('are returned in order with an error output, 100,000 of them', async () => {
		answerWith(100_000);
		const { items, errors } = await fixture.run({
			...bindings,
			settings: { onError: 'continueErrorOutput' },
		});
		expect(errors).toEqual([]);
		expect(items).toHaveLength(100_000);
		expect(items.findIndex(({ json }, i) => json.i !== i)).toBe(-1);
	});

	it('of an error output have their own error, which n8n 2.0 looks for and does not store', async () => {
		const operations = nodeNamed('svcRecords').customOperations!.record;
		const { getAll } = operations;
		let returned: INodeExecutionData[] = [];
		operations.getAll = async function () {
			const output = (await getAll.call(this)) as INodeExecutionData[][];
			returned = [...output[0]];
			return output;
		};
		await fixture.run({
			...records({ limit: '={{ 0 }}' }),
			settings: { onError: 'continueErrorOutput' },
		});
		operations.getAll = getAll;
		expect(returned).toHaveLength(1);
		expect(returned[0].error?.message).toBe("'Limit' must be at least 1, not 0");
		expect(Object.keys(returned[0])).toEqual(['json', 'pairedItem']);
	});

	it('stay in order with failures on the error output', async () => {
		const { items, errors } = await fixture.run({
			...records({ limit: '={{ $json.bad ? 0 : 2 }}' }),
			items: [{}, { bad: true }, {}, { bad: true }],
			settings: { onError: 'continueErrorOutput' },
		});
		expect(linksOf(items)).toEqual([0, 0, 2, 2]);
		expect(linksOf(errors)).toEqual([1, 3]);
	});
});

it('lets n8n do other work while the parameters of 10,000 items are read', async () => {
	fixture.service.faults.add({ status: 400, times: Infinity });
	let turns = 0;
	const timer = setInterval(() => turns++, 1);
	let before = Infinity;
	const off = fixture.service.listen(() => (before = Math.min(before, turns)));
	await fixture.run({
		...records({
			limit: '={{ $json.i + 1 }}',
			filters: { creators: peopleById('={{ "u" + $json.i }}') },
		}),
		items: Array.from({ length: 10_000 }, (_, i) => ({ i })),
	});
	clearInterval(timer);
	off();
	expect(before).toBeGreaterThan(5);
});

it('lets n8n do other work while items are made, however many rows each answer has', async () => {
	const restore = overrideLimits({ workBetweenPauses: 0, maxInFlight: 1 });
	const pauses = jest.spyOn(Pace.prototype, 'yield');
	for (const rows of [51, 2_000]) answerWith(rows);
	const { items } = await fixture.run({ ...bindings, items: [{}, {}] });
	restore();
	expect(items).toHaveLength(2_051);
	expect(pauses.mock.calls.length).toBeGreaterThanOrEqual(20);
	pauses.mockRestore();
});

describe('Batching', () => {
	const batching = (batchSize: number, batchInterval: number) => ({
		requestOptions: { batching: { batch: { batchSize, batchInterval } } },
	});

	it('sends groups of items one after the other, with the interval between', async () => {
		const { items } = await fixture.run({
			node: 'svcRecords',
			parameters: {
				resource: 'record',
				operation: 'create',
				text: '={{ $json.text }}',
				...batching(4, 60),
			} as never,
			items: Array.from({ length: 10 }, (_, i) => ({ text: `text ${i}` })),
		});
		expect(linksOf(items)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
		const sizes = fixture.bodies.map((body) => (body.items as IDataObject[]).length);
		expect(sizes).toEqual([4, 4, 2]);
		const gaps = fixture.requests
			.slice(1)
			.map((each, i) => each.startedAt - fixture.requests[i].endedAt!);
		for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(50);
	});

	it('sends nothing if an item of the last group is invalid', async () => {
		const { error } = await fixture.run({
			...records({ limit: '={{ $json.n }}', ...batching(1, 5) }),
			items: [{ n: 1 }, { n: 1 }, { n: 0 }],
		});
		expect(error?.message).toBe("'Limit' must be at least 1, not 0 [item 3 of 3]");
		expect(fixture.requests).toEqual([]);
	});

	it('sends no further group after a failure, with On Error = stop', async () => {
		fixture.service.faults.add({ status: 400, times: Infinity });
		const { error } = await fixture.run({
			...records(batching(2, 5)),
			items: Array.from({ length: 10 }, () => ({})),
		});
		expect(error?.message).toContain('The service refused the request');
		expect(fixture.requests.length).toBeLessThanOrEqual(2);
	});
});

describe('Request Options', () => {
	const withOptions = async (
		requestOptions: object,
		more: Partial<Parameters<ServiceFixture['run']>[0]> = {},
	) =>
		await fixture.run({
			node: 'svcAccount',
			parameters: { ...profile, requestOptions } as never,
			...more,
		});

	it('sends over a proxy, with its user and password', async () => {
		const seen: string[] = [];
		const proxy: Server = createServer((request, response) => {
			seen.push(String(request.headers['proxy-authorization']));
			const target = new URL(request.url!);
			const upstream = connect(Number(target.port), target.hostname, () => {
				const { 'proxy-authorization': _own, ...headers } = request.headers;
				const lines = Object.entries({ ...headers, connection: 'close' }).map(
					([name, value]) => `${name}: ${String(value)}\r\n`,
				);
				upstream.write(`POST ${target.pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
				request.pipe(upstream, { end: false });
			});
			upstream.pipe(response.socket!);
		});
		await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
		const { port } = proxy.address() as AddressInfo;
		const { items } = await withOptions({ proxy: `http://ada:s%40fe@127.0.0.1:${port}` });
		proxy.closeAllConnections();
		proxy.close();
		expect(items).toHaveLength(1);
		expect(seen).toEqual([`Basic ${Buffer.from('ada:s@fe').toString('base64')}`]);
	});

	it('accepts an untrusted certificate with Ignore SSL Issues', async () => {
		const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
		const server = createTlsServer({ key, cert }, (_request, response) =>
			response.end(JSON.stringify({ code: 200, data: { user_ref: 'u' } })),
		);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const credential = { ...fixture.credential, baseUrl };
		const { items } = await withOptions({ allowUnauthorizedCerts: true }, { credential });
		server.closeAllConnections();
		server.close();
		expect(jsonOf(items)).toMatchObject([{ user_ref: 'u' }]);
	});

	it.each([
		['all', undefined],
		['domains', 'other.example.com'],
		['none', undefined],
	])('reaches its own base URL with Allowed HTTP Request Domains = %s', async (mode, domains) => {
		const credential = {
			...fixture.credential,
			allowedHttpRequestDomains: mode,
			...(domains && { allowedDomains: domains }),
		};
		expect((await withOptions({}, { credential })).items).toHaveLength(1);
	});
});

describe('hints on the output', () => {
	it('say that there may be more items than Limit, where n8n does not say so', async () => {
		const hint =
			'There may be more results than the Limit of 5. Raise Limit, or turn on Return All.';
		fixture.service.settings.records.containers = 'all';
		const two = { ...records({ limit: 5 }), items: [{}, {}] };
		expect((await fixture.run(two)).hints).toEqual([hint]);
		expect((await fixture.run(records({ limit: '={{ 5 }}' }))).hints).toEqual([hint]);
		const file = records({ outputAs: 'csv', returnAll: false, limit: 5 });
		expect((await fixture.run(file)).hints).toEqual([hint]);
		expect((await fixture.run(records({ limit: 5 }))).hints).toEqual([]);
		expect((await fixture.run(records({ returnAll: true }))).hints).toEqual([]);
	});

	it('say once for all items that the service was busy', async () => {
		fixture.service.faults.add({ status: 503, times: 2 });
		const { hints } = await fixture.run({
			node: 'svcAccount',
			parameters: profile,
			items: [{}, {}, {}],
		});
		expect(hints).toEqual([
			expect.stringMatching(/^5 requests, 2 retried, \d+ s waiting for the service$/) as string,
		]);
	});
});
