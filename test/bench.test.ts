import type { IDataObject } from 'n8n-workflow';
import type { AddressInfo } from 'node:net';

import type { Case, Contender } from '../bench/case';
import { CASES } from '../bench/cases';
import { prepare, type N8nNodes } from '../bench/contenders';
import { rateAfterStart, rateByMinute } from '../bench/rates';
import { sizesOf, storedOf } from '../bench/charts/results';
import { TABLES } from '../bench/charts/tables';
import { BenchService } from '../bench/service/server';
import { runNode } from '../dev/engine/runNode';
import { read } from './support/repository';

/** Smaller than the measured sizes: here only correctness counts, not speed. */
const SIZE = 200;

/** Contenders that need only the packages of this checkout. */
const whoNeedNoN8n = ({ contenders }: Case) =>
	Object.entries(contenders).filter(([, { by }]) => by !== 'httpRequest');

const jobs = CASES.flatMap((each) =>
	whoNeedNoN8n(each).map(([who, contender]) => [each.name, who, each, contender] as const),
);

const outcomes = new Map<Contender, ReturnType<typeof outcomeOf>>();

/** Lets a contender do its job, once however often it is asked, and gives what came of it and what it sent. */
async function done(each: Case, contender: Contender) {
	if (!outcomes.has(contender)) outcomes.set(contender, outcomeOf(each, contender));
	return await outcomes.get(contender)!;
}

async function outcomeOf(each: Case, contender: Contender) {
	const sent: string[] = [];
	const answers = (size: number) =>
		Object.fromEntries(
			Object.entries(each.answers(size)).map(([path, answer]) => [
				path,
				(body: IDataObject) => {
					sent.push(`${path} ${shapeOf(body)}`);
					return answer(body);
				},
			]),
		);
	const service = new BenchService(answers, each.changing);
	service.checking = true;
	await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
	try {
		const { port } = service.server.address() as AddressInfo;
		const url = `http://127.0.0.1:${port}/${SIZE}`;
		const credential = { baseUrl: url, apiKey: 'svc_bench_key' };
		const run = prepare(contender, { credential, latency: 0, n8n: {} as N8nNodes });
		const rows = await run(SIZE, url);
		return { rows, problems: [...service.problems], sent: sent.sort(), ...service.reset() };
	} finally {
		service.server.closeAllConnections();
		service.server.close();
	}
}

/** A body without its values: its fields with the lengths of their texts and lists, sorted. */
function shapeOf(body: IDataObject): string {
	return JSON.stringify(body, (_field, value: unknown) => {
		if (typeof value === 'string') return `${value.length} characters`;
		if (typeof value === 'number') return 'number';
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
		return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
	});
}

it.each(jobs)('%s: %s returns all rows and keeps the contract', async (...job) => {
	const [, , each, contender] = job;
	const { rows, problems, requests, inFlight } = await done(each, contender);
	expect(rows).toBe(each.rows(SIZE));
	expect(problems).toEqual([]);
	expect(requests).toBe(contender.requests(SIZE));
	expect(inFlight).toBeLessThanOrEqual(4);
});

const compared = CASES.filter(({ contenders: { svc, floor } }) => svc?.by === 'svc' && floor);

it.each(compared.map((each) => [each.name, each] as const))(
	'%s: the floor sends the same requests as the node',
	async (_name, each) => {
		const { svc, floor } = each.contenders;
		const [node, bare] = [await done(each, svc), await done(each, floor)];
		expect(bare.requests).toBe(node.requests);
		expect(bare.sent).toEqual(node.sent);
	},
);

const stored = CASES.filter(({ name }) => storedOf(name)).map((each) => [each.name, each] as const);

it.each(stored)('%s is stored with the sizes and contenders of today', (name, each) => {
	const { sizes, contenders } = each;
	const shown = sizesOf(name);
	expect(shown.map(({ size }) => size)).toEqual(sizes);
	for (const { by } of shown) expect(Object.keys(by)).toEqual(Object.keys(contenders));
});

it('the page about performance says how the results were measured', () => {
	const page = read('docs/performance.md').replace(/\s+/g, ' ');
	expect(page).toContain(TABLES.conditions());
});

it('counts refused requests, and answers no more than its limit', async () => {
	const service = new BenchService(() => ({}));
	service.limits = { perSecond: 5 };
	await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
	try {
		const { port } = service.server.address() as AddressInfo;
		const { items } = await runNode({
			node: 'svcAccount',
			parameters: { resource: 'profile', operation: 'get' },
			credential: { baseUrl: `http://127.0.0.1:${port}/${SIZE}`, apiKey: 'svc_bench_key' },
			items: Array.from({ length: 20 }, () => ({})),
		});
		expect(items).toHaveLength(20);
		const { times, refused } = service.reset();
		const taken = times.filter((_time, i) => !refused[i]);
		expect(taken).toHaveLength(20);
		expect(times.length).toBeGreaterThan(20);
		// Six of them take more than a second; clocks count milliseconds
		taken.slice(5).forEach((time, i) => expect(time - taken[i]).toBeGreaterThanOrEqual(990));
	} finally {
		service.server.closeAllConnections();
		service.server.close();
	}
});

it('counts a budget by the minute over whole minutes after the first one', () => {
	const burst = (minute: number) => [0, 1, 2].map((i) => minute * 60_000 + 20_000 + i);
	expect(rateByMinute([0, ...burst(0), ...burst(1), ...burst(2), ...burst(3)])).toBe(3 / 60);
});

it('excludes the first ten seconds from a rate', () => {
	const slow = [0, 5_000, 10_000];
	const fast = [10_500, 11_000, 11_500, 12_000];
	expect(rateAfterStart([...slow, ...fast].map((time) => time + 7))).toBe(2);
	expect(rateAfterStart(slow)).toBe(0);
});
